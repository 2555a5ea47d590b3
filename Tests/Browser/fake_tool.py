"""A stand-in for millrace-inspect: the HTTP API of the inspector with made-up histories.

Turns are computed from their number, so a history of 1,000,000 turns costs nothing. A test changes what the tool
answers while the page is open: more turns, slow or failing answers, a dropped stream, hostile contents.

Run by itself, it prints an address to open in a browser: python3 fake_tool.py [--turns 1000] [--rate 5] [--hostile]
"""

import argparse
import json
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

PAGE = Path(__file__).resolve().parents[2] / "Inspector" / "Sources" / "InspectorServer" / "Page"
TOKEN = "0123456789abcdef0123456789abcdef"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}
BEGAN = 1_700_000_000_000_000_000
HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'></style>&amp;\u202e{{7*7}}"
STORES = ["library", "connection", "search", "editor"]
NAMES = {
    "library": ["added", "renamed", "removed", "saved"],
    "connection": ["connect", "opened", "lost", "retry"],
    "search": ["typed", "found"],
    "editor": ["opened", "changed", "closed"],
}
WORDS = ["Milk", "Bread", "Call Anna", "Water the plants", "Read the paper", "Repair the bicycle", "Pay the rent"]


class Refusal(Exception):
    def __init__(self, status, sentence):
        super().__init__(sentence)
        self.status = status


