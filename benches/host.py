#!/usr/bin/env python3
"""Measures ashpost as a host: whole processes on hosts that `ashpost rehearse` makes. See benches/README.md."""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

HERE = Path(__file__).resolve().parent
# So many emails are received one by one, of a large host as of a small one, and so many together before the next program has its turn.
MOST_RECEIVED = 80
BURST = 20
ROWS = ["receive", "mail", "idle", "turns", "disk", "turn-300"]


class Skip(Exception):
    """Why a figure cannot be measured."""


def failed(said, code):
    """Why a program that failed measures nothing: the first line of what it said, or its exit code."""
    return Skip(said.strip().split("\n")[0][:120] or f"exit code {code}")


class Run:
    """A process that has ended: seconds by the wall clock, seconds of CPU, peak memory in KiB, and what it printed."""

    def __init__(self, arguments, watch=False):
        self.polled = 0
        with open(os.devnull, "rb") as source, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            begun = time.perf_counter()
            child = subprocess.Popen([str(word) for word in arguments], stdin=source, stdout=out, stderr=errors)
            watcher = threading.Thread(target=self.poll, args=(child.pid,))
            if watch:
                watcher.start()
            _, status, usage = os.wait4(child.pid, 0)
            self.wall = time.perf_counter() - begun
            child.returncode = self.code = os.waitstatus_to_exitcode(status)
            if watch:
                watcher.join()
            self.cpu = usage.ru_utime + usage.ru_stime
            # The system counts what the process was before it became another program, which was this one.
            self.peak = max(self.polled, usage.ru_maxrss if usage.ru_maxrss > peak_of("self") else 0)
            out.seek(0)
            errors.seek(0)
            self.out = out.read().decode(errors="replace")
            self.errors = errors.read().decode(errors="replace")

    def poll(self, pid):
        while peak := peak_of(pid):
            self.polled = max(self.polled, peak)
            time.sleep(0.01)

    def well(self):
        """Itself, unless it failed."""
        if self.code:
            raise failed(self.errors or self.out, self.code)
        return self

    def document(self):
        """The JSON that it printed; what went wrong in it, too, is a reason to skip."""
        try:
            document = json.loads(self.out)
        except ValueError:
            raise failed(self.errors or self.out, self.code) from None
        errors = [document.get("error"), *document.get("errors", []), *(c.get("error") for c in document.get("campaigns", []) if isinstance(c, dict))]
        if any(errors):
            raise Skip(str(next(filter(None, errors)))[:120])
        return document


def peak_of(pid):
    """VmHWM in KiB; nothing once the process has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), None)


def installed(path, folder):
    """A copy. What a linker has just written lies in the system's cache in small pieces, and takes 2 or 3 ms longer to begin."""
    return Path(shutil.copy(path, tempfile.mkdtemp(prefix="installed-", dir=folder)))


class Program:
    """A binary that is measured, and the one that makes hosts for it."""

    def __init__(self, argument, maker, folder):
        self.label, _, path = argument.rpartition("=")
        self.path = Path(path).resolve()
        self.label = self.label or self.path.name
        if not os.access(self.path, os.X_OK) or self.path.is_dir():
            sys.exit(f"{path} is no program that can be run")
        self.path = installed(self.path, folder)
        # Best made by the binary itself: another one may write a newer database, or an older one that is brought up to date first.
        own = Run([self.path, "rehearse", "--help"]).code == 0
        self.maker = self.path if own else maker and Path(maker).resolve()
        self.folder = folder

    def host(self, *arguments):
        """A host of its own, made once for all benches that want the same, and copied for each run."""
        if not self.maker:
            raise Skip("it has no `rehearse`: name a binary that has, with --maker")
        made = self.folder / "made" / (self.maker.as_posix() + " ".join(arguments)).replace("/", "_")
        note = made.with_suffix(".json")
        if not note.exists():
            print(f"making a host for {self.label}: {' '.join(arguments)}", file=sys.stderr)
            shutil.rmtree(made, ignore_errors=True)
            run = Run([self.maker, "--json", "rehearse", "--folder", made, *arguments])
            document = run.document()
            note.write_text(json.dumps(document))
        return Host(self, made, json.loads(note.read_text()))


