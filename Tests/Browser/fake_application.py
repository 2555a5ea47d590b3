"""An application in Python that speaks the inspector's protocol, version 1: a library to which titles are added.

It shows that the protocol can be spoken without Millrace, and lets tests send many turns, hostile ones, and none.
"""

import json
import os
import socket
import struct
import threading
import time
from urllib.parse import urlsplit

BITS = (1 << 64) - 1


def siphash128(key, data):
    """SipHash-2-4 with 128 bits of output (Aumasson and Bernstein, 2012)."""
    k0, k1 = struct.unpack("<QQ", key)
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D ^ 0xEE, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def turn(value, by):
        return (value << by | value >> (64 - by)) & BITS

    def rounds(count):
        for _ in range(count):
            v[0] = v[0] + v[1] & BITS
            v[1] = turn(v[1], 13) ^ v[0]
            v[0] = turn(v[0], 32)
            v[2] = v[2] + v[3] & BITS
            v[3] = turn(v[3], 16) ^ v[2]
            v[0] = v[0] + v[3] & BITS
            v[3] = turn(v[3], 21) ^ v[0]
            v[2] = v[2] + v[1] & BITS
            v[1] = turn(v[1], 17) ^ v[2]
            v[2] = turn(v[2], 32)

    padded = data + b"\0" * (7 - len(data) % 8) + bytes([len(data) & 255])
    for (word,) in struct.iter_unpack("<Q", padded):
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xEE
    rounds(4)
    first = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xDD
    rounds(4)
    return struct.pack("<QQ", first, v[0] ^ v[1] ^ v[2] ^ v[3])


def frame(head, body=None):
    head = json.dumps(head, ensure_ascii=False).encode()
    body = b"" if body is None else json.dumps(body, ensure_ascii=False).encode()
    return struct.pack(">II", 4 + len(head) + len(body), len(head)) + head + body


class FakeApplication:
    """Connects to the address that a tool printed; `add` takes a turn, `shown` is the state that it shows."""

    def __init__(self, address, name="Python notes", process=None, allows=("back", "send")):
        self.titles, self.last, self.shown, self.present = [], 0, None, []
        self.lock, self.error, self.asked, self.is_showing = threading.RLock(), None, [], False
        url = urlsplit(address)
        self.socket = socket.create_connection((url.hostname, url.port))
        key = bytes.fromhex(url.fragment)
        theirs = bytes.fromhex(self.read()[0]["nonce"])
        mine = os.urandom(16)
        self.write({"hello": 1, "nonce": mine.hex(), "proof": siphash128(key, b"app" + theirs + mine).hex()})
        welcome = self.read()[0]
        assert welcome.get("proof") == siphash128(key, b"tool" + mine + theirs).hex(), welcome
        self.write({"application": name, "process": process or os.getpid(), "program": "python", "system": "Linux"})
        self.write({"flow": 1, "name": "notes", "allows": list(allows), "last": 0})
        # A store is named again when more is known of it.
        self.write({"store": 1, "flow": 1, "name": "library", "exact": False})
        self.write({"store": 1, "flow": 1, "name": "library", "exact": True, "messages": ["note@1"], "states": ["library@1"]})
        threading.Thread(target=self.answer, daemon=True).start()

    def read(self):
        def exactly(count):
            data = b""
            while len(data) < count:
                more = self.socket.recv(count - len(data))
                if not more:
                    raise EOFError
                data += more
            return data

        size, head = struct.unpack(">II", exactly(8))
        data = exactly(size - 4)
        return json.loads(data[:head]), json.loads(data[head:] or b"null")

    def write(self, head, body=None):
        with self.lock:
            self.socket.sendall(frame(head, body))

    def state(self, titles):
        return {"titles": titles[-100:], "count": len(titles)}

    def turn(self, title, cause="sent", effects=()):
        self.last += 1
        self.titles.append(title)
        text = f"added({title})"[:200].replace("\n", " ")
        return frame({"turn": self.last, "flow": 1, "store": 1, "at": time.time_ns(), "kind": "note@1", "name": "added", "text": text, "cause": cause, "update": 1500, "observers": 700, "effects": list(effects)}, {"added": {"title": title}})

    def add(self, *titles, **more):
        with self.lock:
            self.socket.sendall(b"".join(self.turn(title, **more) for title in titles))

    def event(self, kind, effect, turn, **more):
        self.write({"event": {"kind": kind, "effect": effect, "turn": turn, "label": "save", "id": "save", "queue": "writes", **more}, "flow": 1, "store": 1, "after": self.last, "at": time.time_ns()})

    def answer(self):
        try:
            while True:
                head, body = self.read()
                with self.lock:
                    self.asked.append(head["do"])
                    self.write({"answer": head["request"]}, getattr(self, "do_" + head["do"])(body))
        except (EOFError, OSError) as error:
            self.error = error

    def do_sample(self, body):
        self.write({"state": self.last, "flow": 1, "store": 1, "at": time.time_ns(), "kind": "library@1"}, self.state(self.titles))

    def do_facts(self, body):
        return [{"store": 1, "name": "library", "tables": [{"title": "Titles", "columns": ["Number"], "rows": [[str(len(self.titles))]], "marked": []}],
                 "diagram": {"nodes": [{"id": "empty", "title": "empty", "active": not self.titles}, {"id": "filled", "title": "filled", "active": bool(self.titles)}], "edges": [{"from": "empty", "to": "filled", "title": "added", "count": 1, "last": True}]}}]

    def do_compute(self, body):
        titles = []
        for given in body["states"]:
            titles = list(given["state"]["titles"])
        wanted, states = set(body["want"]), []
        for turn in body["turns"]:
            titles.append(turn["message"]["added"]["title"])
            if turn["turn"] in wanted:
                states.append({"turn": turn["turn"], "store": "library", "kind": "library@1", "state": self.state(titles)})
        return {"states": states, "problems": []}

    def do_show(self, body):
        self.is_showing = True
        self.shown = body["states"][0]["state"] if body["states"] else None
        self.write({"showing": body["turn"], "flow": 1})

    def do_present(self, body):
        self.is_showing = False
        self.shown = None
        self.write({"showing": None, "flow": 1})

    def do_keep(self, body):
        """Puts given states in the place of the present: a break, which takes a number of a turn, and new samples."""
        for given in body["states"]:
            self.titles = list(given["state"]["titles"])
        self.shown, self.last = None, self.last + 1
        if self.is_showing:
            self.is_showing = False
            self.write({"showing": None, "flow": 1})
        self.write({"break": self.last, "flow": 1, "at": time.time_ns(), "reason": body["why"]})
        self.do_sample(None)
        return {"break": self.last}

    def do_send(self, body):
        self.socket.sendall(self.turn(body["message"]["added"]["title"], cause="posted"))

    def stop(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()