class FakeHistory:
    """One history; turn n belongs to a store, has a message, and perhaps an effect, by arithmetic alone."""

    def __init__(self, number=1, application="Notes", flow="notes", turns=120, hostile=False, **more):
        self.number, self.application, self.flow, self.turns = number, application, flow, turns
        self.hostile, self.showing, self.status, self.note = hostile, None, "connected", None
        self.allows, self.kind, self.computes, self.lost = ["back", "send"], "live", True, 0
        self.first_state = 0
        self.active, self.branches, self.branch = "online", False, None
        self.shown, self.sent, self.kept, self.breaks, self.forms = [], [], [], [], {}
        self.__dict__.update(more)

    def store(self, n):
        name = STORES[(n * 7 + n // 3) % 4 if n % 5 else 0]
        return self.said(name) if self.hostile else name

    def said(self, text):
        return f"{text} {HOSTILE}" if self.hostile else text

    def name(self, n):
        names = NAMES[STORES[(n * 7 + n // 3) % 4 if n % 5 else 0]]
        return self.said(names[n % len(names)])

    def at(self, n):
        return BEGAN + n * 50_000_000 + (n * n * 7919) % 40_000_000

    def cause(self, n):
        if n % 9 == 4 and n > 3:
            return f"effect 1 of turn {n - 3}"
        if n % 11 == 5 and n > 1:
            return f"turn {n - 1}"
        return "posted" if n % 3 == 0 else "sent"

    def events(self, n):
        """The events of the effects that turn n began; a turn three before one caused by an effect has one."""
        if n % 9 != 1:
            return []
        ends = ["finished", "failed", "finished", "cancelled", "finished", "dropped"]
        end = ends[n // 9 % 6]
        base = {"effect": 1, "turn": n, "label": self.said("save"), "id": self.said("save"), "queue": self.said("writes")}
        at, events = self.at(n), []
        if n % 2:
            events.append({**base, "kind": "waiting", "at": at + 100_000, "after": n})
        if end != "dropped":
            events.append({**base, "kind": "started", "at": at + 12_000_000, "after": n})
        if n + 3 <= self.turns:
            reason = {"failed": self.said("The server did not answer within 10 s."), "dropped": "the queue takes the newest only"}
            last = {**base, "kind": end, "at": at + 70_000_000 + n % 50 * 1_000_000, "after": n + 2}
            if end in reason:
                last["reason"] = reason[end]
            events.append(last)
        return events

    def row(self, n):
        events = self.events(n)
        word = self.said(WORDS[n % len(WORDS)])
        return {
            "n": n, "at": self.at(n), "store": self.store(n), "name": self.name(n), "text": f"{self.name(n)}({word})",
            "cause": self.cause(n), "update": 900 + n * 31 % 5000 + (22_000_000 if n % 97 == 50 else 0),
            "observers": 400 + n * 17 % 90_000, "effects": 1 if events else 0,
            **({"unhandled": True} if n % 41 == 7 else {}),
            **({"failed": True} if events and events[-1]["kind"] == "failed" else {}),
        }

    def message(self, n):
        if n in self.forms:
            return self.forms[n]
        return {self.name(n): {"title": self.said(WORDS[n % len(WORDS)]), "id": 9007199254740993 + n, "share": 1.0, "tags": [self.said("home"), None, True]}}

    def json(self):
        names = sorted({self.said(name) for every in NAMES.values() for name in every})
        return {
            "id": self.number, "application": self.said(self.application), "process": 4711, "flow": self.said(self.flow), "kind": self.kind,
            "status": self.status, **({"note": self.note} if self.note else {}), "allows": self.allows, "computes": self.computes,
            "turns": self.turns, "first": 1 if self.turns else 0, "last": self.turns, "lost": self.lost, "showing": self.showing,
            **({"branches": True} if self.branches else {}), **({"breaks": self.breaks} if self.breaks else {}), "began": BEGAN, "stores": [{"name": self.said(name), "dialect": "Katana", "exact": True, "turns": self.turns // 4, "kinds": ["note@2"]} for name in STORES], "names": names,
        }

    # The list of turns, filtered.

    def matches(self, n, query):
        row = self.row(n)
        for key, values in query.items():
            if key == "store" and row["store"] not in values or key == "name" and row["name"] not in values:
                return False
            if key == "text" and not all(value.lower() in row["text"].lower() for value in values):
                return False
            if key == "cause" and row["cause"].split()[0] not in values:
                return False
            if key == "flags" and not any({"failed": row.get("failed"), "unhandled": row.get("unhandled"), "slow": row["update"] > 4e6}.get(value) for value in values[0].split(",")):
                return False
            if key == "from" and row["at"] < int(values[0]) or key == "until" and row["at"] > int(values[0]):
                return False
            if key == "changed" and not values[0].startswith(row["store"]):
                return False
        return True

    def found(self, query):
        words = {key: query[key] for key in ("store", "name", "text", "cause", "flags", "from", "until", "changed") if key in query}
        if not words:
            return range(1, self.turns + 1)
        return [n for n in range(1, min(self.turns, 20_000) + 1) if self.matches(n, words)]

    # The state: of the library, entries that grow; every store has the same form.

    def state(self, n, store):
        if n < self.first_state:
            raise Refusal(409, "There is no state of this turn: the application could not compute it, and no snapshot was kept.")
        size = n // 4 + 3
        state = {
            "title": self.said("Shopping"), "count": n, "exact": 9007199254740993 + n, "share": 1.5, "online": n % 10 < 7,
            "entries": [{"title": self.said(WORDS[k % len(WORDS)]), "done": k % 3 == 0, "turn": k * 4} for k in range(min(size, 1000))],
            "draft": self.said(WORDS[n % 7]) if n % 2 else None, "long": "A long text. " * 60,
            "settings": {self.said("theme"): "dark", "sizes": {"list": n // 10, "detail": 2}},
        }
        if n % 6 == 0:
            state["notice"] = "saved"
        return state

    @staticmethod
    def at_path(value, path):
        for key in path:
            value = value[key] if isinstance(value, (dict, list)) and (isinstance(key, int) and isinstance(value, list) and key < len(value) or isinstance(value, dict) and key in value) else None
        return value

    @staticmethod
    def child(key, value):
        if isinstance(value, dict):
            return {"key": key, "type": "object", "count": len(value), "text": "{…} %d members" % len(value)}
        if isinstance(value, list):
            return {"key": key, "type": "array", "count": len(value), "text": "[…] %d elements" % len(value)}
        text = json.dumps(value, ensure_ascii=False)
        return {"key": key, "type": "text" if isinstance(value, str) else "number", "count": 0, "text": text if len(text) <= 200 else text[:199] + "…"}

    def level(self, n, store, path, at, count):
        value, before = self.at_path(self.state(n, store), path), self.at_path(self.state(max(0, n - 1), store), path) if n > self.first_state else None
        items = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
        earlier = dict(before.items() if isinstance(before, dict) else enumerate(before) if isinstance(before, list) else [])
        children = []
        for key, inner in items[at:at + count]:
            child = self.child(key, inner)
            if key not in earlier:
                child["changed"] = True
            elif earlier[key] != inner:
                child["changed"] = True
                if child["count"] == 0 and not isinstance(inner, (dict, list)):
                    child["before"] = self.child(key, earlier[key])["text"]
            children.append(child)
        kept = {key for key, _ in items}
        removed = [self.child(key, inner) for key, inner in earlier.items() if key not in kept]
        return {"turn": n, "of": n, "origin": "computed", "kind": "library@1", "type": self.child("", value)["type"], "total": len(items), "at": at, "children": children, "removed": removed}

    def scalars(self, value, path=()):
        if isinstance(value, (dict, list)):
            for key, inner in (value.items() if isinstance(value, dict) else enumerate(value)):
                yield from self.scalars(inner, (*path, key))
        else:
            yield list(path), json.dumps(value, ensure_ascii=False)

    def answer(self, what, query, body):
        one = {key: values[0] for key, values in query.items()}
        if what == "turns":
            found, at, count = self.found(query), int(one.get("at", 0)), min(500, int(one["count"]))
            return {"total": len(found), "at": at, "turns": [self.row(n) for n in found[at:at + count]]}
        if what == "place":
            found = self.found(query)
            return {"at": next((place for place, n in enumerate(found) if n >= int(one["turn"])), len(found))} if not isinstance(found, range) else {"at": int(one["turn"]) - 1}
        if what == "turn":
            n = int(one["n"])
            chain, at = [], n
            while True:
                cause = self.cause(at)
                chain.append({"n": at, "store": self.store(at), "name": self.name(at), "cause": cause})
                origin = re.search(r"turn (\d+)$", cause)
                if not origin:
                    break
                at = int(origin[1])
            led = [{"n": m, "store": self.store(m), "name": self.name(m), "cause": self.cause(m)} for m in (n + 1, n + 3) if m <= self.turns and self.cause(m).endswith(f"turn {n}")]
            return {**self.row(n), "message": self.message(n), "kind": "note@2", "swift": f'store.send(.{self.name(n)}("{WORDS[n % len(WORDS)]}"))', "events": self.events(n), "led": led, "chain": chain}
        if what == "state":
            n, store, path = int(one["n"]), one["store"], json.loads(one.get("path", "[]"))
            if "whole" in one:
                return {"text": json.dumps(self.at_path(self.state(n, store), path), ensure_ascii=False)}
            return self.level(n, store, path, int(one.get("at", 0)), int(one.get("count", 200)))
        if what == "search":
            hits = [{"path": path, "text": text} for path, text in self.scalars(self.state(int(one["n"]), one["store"])) if one["text"].lower() in text.lower()]
            return {"hits": hits[:200], "isComplete": len(hits) <= 200}
        if what == "difference":
            before, after = (dict((json.dumps(path), text) for path, text in self.scalars(self.state(int(one[side]), one["store"]))) for side in ("from", "to"))
            changes = []
            for path in sorted(before.keys() | after.keys()):
                if before.get(path) != after.get(path):
                    kind = "added" if path not in before else "removed" if path not in after else "changed"
                    changes.append({"path": json.loads(path), "kind": kind, **({"before": before[path]} if path in before else {}), **({"after": after[path]} if path in after else {})})
            return {"changes": changes[:1000], "isComplete": True}
        if what == "values":
            path, values, last = json.loads(one["path"]), [], None
            for n in range(max(int(one["from"]), int(one["to"]) - 200), int(one["to"]) + 1):
                value = self.at_path(self.state(n, one["store"]), path)
                text = json.dumps(value, ensure_ascii=False)[:200]
                if text != last:
                    values.append({"n": n, "text": text, **({"number": value} if isinstance(value, (int, float)) and not isinstance(value, bool) else {})})
                last = text
            return {"values": values[-1000:], "isComplete": True}
        if what == "time":
            begin, end = int(one["from"]), int(one["until"])
            low, high = max(1, (begin - BEGAN) // 50_000_000 - 2), min(self.turns, (end - BEGAN) // 50_000_000 + 2)
            inside = [n for n in range(low, min(high, low + 4000) + 1) if begin <= self.at(n) <= end]
            effects = []
            for n in inside:
                events = {event["kind"]: event for event in self.events(n)}
                if events:
                    kind = list(events)[-1]
                    last = events[kind]
                    effects.append({"store": self.store(n), "effect": 1, "turn": n, "label": last["label"], "id": last["id"], "queue": last["queue"], "waited": 11_900_000 if "waiting" in events else 0, "began": events.get("started", {}).get("at"),
                                    "ended": last["at"] if kind not in ("started", "waiting") else None, "end": kind if kind not in ("started", "waiting") else None, "reason": last.get("reason"), "led": [n + 3] if n + 3 <= self.turns else []})
            stores = [{"name": self.said(name), "turns": [[n, self.at(n), self.row(n)["update"]] for n in inside if self.store(n) == self.said(name)]} for name in STORES]
            return {"from": begin, "until": end, "stores": stores, "effects": effects[:2000]}
        if what == "slow":
            return {"turns": sorted((self.row(n) for n in range(max(1, self.turns - 2000), self.turns + 1)), key=lambda row: -row["update"] - row["observers"])[:int(one["count"])]}
        if what == "machines":
            if self.kind == "journal":
                raise Refusal(409, "There is no application to ask: start it with millrace inspect notes.journal -- COMMAND.")
            def node(name, parent=None):
                return {"id": name, "title": self.said(name), "parent": parent, "active": name == self.active or name == "linked" and self.active in ("online", "busy")}
            def edge(a, b, title, count, last=False):
                return {"from": a, "to": b, "title": self.said(title), "count": count, "last": last}
            return {"turn": self.turns, "stores": [
                {"store": 1, "name": self.said("connection"), "dialect": "Harvest", "tables": [
                    {"title": self.said("Transitions"), "columns": [self.said("Input"), "From", "To", "Taken"], "rows": [[self.said("connect"), "offline", "connecting", "3"], ["opened", "connecting", "online", "2"], ["lost", "linked", "offline", "1"]], "marked": [1]}],
                 "diagram": {"nodes": [node("offline"), node("connecting"), node("linked"), node("online", "linked"), node("busy", "linked"), node("failed")],
                             "edges": [edge("offline", "connecting", "connect", 3), edge("connecting", "online", "opened", 2, True), edge("linked", "offline", "lost", 1), edge("online", "busy", "load", 5), edge("busy", "online", "loaded", 5), edge("connecting", "failed", "timeout", 0), edge("failed", "connecting", "retry", 0), edge("busy", "busy", "progress", 12)]}},
                {"store": 3, "name": self.said("library"), "dialect": "Katana", "tables": [{"title": "Subscriptions", "columns": ["Number", "Id"], "rows": [["1", self.said("feed")], ["2", "clock"]], "marked": []}]},
            ], "queues": [{"store": self.said("library"), "queue": self.said("writes"), "running": [{"effect": 7, "label": self.said("save")}], "waiting": [{"effect": 8, "label": "save"}, {"effect": 9}]}]}
        if what == "branch":
            self.branch = body
            return {"branch": {"id": 7, "from": body["from"], "turns": body["turns"], "problems": []}}
        if what == "branch/difference":
            taken = [turn.get("n") for turn in self.branch["turns"]]
            isSame = taken == list(range(self.branch["from"] + 1, self.branch["from"] + 1 + len(taken))) and len(taken) == min(100, self.turns - self.branch["from"])
            return {"changes": [] if isSame else [{"path": ["count"], "kind": "changed", "before": str(self.turns), "after": str(self.branch["from"] + len(taken))}], "isComplete": True}
        if what == "keep":
            if "keep" not in self.allows:
                raise Refusal(403, "The application does not allow it to keep a past from here; it has to say so where it attaches the inspector.")
            if "branch" in body and (not self.branch or body["branch"] != 7):
                raise Refusal(404, f"There is no branch {body['branch']}.")
            self.kept.append(body)
            self.showing = None
            number = self.turns + len(self.breaks) + 1
            self.breaks = [*self.breaks, {"n": number, "reason": self.said("The inspector put " + (f"turn {body['turn']}" if "turn" in body else "a branch") + " in the place of the present.")}]
            return {"break": number}
        if what in ("show", "present", "send", "sample"):
            if what != "sample" and ("send" if what == "send" else "back") not in self.allows:
                raise Refusal(403, "The application does not allow going back; attach with Inspector.attach(to: flow, allowing: .back)." if what != "send" else "The application takes no messages from the inspector.")
            if what == "show":
                self.showing = body["turn"]
                self.shown.append(body["turn"])
            if what == "present":
                self.showing = None
            if what == "send":
                self.sent.append(body)
                self.turns += 1
            return {}
        raise Refusal(404, f"There is no {what} in this interface.")


class FakeTool:
    """The server. A test reads and changes `histories`, `delay`, `refusals`; `changed()` tells the page."""

    def __init__(self, histories=None, port=0, token=TOKEN):
        self.histories = {history.number: history for history in (histories if histories is not None else [FakeHistory()])}
        self.token, self.delay, self.refusals, self.requests, self.bodies = token, {}, {}, [], []
        self.condition, self.version, self.drops, self.rate = threading.Condition(), 0, 0, 0
        self.is_over = False
        tool = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                tool.handle(self, None)

            def do_POST(self):
                tool.handle(self, self.rfile.read(int(self.headers.get("Content-Length", 0))))

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

            def handle_error(self, request, address):
                pass

        self.server = Server(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/#{self.token}"

    def changed(self):
        with self.condition:
            self.version += 1
            self.condition.notify_all()

    def add(self, count=1, history=1):
        self.histories[history].turns += count
        self.changed()

    def drop_streams(self):
        with self.condition:
            self.drops += 1
            self.condition.notify_all()

    def stop(self):
        with self.condition:
            self.is_over = True
            self.condition.notify_all()
        self.server.shutdown()
        self.server.server_close()

    def run_at(self, rate):
        """Adds turns at a rate a second, in the real time that the page measures frames in."""
        self.rate = rate

        def run():
            begin, first = time.monotonic(), self.histories[1].turns
            with self.condition:
                while self.rate == rate and not self.is_over:
                    self.condition.wait(0.1)
                    self.histories[1].turns = first + int((time.monotonic() - begin) * rate)
                    self.version += 1
                    self.condition.notify_all()

        threading.Thread(target=run, daemon=True).start()

    def reply(self, request, status, data, kind="application/json", more=()):
        request.send_response(status)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(data))), ("Content-Security-Policy", POLICY), ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
                            ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"), ("Cache-Control", "no-store"), *more):
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(data)

    def handle(self, request, body):
        url = urlsplit(request.path)
        if self.is_over:
            request.close_connection = True
            return None
        try:
            if not url.path.startswith("/api/"):
                file = PAGE / (url.path.lstrip("/") or "index.html")
                self.requests.append(url.path)
                if file.parent != PAGE or not file.is_file():
                    return self.reply(request, 404, b'{"error":"There is no such file."}')
                return self.reply(request, 200, file.read_bytes(), TYPES[file.suffix])
            self.api(request, url, body)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def api(self, request, url, body):
        def answer(status, value):
            self.reply(request, status, json.dumps(value, ensure_ascii=False).encode())

        self.requests.append(url.path)
        if body:
            self.bodies.append(body.decode())
        if request.headers.get("Authorization") != f"Bearer {self.token}":
            return answer(401, {"error": "The key in the address is not the one of this tool; open the address that it printed."})
        parts = url.path.split("/")
        what = "/".join(parts[4:]) if len(parts) > 4 else parts[2]
        if self.delay.get(what):
            with self.condition:
                self.condition.wait_for(lambda: self.is_over or not self.delay.get(what), timeout=self.delay[what])
        if what in self.refusals:
            return answer(*self.refusals[what])
        if what == "histories":
            return answer(200, [history.json() for history in self.histories.values()])
        if what == "changes":
            return self.stream(request)
        history = self.histories.get(int(parts[3])) if parts[3].isdigit() else None
        if history is None:
            return answer(404, {"error": f"There is no history {parts[3]}."})
        try:
            if what == "out":
                return self.reply(request, 200, b"// turns\n", "text/plain", [("Content-Disposition", 'attachment; filename="turns.swift"')])
            value = history.answer(what, parse_qs(url.query), json.loads(body) if body else None)
        except Refusal as refusal:
            return answer(refusal.status, {"error": str(refusal)})
        answer(200, value)
        if body is not None:
            self.changed()

    def stream(self, request):
        request.send_response(200)
        for name, value in (("Content-Type", "application/x-ndjson"), ("Cache-Control", "no-store"), ("Content-Security-Policy", POLICY), ("Connection", "close")):
            request.send_header(name, value)
        request.end_headers()
        seen, drops, sent = -1, self.drops, {}
        while True:
            with self.condition:
                self.condition.wait_for(lambda: self.version != seen or self.drops != drops or self.is_over, timeout=10)
                if self.drops != drops or self.is_over:
                    break
                idle, seen = self.version == seen, self.version
                lines = [json.dumps({"history": history.json()}, ensure_ascii=False) for history in self.histories.values()]
            lines = ['{"alive":true}'] if idle else [line for line in lines if sent.get(line[:24]) != line]
            for line in lines:
                sent[line[:24]] = line
            request.wfile.write("".join(line + "\n" for line in lines).encode())
            request.wfile.flush()
        request.close_connection = True


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--rate", type=int, default=0)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--hostile", action="store_true")
    options = parser.parse_args()
    tool = FakeTool([FakeHistory(turns=options.turns, hostile=options.hostile), FakeHistory(2, "Washer", "washing", 40)], options.port)
    if options.rate:
        tool.run_at(options.rate)
    print(tool.address, flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        tool.stop()
