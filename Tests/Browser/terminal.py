"""A program in a terminal of its own, whose screen a test reads and waits for."""

import fcntl
import os
import pty
import struct
import subprocess
import termios
import threading

import pyte


class Terminal:
    def __init__(self, command, width=100, height=30, **environment):
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.condition = threading.Condition()
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True, env={**os.environ, "TERM": "linux", "LANG": "C.UTF-8", **environment})
        os.close(slave)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                data = b""
            with self.condition:
                if data:
                    self.stream.feed(data)
                self.condition.notify_all()
            if not data:
                return

    @property
    def text(self):
        with self.condition:
            return "\n".join(self.screen.display)

    def type(self, text):
        os.write(self.master, text.encode())

    def expect(self, text, isShown=True):
        """Waits until the screen shows a text, or no longer does."""
        with self.condition:
            if not self.condition.wait_for(lambda: (text in "\n".join(self.screen.display)) == isShown, timeout=30):
                raise AssertionError(f"The terminal {'does not show' if isShown else 'still shows'} '{text}':\n" + "\n".join(self.screen.display))

    def stop(self, signal=15):
        if self.process.poll() is None:
            self.process.send_signal(signal)
        self.process.wait()
        os.close(self.master)