class Host:
    def __init__(self, program, made, document):
        self.program = program
        # A folder that nothing was deleted from: for minutes a file system looks at every deleted file before it makes a new one.
        self.folder = Path(tempfile.mkdtemp(prefix="run-", dir=program.folder))
        # Times of files count: they are when emails arrived.
        shutil.copytree(made, self.folder, dirs_exist_ok=True)
        self.campaigns = self.folder / "campaigns"
        self.document = document
        self.next_tick = datetime.fromisoformat(document["next_tick"].replace("Z", "+00:00"))
        # What the copy left to be written must not be waited for in the measured run.
        os.sync()

    def words(self, command, now=None, is_json=True):
        now = (now or self.next_tick).strftime("%Y-%m-%dT%H:%M:%SZ")
        return [self.program.path, "--campaigns", self.campaigns, "--now", now, *(["--json"] if is_json else []), command]

    def run(self, command, now=None, is_json=True, watch=False):
        return Run(self.words(command, now, is_json), watch)

    def make_spool(self):
        """Where `receive` keeps an email first."""
        for name in ("new", "cur", "tmp"):
            (self.campaigns / "spool" / name).mkdir(parents=True, exist_ok=True)

    def bytes(self, part=""):
        """What the campaigns' folders hold, beside the published site; of it only what has such a name."""
        sizes = {}
        for file in filter(Path.is_file, self.campaigns.glob("rehearsal-*/**/*")):
            name = file.relative_to(self.campaigns).parts[1]
            sizes[name] = sizes.get(name, 0) + file.stat().st_size
        return sum(size for name, size in sizes.items() if name != "site" and name.startswith(part))


def played(document):
    return sum(len(campaign["played"]) for campaign in document["campaigns"])


def expect(found, wanted, what):
    if found != wanted:
        raise Skip(f"{found} of {wanted} {what}")


class Table:
    """Rows as they are measured; a figure that cannot be is a reason instead."""

    def __init__(self, programs, floor=None):
        self.programs = programs
        # The program that writes files and tables alone.
        self.floor = floor
        self.rows = []

    def add(self, bench, runs, unit, figures, is_better_higher=False):
        shown = [figure if isinstance(figure, str) else rounded(figure) for figure in figures]
        if len(figures) == 2:
            ratio = "" if any(isinstance(figure, str) or not figure for figure in figures) else figures[0] / figures[1]
            shown.append(ratio and rounded(ratio if is_better_higher else 1 / ratio))
        self.rows.append([bench, str(runs), unit, *shown])

    def measure(self, bench, work):
        """For each program what the work returns, or why it could not be done."""
        results = []
        for program in self.programs:
            try:
                results.append(work(program))
            except (Skip, OSError, KeyError) as reason:
                results.append(f"skipped: {reason}")
            print(f"{bench}, {program.label}: {results[-1]}", file=sys.stderr)
        return results

    def measure_in_turn(self, bench, rounds, work):
        """For each program the medians of what the work returned in these rounds, or why it could not be done. The programs take turns, so that all
        meet the same disk; the round that makes their hosts is not counted, since it deletes files, too."""
        by_round = [self.measure(bench, work) for _ in range(rounds + 1)]
        return [medians(runs) for runs in zip(*by_round)]

    def print(self):
        ratio = [f"{self.programs[0].label} : {self.programs[1].label}"] if len(self.programs) == 2 else []
        head = ["Bench", "Runs", "Median of", *(program.label for program in self.programs), *ratio]
        for row in [head, ["---"] * len(head), *self.rows]:
            print("| " + " | ".join(row) + " |")


