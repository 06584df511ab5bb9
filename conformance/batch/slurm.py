# SPDX-License-Identifier: Apache-2.0
"""Slurm: queues and applications are accounts with shares, tasks are allocations, resources are GRES."""

import getpass
import os
import re
import shutil
import subprocess
import tempfile

from processes import Clock, Daemons, Log, compile_program, free_port, need, run, until
from protocol import AdapterError
from slurm_files import CALC_PERIOD, RANKED, SHARES_OF_WEIGHT_1, Files, account, gres, partition, shares

STARTED = re.compile(r"_start_job: Started JobId=(\d+) in \S+ on (\S+)")
ENDED = re.compile(r"cleanup_completing: JobId=(\d+)")
# Accounts that are added at once while applications come and go.
SPARE_ACCOUNTS = 20
# Half-lives in which usage decays to nothing.
RESTING_HALF_LIVES = 200
PASSED = re.compile(r"completed testing|no jobs to backfill")


class Slurm:
    """One slurmdbd for all cases; a slurmctld and a slurmd for each."""

    def __init__(self, options):
        self.options = options
        self.programs = {
            name: need(name, package)
            for name, package in (
                ("slurmctld-wlm", "slurmctld"),
                ("slurmd-wlm", "slurmd"),
                ("slurmdbd", "slurmdbd"),
                ("sacctmgr", "slurm-client"),
                ("sinfo", "slurm-client"),
                ("mariadbd", "mariadb-server-core"),
                ("mariadb-install-db", "mariadb-server-core"),
            )
        }
        self.daemons = Daemons()
        self.user = getpass.getuser()
        self.folder = tempfile.mkdtemp(prefix="slurm-adapter-")
        self.environment = dict(os.environ, SLURM_CONF=os.path.join(self.folder, "slurm.conf"))
        self.clock = Clock(self.folder, thread="bckfl")
        self.cases = 0
        self.controller = []
        self.log = None
        self.jobs = None

    def start(self):
        """Starts what serves all cases."""
        compile_program("jobs.c", self._path("jobs"), "-lslurm")
        self._start_database()

    def _path(self, name):
        return os.path.join(self.folder, name)

    def _write(self, name, text, mode=0o644):
        with open(self._path(name), "w") as file:
            file.write(text)
        os.chmod(self._path(name), mode)

    def _start_database(self):
        data, database = self._path("mariadb"), free_port()
        self.files = Files(self.folder, self.user, free_port(), self.options)
        options = ["--no-defaults", f"--datadir={data}", f"--user={self.user}"]
        for_this_run_only = ["--auth-root-authentication-method=normal", "--skip-test-db"]
        run([self.programs["mariadb-install-db"], *options, *for_this_run_only])
        self.daemons.start(
            [
                self.programs["mariadbd"],
                *options,
                f"--port={database}",
                "--bind-address=127.0.0.1",
                f"--socket={self._path('mariadb.sock')}",
                "--innodb-flush-log-at-trx-commit=0",
                "--skip-log-bin",
            ],
            self.environment,
            self._path("mariadb.out"),
        )
        until(lambda: os.path.exists(self._path("mariadb.sock")), "mariadbd serves")
        self._write("slurmdbd.conf", self.files.slurmdbd(database), 0o600)
        self._write("slurm.conf", self.files.common(self.cases))
        self.daemons.start([self.programs["slurmdbd"], "-D"], self.environment, self._path("slurmdbd.out"))
        until(self._has_root_account, "slurmdbd serves", pause=0.2)

    def _has_root_account(self):
        return "root" in self._sacctmgr("-n", "list", "account", check=False).split()

    def _sacctmgr(self, *words, check=True):
        return run([self.programs["sacctmgr"], "-i", *words], self.environment, check)

    def reset(self, cluster):
        """Replaces the cluster."""
        self._stop_controller()
        self.cases += 1
        self.cluster = cluster
        self.by_job = {}
        self.ending = set()
        self.new = []
        self.added = 0
        self.spare = {}
        self.resting = []
        self.accounts = {}
        self.started = []
        self.passes = 0
        self.ranked = 0
        os.mkdir(self._path(f"state{self.cases}"))
        for name in cluster.nodes:
            os.makedirs(self._path(f"spool{self.cases}/{name}"))
        self._write("slurm.conf", self.files.slurm(self.cases, cluster))
        self._sacctmgr("add", "cluster", f"case{self.cases}")
        self.log = Log(self._path(f"slurmctld{self.cases}.log"))
        self.controller = [
            self.daemons.start(
                ["slurmctld", "-D", "-c"],
                dict(self.environment, **self.clock.environment()),
                self._path("slurmctld.out"),
                self.programs["slurmctld-wlm"],
            ),
        ]
        for name in cluster.nodes:
            self.controller.append(
                self.daemons.start(
                    ["slurmd", "-D", "-N", name],
                    self.environment,
                    self._path("slurmd.out"),
                    self.programs["slurmd-wlm"],
                )
            )
        with self.clock.running():
            until(self._nodes_are_idle, "slurmctld and slurmd serve", pause=0.1)
        self.jobs = subprocess.Popen(
            [self._path("jobs")], env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        # From here on fair-share is recalculated at whole periods, and backfill passes RANKED later.
        self._backfill(CALC_PERIOD + RANKED)
        for queue in cluster.queues.values():
            if queue.parent:
                self._add_account(account(queue), account(queue.parent), shares(queue.weight))

    def _nodes_are_idle(self):
        states = run([self.programs["sinfo"], "-h", "-N", "-o", "%t"], self.environment, False).split()
        return len(states) == len(self.cluster.nodes) and set(states) == {"idle"}

    def _add_account(self, name, parent, raw_shares):
        self._sacctmgr(
            "add", "account", name, f"cluster=case{self.cases}", f"parent={parent}", f"fairshare={raw_shares}"
        )

    def _stop_controller(self):
        if self.jobs:
            self.jobs.stdin.close()
            self.jobs.stdout.close()
            self.jobs.wait()
            self.jobs = None
        for process in self.controller:
            self.daemons.stop(process)
        self.controller = []
        if self.log:
            self.log.close()

    def submit(self, application):
        self.new.append(application)

    def _add_new(self):
        """Gives each new application an account below its queue's: a new one, or one without any usage left."""
        for queue in {application.queue: None for application in self.new}:
            self._rest(queue)
            missing = sum(application.queue is queue for application in self.new) - len(self.spare[queue])
            if missing > 0:
                # Accounts without jobs change no order of Fair Tree, and sacctmgr is slow.
                self._add_accounts(queue, max(missing, SPARE_ACCOUNTS) if self.resting else missing)
        for application in self.new:
            self.accounts[application] = self.spare[application.queue].pop(0)
        self.new = []

    def _rest(self, queue):
        """Makes accounts spare whose last application has left so long ago that no usage is left."""
        spare = self.spare.setdefault(queue, [])
        long_ago = self.clock.now() - RESTING_HALF_LIVES * 60 * self.options.half_life
        for left, its_queue, name in list(self.resting):
            if its_queue is queue and left < long_ago and self.options.half_life:
                spare.append(name)
                self.resting.remove((left, its_queue, name))

    def _add_accounts(self, queue, count):
        names = [f"a{self.added + number}" for number in range(1, count + 1)]
        self.added += count
        self._add_account(",".join(names), account(queue), SHARES_OF_WEIGHT_1)
        words = [f"account={','.join(names)}", f"cluster=case{self.cases}", "fairshare=1"]
        self._sacctmgr("add", "user", self.user, *words)
        self.spare[queue] += names

    def end(self, application, job, again):
        self.ending.add(job)
        del self.by_job[job]
        self._job(f"end {job}")

    def leave(self, application):
        if application in self.new:
            self.new.remove(application)
            return
        self.resting.append((self.clock.now(), application.queue, self.accounts.pop(application)))
        jobs = [job for on_node in application.running.values() for job in on_node] + list(application.waiting)
        self.ending.update(job for on_node in application.running.values() for job in on_node)
        for job in jobs:
            del self.by_job[job]
            self._job(f"end {job}")

    def weigh(self, queue):
        self._sacctmgr(
            "modify",
            "account",
            account(queue),
            f"cluster=case{self.cases}",
            "set",
            f"fairshare={shares(queue.weight)}",
        )

    def starts(self):
        """Lets one period of Slurm's clock pass; returns what started: application, job and node."""
        self._add_new()
        self._queue_jobs()
        self._await_ended()
        self._rank()
        return self._backfill(RANKED)

    def _queue_jobs(self):
        for application in self.cluster.applications.values():
            if not self.cluster.room(application):
                # Slurm refuses a job that no node can ever hold; so it waits for good here.
                continue
            wanted = self.options.starts or self.cluster.room(application)
            if application.tasks is not None:
                wanted = min(wanted, application.tasks)
            while len(application.waiting) < wanted:
                self._allocate(application)

    def _allocate(self, application):
        demand = ",".join(f"gres:{held}" for held in gres(self.cluster, application.demand).split(","))
        where = partition(self.cluster, application.label)
        job = self._job(f"allocate {self.accounts[application]} {where} {demand}")
        application.waiting.add(job)
        self.by_job[job] = application

    def _job(self, command):
        """Returns the job that a command is about."""
        self.jobs.stdin.write(command + "\n")
        self.jobs.stdin.flush()
        answer = self.jobs.stdout.readline().strip()
        if not answer.isdigit():
            raise AdapterError(f"{command}: {answer}")
        return int(answer)

    def _await_ended(self):
        def all_ended():
            self._read_log()
            return not self.ending

        until(all_ended, f"{len(self.ending)} jobs have ended")

    def _read_log(self):
        for line in self.log.lines():
            ended, started = ENDED.search(line), STARTED.search(line)
            if ended:
                self.ending.discard(int(ended[1]))
            elif started:
                job = int(started[1])
                self.started.append((self.by_job[job], job, started[2]))
            elif PASSED.search(line):
                self.passes += 1

    def _rank(self):
        """Passes the time until fair-share is recalculated."""
        self.ranked = self._last_ranked()
        self.clock.advance(CALC_PERIOD - RANKED)
        until(lambda: self._last_ranked() != self.ranked, "fair-share is recalculated")

    def _last_ranked(self):
        """Returns what tells one recalculation from another: Slurm replaces a file behind each."""
        try:
            return os.stat(self._path(f"state{self.cases}/priority_last_decay_ran")).st_mtime_ns
        except FileNotFoundError:
            return self.ranked

    def _backfill(self, seconds):
        """Passes the time until backfill has passed."""
        before = self.passes
        self.clock.advance(seconds)

        def has_passed():
            self._read_log()
            return self.passes > before

        until(has_passed, "backfill has passed")
        # Time that passed before it sleeps would make it sleep too long.
        until(lambda: self.clock.waits_until() > self.clock.now() + CALC_PERIOD - RANKED, "backfill sleeps")
        started, self.started = self.started, []
        return started

    def close(self):
        self._stop_controller()
        self.daemons.close()
        shutil.rmtree(self.folder, ignore_errors=True)
