# SPDX-License-Identifier: Apache-2.0
"""Grid Engine: queues are nodes of the share tree, applications are projects, tasks are jobs on simulated hosts."""

import contextlib
import os
import re
import shutil
import socket
import tempfile
import time

from gridengine_files import (
    BOOTSTRAP,
    CONFIGURATION,
    DEPARTMENT,
    HOST,
    INTERVAL,
    PARALLEL,
    QUEUE,
    SCHEDULER,
    share_tree,
    size,
)
from processes import Clock, Daemons, Log, free_port, holds_soon, need, run, until
from protocol import AdapterError

# Seconds of Grid Engine's clock.
SETTLING = 3
# Tasks of an endless application's array.
ARRAY = 20000
STARTED = re.compile(r"^(\d+):(\d+):STARTING:\d+:\d+:Q:(\w+)@")
PASSED = "schedd run took"
# Fields of the accounting file.
JOB, TASK = 5, 35


class GridEngine:
    """One qmaster for each case."""

    def __init__(self):
        self.programs = {
            name: need(name, package, "/usr/lib/gridengine")
            for name, package in (
                ("sge_qmaster", "gridengine-master"),
                ("spoolinit", "gridengine-client"),
                ("spooldefaults", "gridengine-client"),
                ("qconf", "gridengine-client"),
                ("qsub", "gridengine-client"),
                ("qdel", "gridengine-client"),
            )
        }
        self.daemons = Daemons()
        self.folder = tempfile.mkdtemp(prefix="gridengine-adapter-")
        self.clock = Clock(self.folder)
        self.ticking = contextlib.ExitStack()
        self.cases = 0
        self.master = None
        self.logs = []

    def start(self):
        """Starts what serves all cases."""
        self.ticking.enter_context(self.clock.running())

    def _path(self, name):
        return os.path.join(self.root, name)

    def _write(self, name, text):
        with open(self._path(name), "w") as file:
            file.write(text)
        return self._path(name)

    def _run(self, name, *words):
        return run([self.programs[name], *words], self.environment)

    def reset(self, cluster):
        """Replaces the cluster."""
        self._stop_master()
        self.cases += 1
        self.cluster = cluster
        self.arrays = {}
        self.projects = {}
        self.spare = {}
        self.project_of = {}
        self.new = []
        self.ending = set()
        self.seen = set()
        self.started = []
        self.passes = 0
        self._start_master()
        self._configure()
        names = ("default/common/schedule", "default/common/accounting", "spool/messages")
        self.logs = [Log(self._path(name)) for name in names]

    def _stop_master(self):
        if self.master:
            self.daemons.stop(self.master)
            self.master = None
        for log in self.logs:
            log.close()
        self.logs = []

    def _start_master(self):
        self.root = os.path.join(self.folder, f"case{self.cases}")
        common, spool = self._path("default/common"), self._path("spool")
        os.makedirs(common)
        os.makedirs(os.path.join(spool, "job_scripts"))
        os.symlink("/usr/share/gridengine/util", self._path("util"))
        os.symlink("/var/lib/gridengine/bin", self._path("bin"))
        os.symlink("/var/lib/gridengine/lib", self._path("lib"))
        self.environment = dict(
            os.environ,
            SGE_ROOT=self.root,
            SGE_CELL="default",
            SGE_QMASTER_PORT=str(free_port()),
            SGE_EXECD_PORT=str(free_port()),
            SGE_ND="1",
        )
        self._write("default/common/bootstrap", BOOTSTRAP.format(common=common, spool=spool))
        host = socket.gethostname()
        self._write("default/common/act_qmaster", "localhost\n")
        self._write("default/common/host_aliases", f"localhost {host}\n")
        self._run("spoolinit", "classic", "libspoolc", f"{common};{spool}", "init")
        self._run("spooldefaults", "configuration", self._write("configuration", CONFIGURATION))
        self._run("spooldefaults", "complexes", "/usr/share/gridengine/util/resources/centry")
        os.mkdir(self._path("usersets"))
        self._write("usersets/defaultdepartment", DEPARTMENT)
        self._run("spooldefaults", "usersets", self._path("usersets"))
        self._run("spooldefaults", "managers", "root")
        self._run("spooldefaults", "operators", "root")
        self.master = self.daemons.start(
            ["sge_qmaster"],
            dict(self.environment, **self.clock.environment()),
            self._path("qmaster.out"),
            self.programs["sge_qmaster"],
        )
        until(
            lambda: "global" in run([self.programs["qconf"], "-sconf"], self.environment, False),
            "qmaster serves",
            pause=0.1,
        )

    def _configure(self):
        cluster = self.cluster
        self._run("qconf", "-Msconf", self._write("scheduler", SCHEDULER))
        names = [f"r{number}" for number in range(1, len(cluster.resources) + 1)]
        complexes = self._run("qconf", "-sc")
        complexes += "".join(f"{name} {name} INT <= YES JOB 0 0\n" for name in names)
        self._run("qconf", "-Mc", self._write("complexes", complexes))
        self._run("qconf", "-Ae", self._write("host", HOST))
        self._run("qconf", "-as", "localhost")
        self._run("qconf", "-Ap", self._write("size", PARALLEL))
        for name, amounts in cluster.nodes.items():
            held = ",".join(f"{own}={amounts.get(resource, 0)}" for own, resource in zip(names, cluster.resources))
            number = int(name.removeprefix("node"))
            self._run("qconf", "-Aq", self._write(name, QUEUE.format(name=name, number=number, held=held)))

    def submit(self, application):
        self.new.append(application)

    def _add_new(self):
        """Gives each new application a project below its queue's node: a new one, or one whose application has left."""
        added = []
        for application in self.new:
            spare = self.spare.setdefault(application.queue, [])
            if not spare:
                added.append(f"a{sum(map(len, self.projects.values())) + 1}")
                self.projects.setdefault(application.queue, []).append(added[-1])
                spare.append(added[-1])
            self.project_of[application] = spare.pop(0)
        for name in added:
            project = f"name {name}\noticket 0\nfshare 0\nacl NONE\nxacl NONE\n"
            self._run("qconf", "-Aprj", self._write("project", project))
        if added:
            self._set_tree()
        for application in self.new:
            self._queue(application, application.tasks or ARRAY)
        self.new = []

    def _set_tree(self):
        tree = self._write("tree", share_tree(self.cluster, self.projects))
        self._run("qconf", "-Mstree" if self.arrays else "-Astree", tree)

    def _queue(self, application, tasks):
        names = {resource: f"r{number}" for number, resource in enumerate(self.cluster.resources, 1)}
        demand = ",".join(f"{names[resource]}={amount}" for resource, amount in application.demand.items())
        queues = ",".join(self.cluster.nodes_of(application.label))
        slots = size(self.cluster, application.demand, application.label)
        words = f"-terse -b y -w n -P {self.project_of[application]} -l {demand}"
        words += f" -q {queues} -pe size {slots} -t 1-{tasks}"
        # On simulated hosts a job is no process; its argument is the seconds after which it would end by itself.
        answer = self._run("qsub", *words.split(), "work", "2000000000")
        self.arrays[int(answer.split(".")[0])] = application

    def end(self, application, job, again):
        self.ending.add(job)
        self._run("qdel", job)
        if again and application.tasks is not None:
            self._queue(application, 1)

    def leave(self, application):
        if application in self.new:
            self.new.remove(application)
            return
        arrays = [str(number) for number, its in self.arrays.items() if its is application]
        self.ending.update(job for on_node in application.running.values() for job in on_node)
        if any(application.running.values()) or application.wants_more():
            self._run("qdel", *arrays)
        self.spare[application.queue].append(self.project_of.pop(application))

    def weigh(self, queue):
        self._set_tree()

    def starts(self):
        """Lets one scheduling interval pass; returns what started: application, job and node."""
        self._add_new()
        self._pass_until(self._all_ended, "jobs have ended")
        before = self.passes
        if not self.started:
            self.clock.advance(INTERVAL)
            self._pass_until(lambda: self._read_logs() > before, "the scheduler has passed")
        # A job that starts is being transferred until then.
        self.clock.advance(SETTLING)
        started, self.started = self.started, []
        return started

    def _pass_until(self, condition, what):
        """Lets time pass. How much does not matter: without usage, what the scheduler does depends on no time."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            self.clock.advance(SETTLING)
            if holds_soon(condition):
                return
        raise AdapterError(f"not within 30 s: {what}")

    def _all_ended(self):
        self._read_logs()
        return not self.ending

    def _read_logs(self):
        """Returns how many passes of the scheduler there have been."""
        schedule, accounting, messages = self.logs
        self.passes += sum(PASSED in line for line in messages.lines())
        for line in accounting.lines():
            fields = line.split(":")
            if len(fields) > TASK:
                self.ending.discard(f"{fields[JOB]}.{fields[TASK]}")
        for line in schedule.lines():
            found = STARTED.match(line)
            job = found and f"{found[1]}.{found[2]}"
            if found and job not in self.seen:
                self.seen.add(job)
                self.started.append((self.arrays[int(found[1])], job, found[3]))
        return self.passes

    def close(self):
        self.ticking.close()
        self._stop_master()
        if not os.environ.get("KEEP"):
            shutil.rmtree(self.folder, ignore_errors=True)