def medians(runs):
    """The medians of the figures of all runs but the first, or why one of them could not be done."""
    skipped = [run for run in runs if isinstance(run, str)]
    return skipped[0] if skipped else [statistics.median(figures) for figures in zip(*runs[1:])]


def counted(number, what):
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def rounded(figure):
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"


def of(results, number):
    return [result if isinstance(result, str) else result[number] for result in results]


class Burst:
    """A process for each email, one after the other: milliseconds of each until it returned, and until all that they left in the background had ended."""

    def __init__(self, emails, arguments_for):
        ended, inherited = os.pipe()
        begun = time.perf_counter()
        for number, email in enumerate(emails):
            with open(email, "rb") as source:
                words = [str(word) for word in arguments_for(number, email)]
                done = subprocess.run(words, stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, pass_fds=[inherited], check=False)
            if done.returncode:
                raise failed(done.stderr.decode(errors="replace"), done.returncode)
        os.close(inherited)
        self.returned = (time.perf_counter() - begun) * 1000 / len(emails)
        # The other end is closed once no process has it any more.
        with open(ended, "rb") as pipe:
            pipe.read()
        self.done = (time.perf_counter() - begun) * 1000 / len(emails)


def receive(table, sizes, folder):
    """Bursts of emails, a process for each; the bare programs take the same bursts in turn with ashpost, so that all meet the same disk."""
    linked = folder / "bare-receive"
    subprocess.run(["rustc", "--edition", "2024", "-O", "-o", linked, HERE / "bare" / "receive.rs"], check=True)
    bare = installed(linked, folder)

    for campaigns in sizes["receive"]:

        def work(program, campaigns=campaigns):
            host, floor_host = (program.host("--campaigns", str(campaigns), "--turns", "1", "--leave-mail") for _ in range(2))
            emails = host.folder / "emails"
            (host.campaigns / "mail" / "new").rename(emails)
            (host.campaigns / "mail" / "new").mkdir()
            kept = Path(tempfile.mkdtemp(prefix="kept-", dir=folder))
            # On a host at work a tick has seen the files as they are; those of a copy are new to it.
            host.run("tick").document()
            floor_host.make_spool()
            sent = len(os.listdir(host.campaigns / "sent"))
            os.sync()
            all_emails, bare_bursts, floor_bursts, bursts = sorted(emails.iterdir())[:MOST_RECEIVED], [], [], []
            for first in range(0, len(all_emails), BURST):
                burst = all_emails[first : first + BURST]
                bare_bursts.append(Burst(burst, lambda number, _, first=first: [bare, kept, first + number]))
                if table.floor:
                    floor = [table.floor, "receive", floor_host.campaigns]
                    floor_bursts.append(Burst(burst, lambda number, email, first=first: [*floor, email.name.split(".")[1], first + number]))
                bursts.append(Burst(burst, lambda _, _email: host.words("receive", is_json=False)))
            expect(len(os.listdir(host.campaigns / "sent")) - sent, len(all_emails), "emails answered")
            done, bare_done, floor_done = (of and statistics.median(burst.done for burst in of) for of in (bursts, bare_bursts, floor_bursts))
            return 1000 / done, 1000 / bare_done, done / bare_done, statistics.median(burst.returned for burst in bursts), floor_done and 1000 / floor_done

        results = table.measure(f"receive, {campaigns}", work)
        runs, what = min(campaigns * 8, MOST_RECEIVED), f"receive, {counted(campaigns, 'campaign')}"
        table.add(what, runs, "emails/s", of(results, 0), is_better_higher=True)
        table.add("the bare program beside it", runs, "emails/s", of(results, 1), is_better_higher=True)
        table.add(f"{what}: the bare program is faster by", runs, "times", of(results, 2))
        table.add(f"{what}: until it returns", runs, "ms", of(results, 3))
        if table.floor:
            table.add(f"{what}: its files and tables alone", runs, "emails/s", of(results, 4), is_better_higher=True)


