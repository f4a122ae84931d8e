"""JSON that is no problem: the place of each mistake, to the column; and depths and
sizes that are bounded."""
from program import check, done, run, in_file
from refused import refused

for text, parts in (
        ('{"A":[[1]],"b":[-1]', [":1:20: the end", "','"]),
        ('{"A":[[1]],\n "b":[x]}', [":2:7: 'x'", "no number"]),
        ('{"A":[[1]],"b":[NaN]}', [":1:17: 'NaN'", "no number"]),
        ('{"A":[[1]],"b":["--1"]}', ["'--1'", "no number"]),
        ('{"A":[[1]],"b":["1/0"]}', ["'1/0'"]),
        ('{"A":[[1]],"b":[1e400]}', ["'1e400'", "double"]),
        ('{"A":[[1]],"b":[1,]}', [":1:19: ']'", "a number should"]),
        ('{"A":[[1]],"b":[1 2]}', [":1:19: '2'", "','"]),
        ('{"A":[[1]],"b":"1"}', ["'\"'", "'['"]),
        ('{"A":[1],"b":[1]}', ["'1'", "'['"]),
        ('{"A":[[1,2],[3]],"b":[1,2]}', ["another length"]),
        ('{"A":[[1,2],[3,4]],"b":[1]}', [":1:1:", "not square"]),
        ('{"A":[],"b":[]}', ["not square", "1 to 4096"]),
        ('{"b":[1]}', [":1:1:", "without \"A\""]),
        ('{"A":[[1]]}', ["or \"b\""]),
        ('{"A":[[1]],"b":[1],"b":[2]}', ["'b'", "twice"]),
        ('{"A":[[1]],"b":[1],"free":2}', ["not square"]),
        ('{"A":[[1]],"b":[1],"free":-1}', ["'-1'", "count of free"]),
        ('{"A:[[1]]\n}', ["quote is missing"]),
        ('{"A":[[1]],"b":[1],"c":}', ["'}'", "a value"]),
        ('{"W":[[1]],"b":[1]}', ["two kinds"]),
        ('{"W":[[1]],"q":[1]}', ["\"mu\""]),
        ('{"W":[[1]],"q":[1],"mu":[1]}', ["two or three"]),
        ('{"W":[[1,0],[0,1]],"q":[1,1],"mu":[]}', ["two or three"]),
        ('{"A":[[1]],"b":[1]} x', [":1:21: 'x'", "object"]),
        ('[{"A":[[1]],"b":[1]}', ["']'"]),
        ('[[1,2]]', [":1:1: '['", "object"]),
        ('{', [":1:2: the end", "key"]), ('{"', ["quote"]), ('{"a\\', ["quote"]),
        ('{"x":' + "[" * 1000000, ["more than 64"]),
        ('{"A":[[1]],"b":[' + "7" * 1000000 + "]}", ["'7777", "..."]),
        (b'{"A":[[\x00]],"b":[1]}', ["'?'", "a number should"])):
    refused(text, parts)
r = in_file(lambda p: run("solve", p, "--exact"),
            '{"x":' + "[" * 60 + "]" * 60 + ',"A":[[1]],"b":[-1]}')
check(r.returncode == 0 and "z = 1" in r.stdout, "sixty deep: " + r.stderr)
done()
