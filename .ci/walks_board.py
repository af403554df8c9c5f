"""Walks over the boards of the games of two."""

import json
import random

from walking import HERE, page_of, play_sheets, tickets_of

# Every board, and the second player's right to take over the first move.
SCENARIOS = {
    "anaash": ("anaash/6", "swap = true"), "ashes": ("ashes/hexhex-4", ""), "autumn-ash": ("autumn_ash/standard", ""),
    "autumn-ash-beginner": ("autumn_ash/beginner", ""), "autumn-ash-unsettled": ("autumn_ash/unsettled", ""),
    "ex-nihilo": ("ex_nihilo/hexhex-4", "swap = true"),
}
# What can be clicked, and how often a walk chooses its kind.
KINDS = {
    "place": ".board button:not([aria-disabled])",
    "choice": "[data-part=choices] button",
    "keep": "[data-part=keep]",
    "back": "[data-part=back]",
    "move": "[data-part=moves] button",
    "branch": "[data-part=tree] button:first-child",
    "remove": "[data-part=tree] button + button",
    "summary": "#board details > summary",
    "addNote": "[data-part=addNote]",
    "drop": "[data-part=drop]",
}
WEIGHTS = {"place": 60, "choice": 40, "keep": 25, "back": 4, "move": 3, "branch": 3, "remove": 2, "summary": 2, "addNote": 3, "drop": 20}