def mail(table, sizes, _folder):
    def host_of(program):
        return program.host("--campaigns", str(sizes["campaigns"]), "--turns", "1", "--leave-mail")

    def work(program):
        host = host_of(program)
        run = host.run("tick")
        emails = host.document["emails_waiting"]
        verdicts = [mail["verdict"] for campaign in run.document()["campaigns"] for mail in campaign["mails"]]
        expect(verdicts.count("accepted"), emails, "emails accepted")
        return emails / run.wall, run.cpu * 1000 / emails

    def floor(program):
        host = host_of(program)
        return [host.document["emails_waiting"] / Run([table.floor, "mail", host.campaigns, os.cpu_count()]).well().wall]

    rounds = sizes["mail"]
    results = table.measure_in_turn("mail", rounds, work)
    what = f"tick over {sizes['campaigns'] * 8} emails, {counted(sizes['campaigns'], 'campaign')}"
    table.add(what, rounds, "emails/s", of(results, 0), is_better_higher=True)
    table.add(f"{what}: CPU of one email", rounds, "ms", of(results, 1))
    if table.floor:
        floors = table.measure_in_turn("mail, floor", rounds, floor)
        table.add(f"{what}: its files and tables alone", rounds, "emails/s", of(floors, 0), is_better_higher=True)


def idle(table, sizes, _folder):
    for campaigns in sizes["idle"]:

        def work(program, campaigns=campaigns):
            host = program.host("--campaigns", str(campaigns), "--turns", "1")
            ticks = [host.run("tick", host.next_tick + timedelta(minutes=5 * number), is_json=False) for number in range(11)]
            for tick in ticks:
                if tick.code or tick.out:
                    raise failed(tick.errors or tick.out, tick.code)
            return [statistics.median(getattr(tick, of) for tick in ticks[1:]) * 1000 for of in ("wall", "cpu")]

        results = table.measure(f"idle, {campaigns}", work)
        table.add(f"idle tick, {counted(campaigns, 'campaign')}, from the second run on", 10, "ms", of(results, 0))
        table.add(f"idle tick, {counted(campaigns, 'campaign')}: CPU", 10, "ms", of(results, 1))


def turns(table, sizes, _folder):
    for campaigns, repeats in sizes["turns"]:

        def work(program, campaigns=campaigns):
            host = program.host("--campaigns", str(campaigns), "--turns", "2", "--format", "both", "--due")
            run = host.run("tick", watch=True)
            expect(played(run.document()), campaigns, "turns played")
            return campaigns / run.wall, run.cpu * 1000 / campaigns, run.peak / 1024

        results = table.measure_in_turn(f"turns, {campaigns}", repeats, work)
        what = f"tick that plays {counted(campaigns, 'turn')} of 8 seats, with pictures"
        table.add(what, repeats, "turns/s", of(results, 0), is_better_higher=True)
        table.add(f"{what}: CPU of one turn", repeats, "ms", of(results, 1))
        table.add(f"{what}: peak memory", repeats, "MiB", of(results, 2))


def disk(table, sizes, _folder):
    campaigns, parts = sizes["disk"], ["", "campaign.db", "reports"]

    def work(program):
        host = program.host("--campaigns", str(campaigns), "--turns", "4", "--format", "both", "--leave-mail")
        before = [host.bytes(part) for part in parts]
        document = host.run("tick").document()
        deadline = max(campaign["deadline_utc"] for campaign in document["campaigns"])
        after_deadline = datetime.strptime(deadline, "%Y-%m-%d %H:%M UTC").replace(tzinfo=timezone.utc) + timedelta(minutes=5)
        expect(played(host.run("tick", after_deadline).document()), campaigns, "turns played")
        return [(host.bytes(part) - size) / campaigns / 1024 for part, size in zip(parts, before)]

    results = table.measure("disk", work)
    for number, part in enumerate(parts):
        what = f", {part} alone" if part else ", beside site/"
        table.add(f"disk for turn 5 of 8 seats with its emails{what}", 1, f"KiB, mean of {campaigns}", of(results, number))


