"""Headless Chromium, asked over a pipe in the DevTools protocol, and the hosts and letters that .ci/look and .ci/pages show it."""

import base64
import email
import email.policy
import json
import os
import subprocess
import tempfile

PHONE, SCREEN = 390, 844


class Browser:
    """One Chromium (Debian: `chromium`) with one page. Its first answer to each request is awaited; events between are skipped."""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        (theirs_in, self.requests), (self.answers, theirs_out) = os.pipe(), os.pipe()
        # Chromium reads requests from descriptor 3 and answers on 4, whatever the numbers of our own ends are.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 8<&{theirs_in} 9>&{theirs_out} 3<&8 4>&9', "-",
             "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--allow-file-access-from-files",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", "about:blank"],
            pass_fds=(theirs_in, theirs_out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in), os.close(theirs_out)
        self.number, self.session, self.unread = 0, None, b""
        page = next(target for target in self.ask("Target.getTargets")["targetInfos"] if target["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        self.ask("Page.enable")
        return self

    def __exit__(self, *_):
        os.close(self.requests)
        self.process.terminate()
        self.process.wait()
        os.close(self.answers)
        self.profile.cleanup()

    def message(self):
        while b"\0" not in self.unread:
            more = os.read(self.answers, 1 << 20)
            if not more:
                raise SystemExit("chromium has ended")
            self.unread += more
        message, self.unread = self.unread.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params, **({"sessionId": self.session} if self.session else {})}
        left = json.dumps(request).encode() + b"\0"
        while left:
            left = left[os.write(self.requests, left):]
        while (answer := self.message()).get("id") != self.number:
            pass
        if "error" in answer:
            raise SystemExit(f"{method}: {answer['error']}")
        return answer["result"]

    def window(self, width, height, dark=False):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, page):
        """Opens a file, by its path, or a page, by its text, and waits until it is loaded."""
        if isinstance(page, str):
            frame = self.ask("Page.getFrameTree")["frameTree"]["frame"]["id"]
            self.ask("Page.navigate", url="about:blank")
            self.ask("Page.setDocumentContent", frameId=frame, html=page)
        else:
            self.ask("Page.navigate", url=page.absolute().as_uri())
        self.value("new Promise(done => document.readyState == 'complete' ? done() : addEventListener('load', () => done()))")

    def value(self, expression):
        """What an expression of JavaScript comes to, promises awaited."""
        answer = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{expression[:80]}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def size(self):
        """Height and width of what is open, which may be more than the window's."""
        return self.value("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")

    def picture(self, file):
        file.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot")["data"]))


class Letter:
    """An email with HTML, its pictures put into the page."""

    def __init__(self, file):
        self.name = file.parent.parent.parent.name + "/" + file.name.split(".ashpost@")[0]
        self.bytes = file.stat().st_size
        message = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        self.subject = message["subject"]
        self.page = message.get_body(("html",)).get_content()
        for part in message.walk():
            if part.get_content_type() == "image/png":
                source = "data:image/png;base64," + base64.b64encode(part.get_content()).decode()
                self.page = self.page.replace("cid:" + part["content-id"].strip("<>").split("@")[0], source)
                self.page = self.page.replace("cid:map", source)


def letters(host, pattern):
    """All letters with HTML that a host has sent to files of such names."""
    files = sorted((host / "campaigns/sent").glob(pattern))
    return [Letter(file) for file in files if b"text/html" in file.read_bytes()]


def play(program, folder, *arguments):
    subprocess.run([program, *arguments], check=True, capture_output=True, cwd=folder)