class Game:
    """A game of two that can be opened at any position."""

    def __init__(self, program, folder, host, name):
        self.program, self.name = program, name
        scenario, settings = SCENARIOS[name]
        text = (HERE / f"scenarios/{scenario}.toml").read_text()
        self.scenario = folder / f"{name}.toml"
        self.scenario.write_text(text.replace("seats = 2\n", f"seats = 2\n{settings}\n"))
        self.page = page_of(host, name)
        self.tickets = tickets_of(folder, name)

    def ticket(self, seat, line, answer):
        """The ticket of a seat behind a line of moves."""
        [ticket] = [json.loads(json.dumps(ticket)) for ticket in self.tickets if ticket["seat"] == seat]
        view = ticket["view"]
        if any(move["text"] == "SWAP" for move in line):
            first, second = view["sides"]
            first["seat"], first["name"], second["seat"], second["name"] = second["seat"], second["name"], first["seat"], first["name"]
            view["me"]["side"] = next(side["side"] for side in view["sides"] if side["seat"] == seat)
        mover = answer["to_move"]["side"]
        for side in view["sides"]:
            side["to_move"] = side["side"] == mover
        view["to_move"] = next(side for side in view["sides"] if side["to_move"])
        view["me"]["to_move"] = view["to_move"]["seat"] == seat
        view.update(position=answer["position"], moves_played=len(line), score=[], last=None, may_swap=answer["swap"])
        ticket["turn"] = len(line) + 1
        return ticket

    def play(self, line, sheets):
        """The last turn as the program plays it: from the opening, with these sheets by seat behind these moves."""
        seats = {side["name"]: side["seat"] for side in self.tickets[0]["view"]["sides"]}
        return play_sheets(self.program, self.scenario, [*({seats[move["name"]]: move["text"]} for move in line), sheets])

    def random_line(self, tab, dice):
        """A few moves from the opening on, and what the rules say behind them. They do not end the game."""
        tab.open(self.tickets[0])
        line, answer = [], tab.ask(do="think", line="")
        for _ in range(dice.choice([0, 0, 1, 1, 2, 5, 10, 20, 30])):
            text = " ".join(move["text"] for move in line)
            next_move = tab.ask(do="caretake", line=text, salt=dice.getrandbits(32))["orders"].strip()
            further = tab.ask(do="think", line=f"{text} {next_move}")
            if further["ends"]:
                break
            line, answer = further["moves"], further
        return line, answer

    def walk(self, tab, number):
        """Clicks at random behind random moves, and compares; gives how many clicks and orders there were."""
        dice = random.Random(f"{self.name} {number}")
        line, answer = self.random_line(tab, dice)
        seat = dice.choice([1, 2])
        ticket = self.ticket(seat, line, answer)
        tab.open(ticket)
        done = self.click_about(tab, dice)
        reading = tab.value("composer.reading()")
        if wrong := self.wrong(tab, line, ticket, reading):
            moves = " ".join(move["text"] for move in line)
            text = tab.value("composer.text()")
            raise SystemExit("\n".join([f"{self.name}, walk {number}, seat {seat} behind: {moves}", f"clicks: {done}", text, *wrong]))
        return len(done), len(reading["entries"])

    def click_about(self, tab, dice):
        """Clicks until there is something to send; gives what was clicked."""
        done, least = [], dice.randrange(4, 40)
        while len(done) < least or not tab.value("composer.reading().entries.length") and len(done) < 200:
            kinds = tab.found(KINDS)
            there = [kind for kind in WEIGHTS if kind in kinds]
            chosen = dice.choices(there, [WEIGHTS[kind] for kind in there])[0]
            if chosen == "addNote":
                tab.value(f"void (document.querySelector('[data-part=note]').value = 'Well “played”, \"{dice.randrange(9)}\"')")
            done.append(tab.click(dice.choice([at for at, kind in enumerate(kinds) if kind == chosen])))
            if tab.errors():
                raise SystemExit(f"{self.name}: {tab.errors()}")
        if "drop" in tab.found({"drop": KINDS["drop"]}):
            tab.click(0)
        return done

    def wrong(self, tab, line, ticket, reading):
        """In what the page's reading of its text and the program's differ."""
        seat = ticket["seat"]
        sheets, ahead = {seat: tab.value("composer.text()")}, reading["forecast"]["position"]
        if not ticket["view"]["me"]["to_move"]:
            # The other player makes the move that the first line expects, so that its answer is played.
            plans = [entry["parts"]["is"]["links"] for entry in reading["entries"] if entry["parts"]["order"] == "plan"]
            expected = [link["ply"] for link in plans[0][:2]] if plans else [tab.ask(do="caretake", line="", salt=1)["orders"].strip()]
            sheets[3 - seat], ahead = expected[0], tab.ask(do="think", line=" ".join(expected))["position"]
        played = self.play(line, sheets)
        orders = [order for order in played["orders"] if order["seat"] == seat]
        pairs = {
            "problems": ([], reading["problems"] + played["problems"][str(seat)]),
            "canonical": ("".join(f"{order['order']}\n" for order in orders), reading["canonical"]),
            "not done": ([], [order for order in orders if order["verdict"] != "done"]),
            "forecast": (played["forecasts"][str(seat)], reading["forecast"]),
            "position": (played["view"]["position"], ahead or played["view"]["position"]),
        }
        return [f"{what}: the program has {theirs!r}, the page {ours!r}" for what, (theirs, ours) in pairs.items() if theirs != ours]

    def checks(self, tab):
        """What holds on every walk, once."""
        self.by_hand(tab)
        self.standing(tab)
        self.sandbox(tab)

    def make(self, tab, before, move):
        """Makes a move by touching the places that lead to it, on a board that shows what is behind the moves `before`."""

        def touches(touched):
            thought = tab.ask(do="think", line=before, touched=touched)
            if move in thought["steps"]:
                return touched
            return next((found for name in thought["lights"] if (found := touches([*touched, name]))), None)

        for name in touches([]) or []:
            tab.value("document.querySelector('.board [data-place=\"%s\"]').click()" % name)
        tab.value("[...document.querySelectorAll('[data-part=choices] button code')].find(code => code.textContent === %s)?.click()" % json.dumps(move))

    def expect(self, tab, what, expression, wanted):
        found = tab.value(expression)
        if found != wanted:
            raise SystemExit(f"{self.name}: {what}: expected {wanted!r}, not {found!r}")

    def some_moves(self, tab):
        """Two moves that can be made, an answer to the first, and one to that."""
        one, other, *_ = dict.fromkeys(tab.ask(do="caretake", line="", salt=salt)["orders"].strip() for salt in range(40))
        answer = tab.ask(do="caretake", line=one, salt=1)["orders"].strip()
        return one, other, answer, tab.ask(do="caretake", line=f"{one} {answer}", salt=1)["orders"].strip()

    def by_hand(self, tab):
        """What stands in the text beside the move stays as it is, and the board follows what is written by hand."""
        tab.open(next(ticket for ticket in self.tickets if ticket["view"]["me"]["to_move"]))
        one, other, answer, after = self.some_moves(tab)
        beside = f'# {other}\nNOTE "Two\nlines"'

        def now():
            tab.value("document.querySelector('[data-part=moves] button').click()")

        text, moves = "composer.text().trim()", "[...document.querySelectorAll('[data-part=moves] li + li code')].map(code => code.textContent)"
        tab.write(f"{beside}\n{one}")
        self.expect(tab, "the board follows the text", moves, [one])
        now()
        self.make(tab, "", other)
        self.expect(tab, "a move takes the place of another", text, f"{beside}\n{other}")
        self.expect(tab, "the board shows it", moves, [other])
        tab.value("document.querySelector('[data-part=back]').click()")
        self.expect(tab, "a move is taken back", text, beside)
        tab.write(f"{beside}\nb4-z9\n{one}\nIF {answer} THEN {after}")
        self.expect(tab, "beside a wrong move none counts", moves, [])
        now()
        self.make(tab, "", one)
        self.expect(tab, "a wrong move goes", text, f"{beside}\n{one}\nIF {answer} THEN {after}")
        tab.value("document.querySelector('[data-part=giveUp]').click()")
        self.expect(tab, "who gives up makes no move", text, f"{beside}\nRESIGN")
        tab.value("document.querySelector('[data-part=play]').click()")
        self.expect(tab, "play on", text, beside)
        tab.value("document.querySelector('[data-part=notes] button').click()")
        self.expect(tab, "a note is removed whole", text, f"# {other}")
        tab.write(f"{one}\nIF {answer} THEN\n{after}\n\n# {other}")
        tab.value("document.querySelector('[data-part=tree] button + button').click()")
        self.expect(tab, "conditional moves go whole where they were wrapped", text, f"{one}\n\n# {other}")

    def standing(self, tab):
        """Conditional moves that were sent before: what is added goes beside them, and what is removed is forgotten."""
        [ticket] = [json.loads(json.dumps(ticket)) for ticket in self.tickets if not ticket["view"]["me"]["to_move"]]
        tab.open(ticket)
        one, other, answer, _ = self.some_moves(tab)
        reply = tab.ask(do="caretake", line=other, salt=1)["orders"].strip()
        stands = f"IF {one} THEN {answer}"
        ticket["view"]["me"]["plans"] = [stands]
        tab.open(ticket)
        text = "composer.text().trim()"
        self.expect(tab, "what stands is shown", "document.querySelector('[data-part=tree] button').textContent", stands)
        tab.value("document.querySelector('[data-part=tree] button + button').click()")
        self.expect(tab, "what stood is forgotten", text, "FORGET")
        tab.value("composer.undo()")
        self.make(tab, "", other)
        self.make(tab, other, reply)
        tab.value("document.querySelector('[data-part=keep]').click()")
        self.expect(tab, "both stand", text, f"{stands}\nIF {other} THEN {reply}")

    def sandbox(self, tab):
        """A game that nobody plays: a move by hand, the caretaker's answer, both taken back; then the caretaker plays both sides."""
        tab.value("void (location.hash = 'try')")
        tab.until("document.querySelector('[data-part=players]')")
        moves = "document.querySelectorAll('[data-part=moves] li + li').length"
        dice = random.Random(self.name)
        while tab.value(moves) == 0:
            kinds = tab.found(KINDS)
            tab.click(dice.choice([at for at, kind in enumerate(kinds) if kind in ["place", "choice"]]))
        tab.until(f"{moves} >= 2")
        tab.value("document.querySelector('[data-part=back]').click()")
        if tab.value(moves) != 0:
            raise SystemExit(f"{self.name}: taking back stops at the caretaker's move")
        tab.value("document.querySelectorAll('[data-part=players] select').forEach(choice => { choice.value = 'caretaker'; choice.dispatchEvent(new Event('change')); })")
        tab.until(f"{moves} >= 4")
        tab.value("document.querySelector('[data-part=halt]').click()")
        if not tab.value("document.querySelector('[data-part=halt]').hidden && document.querySelector('[data-part=written] code').textContent"):
            raise SystemExit(f"{self.name}: the caretaker does not stop")
