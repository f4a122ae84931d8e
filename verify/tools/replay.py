"""What a replay's page holds, read from it without a browser."""
import base64
import json
import re
import zlib


def blocks(page):
    """Its blocks by their ids, as texts."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    found = re.findall(r'<script type="text/plain" id="([^"]*)">([^<]*)</script>',
                       text)
    return {name: zlib.decompress(base64.b64decode(b), -15).decode("latin-1")
            for name, b in found}


def column(c):
    """The numbers of a column: second differences, times its unit."""
    out, x, slope = [], 0, 0
    for d in c["d"]:
        slope += d
        x += slope
        out.append(x * 2.0 ** c["e"])
    return out


def unit(c):
    return 2.0 ** c["e"]


def data(page):
    return json.loads(blocks(page)["data"])