def turn_300(table, sizes, _folder):
    """Both turns of a pair on hosts that were copied before either is played, each first in every other pair, and a turn of other copies before them.
    Otherwise each would be the first run after its own copy, which waits for what the copy left to the system: the longer for the host of 300 turns,
    which has 600 files more. A turn of cron follows no copy."""
    last = sizes["last_turn"]

    def work(program):
        def host(turn):
            return program.host("--campaigns", "1", "--scenario", "first-steps", "--turns", str(turn - 1), "--idle", "--due")

        runs = {5: [], last: []}
        for number in range(sizes["turn_pairs"]):
            before, pair = [host(turn) for turn in runs], {turn: host(turn) for turn in runs}
            for spare in before:
                spare.run("tick").document()
            for turn in sorted(pair, reverse=number % 2 == 1):
                runs[turn].append(pair[turn].run("tick"))
                expect(played(runs[turn][-1].document()), 1, "turns played")
        early, late = ([run.wall * 1000 for run in of_turn] for of_turn in runs.values())
        ratio = statistics.median(after / before for before, after in zip(early, late))
        return statistics.median(early), statistics.median(late), ratio, pair[last].bytes("campaign.db") / 1024 / 1024

    results, runs = table.measure("turn-300", work), sizes["turn_pairs"]
    for number, turn in enumerate((5, last)):
        table.add(f"tick that plays turn {turn}, 2 idle seats", runs, "ms", of(results, number))
    table.add(f"turn {last} takes as long as turn 5", runs, "times", of(results, 2))
    table.add(f"campaign.db after {last} turns of 2 idle seats", 1, "MiB", of(results, 3))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", nargs="+", metavar="[LABEL=]PATH", help="one ashpost, or two to compare: the newer first")
    parser.add_argument("--maker", help="an ashpost that makes the hosts for one without `rehearse`, with the same database version")
    parser.add_argument("--rows", default=",".join(ROWS), help=f"which benches, of {','.join(ROWS)}")
    parser.add_argument("--floor", type=Path, help="the bench `floor`: also measure what the files and tables of emails cost alone")
    parser.add_argument("--quick", action="store_true", help="small hosts, to see that it works; the figures mean nothing")
    parser.add_argument("--large", action="store_true", help="also play 1,000 turns in one tick")
    parser.add_argument("--folder", help="where to make the hosts, on the disk that is to be measured; else the usual place for such")
    arguments = parser.parse_args()
    unknown = [row for row in arguments.rows.split(",") if row not in ROWS]
    if unknown or len(arguments.programs) > 2:
        parser.error(f"there is no bench `{unknown[0]}`: expected some of {','.join(ROWS)}" if unknown else "expected one or two programs")
    sizes = {"receive": [10, 1000], "campaigns": 100, "mail": 9, "idle": [100, 1000], "turns": [(100, 3)], "disk": 10, "last_turn": 300, "turn_pairs": 10}
    if arguments.large:
        sizes["turns"].append((1000, 1))
    if arguments.quick:
        sizes = {"receive": [1], "campaigns": 2, "mail": 1, "idle": [2], "turns": [(2, 1)], "disk": 1, "last_turn": 12, "turn_pairs": 2}
    benches = dict(zip(ROWS, [receive, mail, idle, turns, disk, turn_300]))
    if arguments.folder:
        Path(arguments.folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="ashpost-bench-", dir=arguments.folder) as folder:
        folder = Path(folder)
        (folder / "made").mkdir()
        programs = [Program(program, arguments.maker, folder) for program in arguments.programs]
        table = Table(programs, arguments.floor)
        for row in arguments.rows.split(","):
            benches[row](table, sizes, folder)
        table.print()


if __name__ == "__main__":
    main()
