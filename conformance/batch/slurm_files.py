# SPDX-License-Identifier: Apache-2.0
"""What Slurm is told of a case: queues and applications are accounts, resources are GRES, tasks are jobs."""

import math

from processes import free_port

SHARES_OF_WEIGHT_1 = 1000
# Seconds of Slurm's clock. Fair-share is recalculated each CALC_PERIOD; backfill follows RANKED later.
CALC_PERIOD = 300
RANKED = 10


def gres(cluster, amounts):
    """Returns amounts of the case's resources as a list of GRES."""
    names = {resource: f"r{number}" for number, resource in enumerate(cluster.resources, 1)}
    return ",".join(f"{names[resource]}:{amount}" for resource, amount in amounts.items() if amount)


def partition(cluster, label):
    """Returns the name of the partition of a label's nodes."""
    return f"p{cluster.labels.index(label)}"


def partition_lines(cluster, limit):
    """Returns the partitions of slurm.conf."""
    return "\n".join(
        f"PartitionName={partition(cluster, label)} Nodes={','.join(cluster.nodes_of(label))} DefaultTime={limit}"
        f' TRESBillingWeights="{billing_weights(cluster, label)}"'
        for label in cluster.labels
    )


def billing_weights(cluster, label):
    """Returns weights by which a job's billing is its dominant share of a label's nodes, times 1000."""
    weights = ["CPU=0"]
    for number, resource in enumerate(cluster.resources, 1):
        total = cluster.total(resource, label)
        if total:
            weights.append(f"GRES/r{number}={1000 / total:.9f}")
    return ",".join(weights)


def account(queue):
    """Returns a queue's account; Slurm has its own root."""
    return "root" if queue.parent is None else f"q{queue.number}"


def shares(weight):
    return math.floor(weight * SHARES_OF_WEIGHT_1 + 0.5)


def node_lines(cluster, cpus):
    """Returns the nodes of slurm.conf. Each job takes one CPU, which is not scarce and costs nothing."""
    lines = []
    for name, amounts in cluster.nodes.items():
        line = f"NodeName={name} NodeHostname=localhost Port={free_port()} CPUs={cpus}"
        held = gres(cluster, amounts)
        lines.append(f"{line} Gres={held}" if held else line)
    return "\n".join(lines)


class Options:
    """What a run may change.

    half_life: minutes in which usage decays to half; 0: never
    starts: jobs that start between two recalculations of fair-share; 0: all that fit
    limit: minutes after which backfill expects a running job to end; 0: a year
    """

    def __init__(self, half_life=1, starts=1, limit=0):
        self.half_life = half_life
        self.starts = starts
        self.limit = limit


class Files:
    """The configuration files of the daemons, below one folder."""

    def __init__(self, folder, user, accounting_port, options):
        self.folder = folder
        self.user = user
        self.accounting_port = accounting_port
        self.options = options

    def slurmdbd(self, database_port):
        """Returns slurmdbd.conf."""
        return f"""AuthType=auth/none
DbdHost=localhost
DbdPort={self.accounting_port}
SlurmUser={self.user}
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort={database_port}
StorageUser=root
PidFile={self.folder}/slurmdbd.pid
LogFile={self.folder}/slurmdbd.log
"""

    def common(self, case):
        """Returns the part of slurm.conf that slurmdbd reads, too."""
        return f"""ClusterName=case{case}
SlurmctldHost=localhost
SlurmUser={self.user}
SlurmdUser={self.user}
AuthType=auth/none
CredType=cred/none
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=localhost
AccountingStoragePort={self.accounting_port}
"""

    def slurm(self, case, cluster):
        """Returns the slurm.conf of a case."""
        names = [f"r{number}" for number in range(1, len(cluster.resources) + 1)]
        limit = self.options.limit or "INFINITE"
        cpus = 1 + max(sum(amounts.values()) for amounts in cluster.nodes.values())
        return f"""{self.common(case)}
AccountingStorageEnforce=associations,nojobs
AccountingStorageTRES={','.join('gres/' + name for name in names)}
GresTypes={','.join(names)}
SlurmctldPort={free_port()}
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmctldLogFile={self.folder}/slurmctld{case}.log
SlurmdPidFile={self.folder}/slurmd-%n.pid
SlurmdSpoolDir={self.folder}/spool{case}/%n
SlurmdLogFile={self.folder}/slurmd-%n.log
StateSaveLocation={self.folder}/state{case}
SlurmctldDebug=verbose
DebugFlags=Backfill,TraceJobs
SlurmdTimeout=0
SlurmdParameters=config_overrides
InactiveLimit=0
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters={self._scheduling()}
OverTimeLimit=UNLIMITED
PriorityType=priority/multifactor
PriorityFlags=MAX_TRES
PriorityWeightFairshare=100000000
PriorityCalcPeriod={CALC_PERIOD // 60}
PriorityDecayHalfLife={self.options.half_life}
{node_lines(cluster, cpus)}
{partition_lines(cluster, limit)}
"""

    def _scheduling(self):
        # Only backfill starts jobs: it goes on behind a job that lacks a resource.
        return ",".join(
            [
                "defer",
                "sched_interval=-1",
                f"bf_interval={CALC_PERIOD - RANKED // 2}",
                f"bf_max_job_start={self.options.starts}",
                "bf_max_job_test=10000",
                "bf_max_time=3600",
            ]
        )
