# SPDX-License-Identifier: Apache-2.0
"""Daemons, their clock and their logs."""

import contextlib
import mmap
import os
import shutil
import socket
import struct
import subprocess
import threading
import time

from protocol import AdapterError

MICROS = 1_000_000
HERE = os.path.dirname(os.path.abspath(__file__))


def need(program, package, folder="/usr/sbin"):
    """Returns the path of a program, which is in a folder beside those of the PATH, or on it."""
    path = shutil.which(program, path=folder + ":" + os.environ.get("PATH", "") + ":/usr/sbin")
    if path is None:
        raise AdapterError(f"no program {program}; on Debian it is in the package {package}")
    return path


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def run(command, environment=None, check=True):
    """Runs a command to its end and returns its output."""
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if check and done.returncode:
        raise AdapterError(f"{' '.join(command)}: status {done.returncode}: {done.stdout.strip()}")
    return done.stdout


def compile_program(source, target, *options):
    run([need("cc", "gcc, with libc6-dev"), "-O2", os.path.join(HERE, source), "-o", target, *options])


def until(condition, what, seconds=30.0, pause=0.002):
    """Polls until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AdapterError(f"not within {seconds:.0f} s: {what}")
        time.sleep(pause)


def holds_soon(condition, seconds=0.1, pause=0.002):
    """Returns whether a condition holds within a short time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True


class Clock:
    """A time of day that daemons see and that passes only by `advance`."""

    def __init__(self, folder, thread=""):
        """Creates it.

        thread: the name of the daemon's thread of which `waits_until` tells
        """
        self._thread = thread
        self._library = os.path.join(folder, "clock.so")
        self._path = os.path.join(folder, "clock")
        compile_program("clock.c", self._library, "-shared", "-fPIC")
        with open(self._path, "wb") as file:
            file.write(struct.pack("qq", 0, 0))
        with open(self._path, "r+b") as file:
            self._memory = mmap.mmap(file.fileno(), 16)
        self._lock = threading.Lock()
        self.set(time.time())

    def environment(self):
        return {"LD_PRELOAD": self._library, "CLOCK_FILE": self._path, "CLOCK_THREAD": self._thread}

    def set(self, seconds):
        self._memory[:8] = struct.pack("q", int(seconds * MICROS))

    def now(self):
        return struct.unpack("q", self._memory[:8])[0] / MICROS

    def waits_until(self):
        return struct.unpack("q", self._memory[8:])[0] / MICROS

    def advance(self, seconds):
        with self._lock:
            self.set(self.now() + seconds)

    @contextlib.contextmanager
    def running(self):
        """Lets it pass as time does."""
        stop = threading.Event()

        def run_on():
            while not stop.wait(0.01):
                self.advance(0.01)

        thread = threading.Thread(target=run_on, daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()


class Log:
    """Lines that a daemon appends to a file."""

    def __init__(self, path):
        open(path, "a").close()
        self._file = open(path, "r", errors="replace")
        self._rest = ""

    def lines(self):
        """Returns the complete lines since the call before."""
        self._rest += self._file.read()
        *lines, self._rest = self._rest.split("\n")
        return lines

    def close(self):
        self._file.close()


class Daemons:
    """Processes of one adapter; all end with it."""

    def __init__(self):
        self._running = []

    def start(self, command, environment, output, program=None):
        """Starts a command, from the file of `program` if that has another name: Slurm's daemons look at theirs."""
        with open(output, "ab") as file:
            process = subprocess.Popen(
                command,
                executable=program,
                env=environment,
                cwd=os.path.dirname(output),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
            )
        self._running.append(process)
        return process

    def stop(self, process):
        self._running.remove(process)
        process.kill()
        process.wait()

    def close(self):
        for process in reversed(self._running):
            process.terminate()
        for process in reversed(self._running):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._running.clear()
