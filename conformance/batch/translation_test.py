# SPDX-License-Identifier: Apache-2.0
"""What the schedulers are told of a case, and how an offer is answered; neither Slurm nor Grid Engine is needed."""

import re
import unittest
from unittest import mock

import gridengine
import slurm
from gridengine_files import share_tree, size
from processes import need
from protocol import Adapter, AdapterError, Cluster
from slurm_files import Files, Options, billing_weights, gres

CLUSTER = {
    "event": "cluster",
    "resources": ["cpu", "mem"],
    "nodes": [{"name": "node1", "amounts": {"cpu": 6, "mem": 10}}, {"name": "node2", "amounts": {"cpu": 6, "mem": 20}}],
    "queues": {
        "name": "root",
        "queues": [
            {"name": "A", "weight": 1.5},
            {"name": "B", "queues": [{"name": "B1"}, {"name": "B2", "weight": 2.0}]},
        ],
    },
}


def submit(application, queue, demand, **tasks):
    return {"event": "submit", "application": application, "queue": queue, "demand": demand, **tasks}


class Scheduler:
    """Starts what a test says: in each pass the jobs of a list."""

    def __init__(self, passes):
        self.passes = passes
        self.passed = 0
        self.ended = []

    def reset(self, cluster):
        self.cluster = cluster

    def submit(self, application):
        pass

    def end(self, application, job, again):
        self.ended.append(job)

    def starts(self):
        self.passed += 1
        jobs = self.passes.pop(0) if self.passes else []
        return [(self.cluster.applications[name], job, node) for name, job, node in jobs]


class Translation(unittest.TestCase):
    def setUp(self):
        self.cluster = Cluster(CLUSTER)

    def test_slurm_bills_the_dominant_share(self):
        weights = {
            name: float(weight) for name, weight in re.findall(r"GRES/(\w+)=([\d.]+)", billing_weights(self.cluster, ""))
        }

        self.assertAlmostEqual(1000 * 2 / 12, 2 * weights["r1"], places=5)
        self.assertAlmostEqual(1000 * 3 / 30, 3 * weights["r2"], places=5)
        self.assertEqual("r2:3", gres(self.cluster, {"cpu": 0, "mem": 3}))

    def test_slurm_runs_each_node_with_its_own_amounts(self):
        text = Files("/f", "root", 1, Options(half_life=7)).slurm(3, self.cluster)

        self.assertRegex(text, r"(?m)^NodeName=node1 .* CPUs=27 Gres=r1:6,r2:10$")
        self.assertRegex(text, r"(?m)^NodeName=node2 .* CPUs=27 Gres=r1:6,r2:20$")
        self.assertIn("\nPriorityDecayHalfLife=7\n", text)
        self.assertIn("\nAccountingStorageTRES=gres/r1,gres/r2\n", text)

    def test_grid_engine_has_a_project_for_each_application_below_its_queue(self):
        tree = share_tree(self.cluster, {self.cluster.queues["A"]: ["a1"], self.cluster.queues["B2"]: ["a2"]})

        nodes = re.findall(r"id=(\d+)\nname=(\w+)\ntype=(\d)\nshares=(\d+)\nchildnodes=(\S+)", tree)

        names = {number: name for number, name, *_ in nodes}
        below = {
            name: [names[child] for child in children.split(",") if child in names] for _, name, *_, children in nodes
        }
        self.assertEqual("Root", names["0"])
        # q1 is A; q2 is B, whose B1 has no application and is left out.
        self.assertEqual({"Root": ["q1", "q2"], "q1": ["a1"], "q2": ["q4"], "q4": ["a2"], "a1": [], "a2": []}, below)
        shares = {name: number for _, name, _, number, _ in nodes}
        self.assertEqual(("1500", "2000"), (shares["q1"], shares["q4"]))

    def test_grid_engine_counts_dominant_shares_as_slots(self):
        # 2 of 12 CPU and 5 of 30 memory are the same part.
        self.assertEqual(size(self.cluster, {"cpu": 2}, ""), size(self.cluster, {"cpu": 1, "mem": 5}, ""))
        self.assertEqual(2 * size(self.cluster, {"mem": 1}, ""), size(self.cluster, {"mem": 2}, ""))

    def test_shares_are_of_the_nodes_of_a_label(self):
        nodes = [dict(CLUSTER["nodes"][0], label="x"), CLUSTER["nodes"][1]]
        labelled = Cluster(dict(CLUSTER, nodes=nodes))

        # 3 of the 6 CPU of either node, 10 of the 20 memory of the second.
        self.assertEqual(size(labelled, {"cpu": 3}, "x"), size(labelled, {"mem": 10}, ""))
        self.assertIn("r2=100.0", billing_weights(labelled, "x"))
        text = Files("/f", "root", 1, Options()).slurm(1, labelled)
        self.assertRegex(text, r"(?m)^PartitionName=p0 Nodes=node2 ")
        self.assertRegex(text, r"(?m)^PartitionName=p1 Nodes=node1 ")

    def test_tasks_run_on_nodes_of_their_label(self):
        labelled = Cluster(dict(CLUSTER, nodes=[dict(CLUSTER["nodes"][0], label="x"), CLUSTER["nodes"][1]]))
        application = labelled.submit(submit("a", "A", {"cpu": 2}, label="x"))

        self.assertEqual(3, labelled.room(application))
        self.assertEqual([True, False], [labelled.fits(application, node) for node in labelled.nodes])

    def test_log_lines_name_the_job_and_the_node(self):
        started = slurm.STARTED.search("sched/backfill: _start_job: Started JobId=42 in all on node2")
        ended = slurm.ENDED.search("TRACE_JOBS: cleanup_completing: JobId=42")

        self.assertEqual(("42", "node2"), started.groups())
        self.assertEqual("42", ended[1])
        line = "7:3:STARTING:1795829490:2499137805:Q:node2@localhost:slots:1.000000"
        self.assertEqual(("7", "3", "node2"), gridengine.STARTED.match(line).groups())

    def test_missing_program_is_named_with_its_package(self):
        with mock.patch("shutil.which", return_value=None):
            with self.assertRaisesRegex(AdapterError, "no program slurmdbd; .* package slurmdbd"):
                need("slurmdbd", "slurmdbd")


class Offer(unittest.TestCase):
    def test_offer_ends_when_nothing_fits_or_two_passes_start_nothing(self):
        # 6 CPU fit one node of 6 twice; then nothing does, and no pass is made for it.
        scheduler = Scheduler([[("x", 1, "node1")], [], [("x", 2, "node2")]])
        adapter = Adapter(scheduler)
        adapter.apply(CLUSTER)
        adapter.apply(submit("x", "A", {"cpu": 6}))

        answer = adapter.apply({"event": "offer"})

        self.assertEqual(["node1", "node2"], [placement["node"] for placement in answer["placements"]])
        self.assertEqual(3, scheduler.passed)
        adapter.apply({"event": "end", "application": "x", "node": "node2", "again": True})
        self.assertEqual([2], scheduler.ended)
        self.assertEqual([], adapter.apply({"event": "offer"})["placements"])
        self.assertEqual(5, scheduler.passed)


if __name__ == "__main__":
    unittest.main()
