"""Walks over the forms and the star map of Ashes of Empire: a whole game by links, clicks, emails and receipts."""

import datetime
import email
import email.policy
import html
import json
import random
import re
import urllib.parse
from email.message import EmailMessage

from browser import play
from walking import NOW, make_host, page_of, play_sheets

SCENARIOS = {"postal": ("empire_postal/first-steps", ""), "two-states": ("empire/two-states", ""), "shattered": ("empire/shattered-empire", "")}
PLAYERS = {1: "ann@player.example", 2: "bob@player.example"}
# What can be used on the page, and how often a walk chooses its kind.
KINDS = {
    "world": ".world",
    "knob": ".knobs button",
    "send": "#board [data-part=send]",
    "load": "[data-part=load]",
    "cancel": "[data-part=cancel]",
    "fix": "[data-part=fix]",
    "aim": "[data-part=aim]",
    "turn": "[data-part=before], [data-part=after]",
    "begin": "[data-part=begin]",
    "undo": "#board [data-part=undo]",
    "fold": "#board summary",
    "tick": "#board input[type=checkbox]",
    "list": "#board .order select, #board .terms select, #board .set .picker select",
    "slide": "#board input[type=range]",
    "word": "#board input[type=text], #board textarea",
}
WEIGHTS = {"world": 4, "knob": 30, "send": 6, "load": 6, "cancel": 1, "fix": 6, "aim": 2, "turn": 10, "begin": 1, "undo": 1, "fold": 6, "tick": 4,
           "list": 14, "slide": 8, "word": 6, "drag": 8}
WORDS = ["3", "12", "MAX", "0", "", 'Ann\'s "Rest"', "Well played,\n\nall of you; # and good luck"]
SET = """
(() => {
  const { element } = window.clicks[%d];
  const value = %s;
  if (element.tagName === "SELECT") element.selectedIndex = Math.floor(value * element.options.length);
  else element.value = element.type === "range" ? Math.round(Number(element.max) * value) : value;
  element.dispatchEvent(new Event("input", { bubbles: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
  return `${element.getAttribute("aria-label") ?? element.closest("[data-control]")?.textContent.trim()} = ${element.value}`;
})()
"""
CHOOSE = """
(() => {
  const select = document.querySelector("#board [data-part=%s]");
  select.value = "%s";
  select.dispatchEvent(new Event("change", { bubbles: true }));
})()
"""
PLACE = """
(() => {
  const box = window.clicks[%d].element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, says: window.clicks[%d].element.getAttribute("aria-label") };
})()
"""


