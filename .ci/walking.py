"""Hosts with games, and the page for writing orders in a browser: what the walks of `.ci/composer` share."""

import base64
import html
import json
import re
import subprocess
import tempfile
import time
import zlib
from pathlib import Path

from browser import PHONE, SCREEN, letters, play

HERE = Path(__file__).resolve().parent.parent
GRAVE = {"moderate", "serious", "critical"}
NOW = "2027-06-01T12:00:00Z"
HOST = """address = "games@pbem.example"
name = "ashpost"

[intake]
maildirs = ["mail"]

[mail]
transport = "file"
directory = "sent"

[site]
url = "https://pbem.example/"
"""
POINT = """
(() => {
  const { element } = window.clicks[%d];
  element.scrollIntoView({ block: "center", inline: "center" });
  const box = element.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return { x, y, hits: element.contains(document.elementFromPoint(x, y)), says: element.getAttribute("aria-label") ?? element.textContent.trim() };
})()
"""
FOUND = """
(() => {
  const shown = element => !element.disabled && element.checkVisibility();
  window.clicks = Object.entries(%s).flatMap(([kind, selector]) => [...document.querySelectorAll(selector)].filter(shown).map(element => ({ kind, element })));
  return window.clicks.map(click => click.kind);
})()
"""


class Tab:
    """A page that is open in a browser."""

    def __init__(self, browser, page):
        self.browser, self.page = browser, page
        browser.window(PHONE, SCREEN)
        browser.open(page)
        self.until("document.getElementById('waiting').hidden")
        self.value("window.errors = []; addEventListener('error', event => errors.push(event.message))")

    def value(self, expression):
        return self.browser.value(expression)

    def until(self, condition):
        for _ in range(400):
            if self.value(f"Boolean({condition})"):
                return
            time.sleep(0.025)
        raise SystemExit(f"never: {condition}")

    def ask(self, **request):
        answer = self.value(f"composer.ask({json.dumps(request)})")
        if "error" in answer:
            raise SystemExit(f"{request}: {answer['error']}")
        return answer

    def open(self, ticket):
        """Opens a ticket as its link does."""
        link = fragment_of({key: value for key, value in ticket.items() if key != "subject"}, "move")
        self.value("document.getElementById('board').replaceChildren(), localStorage.clear(), history.replaceState(null, '', '#')")
        self.value(f"void (location.hash = {json.dumps(link)})")
        self.until("document.querySelector('#board > *') || !document.getElementById('trouble').hidden")
        if not self.value("document.getElementById('trouble').hidden"):
            raise SystemExit(self.value("document.getElementById('trouble').innerText"))

    def click(self, number):
        """Clicks what `found` has listed, where a finger would touch it; says what it is called."""
        point = self.value(POINT % number)
        if not point["hits"]:
            raise SystemExit(f"something lies over {point['says']}")
        for kind in ["mousePressed", "mouseReleased"]:
            self.browser.ask("Input.dispatchMouseEvent", type=kind, x=point["x"], y=point["y"], button="left", clickCount=1)
        return point["says"]

    def found(self, kinds):
        """The kinds of what can be clicked now, by selectors; `click` takes the place of one in this list."""
        return self.value(FOUND % json.dumps(kinds))

    def write(self, text):
        """Pastes the text in place of the one that is there. Typed by the browser, each line would be an event of its own."""
        self.value("(() => { const field = document.getElementById('text'); field.focus();"
                   f" field.setRangeText({json.dumps(text)}, 0, field.value.length, 'end');"
                   " field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' })); })()")

    def errors(self):
        """What has gone wrong in the page's script since it was opened."""
        return self.value("window.errors")

    def findings(self, axe):
        """What axe-core, given by its text, finds from moderate up in the page as it is, light and dark."""
        found = []
        for dark in [False, True]:
            self.browser.window(PHONE, SCREEN, dark)
            result = self.value(f"{axe}; axe.run().then(result => result.violations.map(found => [found.id, found.impact, found.nodes.map(node => node.target)]))")
            found += [finding for finding in result if finding[1] in GRAVE]
        self.browser.window(PHONE, SCREEN)
        width = self.browser.size()[1]
        return found + ([["wider than the window", width]] if width > PHONE else [])

    def picture(self, folder, name):
        """Pictures of the page as it is, light and dark."""
        folder.mkdir(parents=True, exist_ok=True)
        for look, dark in [("light", False), ("dark", True)]:
            self.browser.window(PHONE, 1600, dark)
            self.value("scrollTo(0, 0)")
            self.browser.picture(folder / f"{name}-{look}.png")
        self.browser.window(PHONE, SCREEN)


def make_host(program, folder, scenarios, changed=lambda name, text: text):
    """A host with a game of each scenario, `{name: (scenario, settings)}`, whose opening reports have links; `changed` edits a campaign's file."""
    host = folder / "campaigns"
    for part in ["new", "cur", "tmp"]:
        (host / "mail" / part).mkdir(parents=True)
    (host / "ashpost.toml").write_text(HOST)
    for name, (scenario, settings) in scenarios.items():
        play(program, folder, "--campaigns", "campaigns", "new", name, "--scenario", scenario, "--gm", "Ida <gm@pbem.example>",
             "--seat", "Ann <ann@player.example>", "--seat", "Bob <bob@player.example>")
        path = host / f"{name}/campaign.toml"
        text = path.read_text().replace("open = false", "open = true").replace('format = "text"', 'format = "both"')
        path.write_text(changed(name, f"{text}\n[settings]\n{settings}\n" if settings else text))
    play(program, folder, "--campaigns", "campaigns", "--now", NOW, "tick")
    return host


def page_of(host, name):
    return host / f"{name}/site/compose.html"


def fragments_of(folder, name, seat="*"):
    """What stands behind the `#` of the links in the opening reports of a game."""
    links = [re.search(r'href="[^"]*compose\.html#([^"]*)"', letter.page) for letter in letters(folder, f"{name}.0.report.{seat}.*.eml")]
    return [html.unescape(link.group(1)) for link in links]


def tickets_of(folder, name):
    """The tickets in those links."""
    return [ticket_of(fragment) for fragment in fragments_of(folder, name)]


def ticket_of(fragment):
    """What a link holds, but for the subject."""
    packed = fragment.split(".", 2)[1]
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15))


def fragment_of(ticket, subject):
    """The link of a ticket."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps(ticket).encode()) + packer.flush()
    return f"v1.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}.{subject}"


def play_sheets(program, scenario, turns, caretakers=()):
    """The last turn as the program plays it from the opening on; `turns` are `{seat: text}`, and `caretakers` seats that need no text."""
    with tempfile.TemporaryDirectory() as folder:
        for turn, texts in enumerate(turns, 1):
            path = Path(folder) / f"turn-{turn}"
            path.mkdir()
            for seat, text in texts.items():
                (path / f"seat-{seat}.orders").write_text(text)
        caretakers = [part for seat in caretakers for part in ["--caretaker", str(seat)]]
        run = subprocess.run([program, "sandbox", "--scenario", scenario, "--orders", folder, *caretakers, "--json"], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)["turns"][-1]
