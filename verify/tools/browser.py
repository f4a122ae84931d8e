"""A browser without a window, for pages: Chromium's own protocol through two
pipes, JSON messages with a zero byte behind each."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome")
PROGRAM = next((p for p in map(shutil.which, NAMES) if p), None)


class Browser:
    """One browser with one page; errors of its console are kept in `errors`."""

    def __init__(self):
        self.place = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.count, self.errors, self.late, self.text = 0, [], [], b""
        ours_in, theirs_out = os.pipe()
        theirs_in, self.out = os.pipe()

        def ends():  # the browser reads from 3 and writes to 4
            keep = os.dup2(theirs_in, 30), os.dup2(theirs_out, 31)
            os.dup2(keep[0], 3)
            os.dup2(keep[1], 4)

        self.process = subprocess.Popen(
            [PROGRAM, "--headless", "--no-sandbox", "--disable-gpu",
             "--remote-debugging-pipe", "--no-first-run", "--mute-audio",
             "--disable-extensions", "--disable-dev-shm-usage",
             "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND",
             "--user-data-dir=" + self.place.name],
            preexec_fn=ends, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.into, self.session = ours_in, None
        target = self.call("Target.createTarget", url="about:blank")
        self.session = self.call("Target.attachToTarget", flatten=True,
                                 targetId=target["targetId"])["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def read(self):
        while b"\0" not in self.text:
            if not select.select([self.into], [], [], 300)[0]:
                raise TimeoutError("the browser says nothing")
            part = os.read(self.into, 1 << 20)
            if not part:
                raise EOFError("the browser has ended")
            self.text += part
        message, _, self.text = self.text.partition(b"\0")
        return json.loads(message)

    def note(self, m):
        p = m.get("params", {})
        if m.get("method") == "Runtime.exceptionThrown":
            d = p["exceptionDetails"]
            self.errors.append(d.get("exception", {}).get("description") or
                               d["text"])
        elif m.get("method") == "Log.entryAdded":
            if p["entry"]["level"] in ("error", "warning"):
                self.errors.append(p["entry"]["text"])
        elif m.get("method") == "Runtime.consoleAPICalled":
            if p["type"] in ("error", "warning", "assert"):
                self.errors.append(json.dumps(p["args"]))
        elif m.get("method") == "Network.requestWillBeSent":
            url = p["request"]["url"]
            if not url.startswith(("file:", "data:", "blob:", "about:")):
                self.errors.append("asks for " + url)
        self.late.append(m)

    def call(self, method, **params):
        self.count += 1
        message = {"id": self.count, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            m = self.read()
            if m.get("id") == self.count:
                if "error" in m:
                    raise RuntimeError(method + ": " + m["error"]["message"])
                return m["result"]
            self.note(m)

    def open(self, path, width=1280, height=900, dark=False, calm=True,
             wait="true"):
        """Opens a file and waits until the expression `wait` is true."""
        self.errors, self.late = [], []
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme",
             "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion",
             "value": "reduce" if calm else "no-preference"}])
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        while not any(m.get("method") == "Page.loadEventFired"
                      for m in self.late):
            self.note(self.read())
        self.until(wait)

    def eval(self, text):
        r = self.call("Runtime.evaluate", expression=text, awaitPromise=True,
                      returnByValue=True)
        if "exceptionDetails" in r:
            raise RuntimeError(text + ": " + json.dumps(
                r["exceptionDetails"].get("exception", {})))
        return r["result"].get("value")

    def seconds(self):
        """CPU time that the page's thread has used since the first question, or
        since the page came into a process of its own."""
        self.call("Performance.enable", timeDomain="threadTicks")
        return next(m["value"] for m in self.call("Performance.getMetrics")["metrics"]
                    if m["name"] == "ThreadTime")

    def until(self, text):
        """Waits in the page, frame by frame, with no clock of its own."""
        self.eval("new Promise((done) => { const ask = () => { if (%s) done();"
                  " else requestAnimationFrame(ask); }; ask(); })" % text)

    def frames(self, n=2):
        self.eval("new Promise((done) => { let n = %d; const ask = () => n-- ?"
                  " requestAnimationFrame(ask) : done(); ask(); })" % n)

    def key(self, key, **more):
        code = {" ": "Space"}.get(key, key)
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code,
                      text=key if kind == "keyDown" and len(key) == 1 else "",
                      **more)
        self.frames()

    def picture(self, path, whole=False):
        data = self.call("Page.captureScreenshot", format="png",
                         captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        try:
            self.call("Browser.close")
        except (EOFError, RuntimeError, OSError):
            pass
        self.process.wait()
        os.close(self.out)
        os.close(self.into)
        self.place.cleanup()