class Game:
    """A campaign on a host of its own, which is played turn by turn; one that is over is followed by another."""

    def __init__(self, program, folder, _, name):
        self.program, self.folder, self.name, self.games = program, folder / f"{name}-alone", name, 0
        self.begin()

    def begin(self):
        self.games += 1
        self.now, self.emails, self.open, self.last = datetime.datetime.fromisoformat(NOW), 0, [], None
        self.host = make_host(self.program, self.folder / str(self.games), {self.name: SCENARIOS[self.name]})
        self.page = page_of(self.host, self.name)

    def tick(self, **later):
        """Lets time pass, and does what is due; returns the emails that were sent by file."""
        self.now += datetime.timedelta(**later)
        known = set(self.host.glob("sent/*.eml"))
        play(self.program, self.host.parent, "--campaigns", "campaigns", "--now", self.now.strftime("%Y-%m-%dT%H:%M:%SZ"), "tick")
        sent = sorted(set(self.host.glob("sent/*.eml")) - known)
        return {file.name: email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in sent}

    def links(self):
        """The links of the newest report by seat."""
        found = {}
        for file in self.host.glob("sent/*.report.*.eml"):
            _, turn, _, seat, *_ = file.name.split(".")
            page = email.message_from_bytes(file.read_bytes(), policy=email.policy.default).get_body(("html",))
            link = re.search(r'href="[^"]*compose\.html#([^"]*)"', page.get_content()) if page else None
            if link:
                found.setdefault(int(turn), {})[int(seat)] = html.unescape(link.group(1))
        return found.get(max(found)) if found else {}

    def next_link(self):
        """The next player's, and the turn is played once all have had theirs."""
        if not self.open:
            if self.emails:
                self.tick(days=9)
            played = self.links()
            if not played or played == self.last:
                self.begin()
                played = self.links()
            self.last, self.open = played, sorted(played.items())
        return self.open.pop(0)

    def answer(self, seat, link, body):
        """Sends what a link to an email says; returns the text of the receipt."""
        self.emails += 1
        message = EmailMessage()
        message["From"], message["To"] = PLAYERS[seat], urllib.parse.unquote(link.path)
        message["Subject"] = urllib.parse.parse_qs(link.query)["subject"][0]
        message["Message-ID"], message["Date"] = f"<{self.emails}@player.example>", self.now
        message.set_content(body)
        (self.host / "mail/new" / str(self.emails)).write_bytes(message.as_bytes())
        texts = [sent.get_body(("plain",)).get_content() for name, sent in self.tick(minutes=5).items() if ".report." not in name]
        if len(texts) != 1:
            raise SystemExit(f"{len(texts)} answers to:\n{body}")
        return texts[0]

    def visit(self, tab, link):
        tab.value("localStorage.clear(), document.getElementById('board').replaceChildren(), history.replaceState(null, '', '#')")
        tab.value(f"void (location.hash = {json.dumps(link)})")
        tab.until("document.querySelector('.totals span') || !document.getElementById('trouble').hidden")
        if not tab.value("document.getElementById('trouble').hidden"):
            raise SystemExit(tab.value("document.getElementById('trouble').innerText"))

    def checks(self, tab):
        """Forms and text follow each other, and what the forms do not know stays as it was written."""
        self.visit(tab, self.links()[1])
        own, other = tab.value("(() => { const [one, two] = document.querySelectorAll('#space-list option'); return [one.value, two.value]; })()")
        verb = "BUILD" if self.name == "postal" else "PRODUCE"
        unit = "FI" if self.name == "postal" else "FIGHTER"
        tab.write(f"# mine\nIF {other} IS MINE THEN {verb} 1 {unit} ON {other}\n  {verb.lower()} 2 {unit} on {own}   # for home\n")
        counter = "[...document.querySelectorAll('.knobs input')].find(input => input.closest('.order').querySelector('.what').textContent.includes('(FI)'))"
        if tab.value(f"{counter}.value") != "2":
            raise SystemExit(f"{self.name}: the form does not follow the text")
        tab.value(f"{counter}.nextElementSibling.click()")
        wanted = f"# mine\nIF {other} IS MINE THEN {verb} 1 {unit} ON {other}\n  {verb} 3 {unit} ON {own}   # for home\n"
        if tab.value("composer.text()") != wanted:
            raise SystemExit(f"{self.name}: {tab.value('composer.text()')!r}, not {wanted!r}")
        tab.value(f"{counter}.value = '0'; {counter}.dispatchEvent(new Event('change'))")
        if tab.value("composer.text()") != wanted[:wanted.index(f"  {verb}")]:
            raise SystemExit(f"{self.name}: an order stays that was taken back: {tab.value('composer.text()')!r}")
        tab.write("")
        self.sandbox(tab)

    def sandbox(self, tab):
        """Plays three turns of the game that nobody plays, one of them twice, and holds what became of it to what the program plays."""
        tab.value("document.getElementById('board').replaceChildren(), void (location.hash = 'try')")
        tab.until("document.querySelector('.trial') && document.querySelector('.totals span')")
        dice, turns = random.Random(f"{self.name} sandbox"), []
        for turn in [1, 2, 3]:
            turns.append({})
            for seat in [1, 2] if turn == 2 else [1]:
                tab.value(CHOOSE % ("seat", seat))
                self.click(tab, "begin")
                for _ in range(12):
                    self.step(tab, dice)
                turns[-1][seat] = tab.value("composer.text()")
            self.click(tab, "play")
            self.expect_turn(tab, turn)
        known = self.known(tab)
        self.click(tab, "back")
        if tab.value("composer.text()") != turns[-1][1]:
            raise SystemExit(f"{self.name}: the turn that was taken back has lost its orders")
        self.click(tab, "play")
        self.expect_turn(tab, 3)
        if self.known(tab) != known:
            raise SystemExit(f"{self.name}: equal orders did not play out alike")
        seats = tab.value("composer.ask({ do: 'sit', turn: 3, seat: 1 }).view.players.map(player => player.seat)")
        played = play_sheets(self.program, SCENARIOS[self.name][0], turns, seats)["view"]
        if known != self.fingerprint(played):
            raise SystemExit(f"{self.name}: the page has played otherwise than the program: {known}, {self.fingerprint(played)}\n{turns}")
        if tab.errors():
            raise SystemExit(f"{self.name}: {tab.errors()}")

    def click(self, tab, part):
        kinds = tab.found({part: f"#board [data-part={part}]"})
        if not kinds:
            raise SystemExit(f"{self.name}: {part} is not there")
        tab.click(0)

    def expect_turn(self, tab, turn):
        title, lines = tab.value("[document.querySelector('[data-part=title]').textContent, document.querySelectorAll('[data-part=told] li').length]")
        if not title.endswith(f" {turn}") or lines == 0 or tab.value("composer.text()").strip():
            raise SystemExit(f"{self.name}: after turn {turn} the page says {title!r} and {lines} lines")

    def known(self, tab):
        return self.fingerprint(tab.value("composer.ask({ do: 'sit', turn: 3, seat: 1 }).view"))

    def fingerprint(self, view):
        """What everybody sees of a game, but for names."""
        players = [[player["seat"], player["out"]] for player in view["players"]]
        return [view["turn"], players, [[planet["number"], planet["owner"]] for planet in view["planets"]]]

    def step(self, tab, dice):
        """Uses one thing on the page at random, and says which."""
        kinds = tab.found(KINDS)
        possible = [kind for kind in WEIGHTS if kind in kinds or kind == "drag"]
        kind = dice.choices(possible, [WEIGHTS[kind] for kind in possible])[0]
        number = lambda wanted: dice.choice([at for at, known in enumerate(kinds) if known == wanted])
        if kind == "drag":
            return self.drag(tab, number("world"), number("world"))
        if kind in ["list", "slide", "word"]:
            return tab.value(SET % (number(kind), json.dumps(dice.choice(WORDS) if kind == "word" else dice.random())))
        return f"{kind}: {tab.click(number(kind))}"

    def drag(self, tab, start, end):
        tab.value("void document.querySelector('.sky').scrollIntoView({ block: 'center' })")
        start, end = tab.value(PLACE % (start, start)), tab.value(PLACE % (end, end))
        for event, place in [("mousePressed", start), ("mouseMoved", end), ("mouseMoved", end), ("mouseReleased", end)]:
            tab.browser.ask("Input.dispatchMouseEvent", type=event, x=place["x"], y=place["y"], button="left", buttons=1, clickCount=1)
        return f"drag: {start['says']} to {end['says']}"

    def walk(self, tab, number):
        """One player's turn; gives how many clicks and orders there were, or what is wrong."""
        dice = random.Random(f"{self.name} {number}")
        seat, link = self.next_link()
        self.visit(tab, link)
        done, least = [], dice.randrange(5, 40)
        while len(done) < least or not tab.value("composer.reading().entries.length") and len(done) < 200:
            done.append(self.step(tab, dice))
            if tab.errors():
                raise SystemExit(f"{self.name}, walk {number}: {tab.errors()}\n{done}\n{tab.value('composer.text()')}")
        reading = tab.value("composer.reading()")
        if wrong := self.differences(tab, seat, reading):
            raise SystemExit("\n".join([f"{self.name}, walk {number}, seat {seat}: {done}", tab.value("composer.text()"), *wrong]))
        return len(done), len(reading["entries"])

    def differences(self, tab, seat, reading):
        """Sends the orders as the page does: the receipt must repeat and foresee what the page has, and understand every line."""
        mail = urllib.parse.urlsplit(tab.value("document.getElementById('mail').href"))
        # Long sheets are pasted.
        body = urllib.parse.parse_qs(mail.query).get("body", [reading["canonical"]])[0].replace("\r\n", "\n")
        # The page's own words for what is sent, by the lines that are sent.
        says = tab.ask(do="read", text=body)["says"]
        receipt = self.answer(seat, mail, body)
        wrong = [f"not understood: {reading['problems']}"] if reading["problems"] else []
        wrong += [f"without words: {reading['failures']}"] if reading["failures"] else []
        wrong += [f"sent: {body!r}, read: {reading['canonical']!r}"] if body.strip() != reading["canonical"].strip() else []
        return wrong + ([f"the page says:\n{says}\nthe receipt:\n{receipt}"] if " ".join(says.split()) not in " ".join(receipt.split()) else [])
