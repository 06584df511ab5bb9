# SPDX-License-Identifier: Apache-2.0
"""The runner's side of an adapter: reads events, keeps the cluster, writes which tasks start."""

import json
import sys


class AdapterError(Exception):
    """What the adapter needs is missing, or the scheduler did not do what it has to."""


class Queue:
    """A queue of the case, with its place in the tree."""

    def __init__(self, number, name, parent, weight):
        self.number = number
        self.name = name
        self.parent = parent
        self.weight = weight
        self.children = []

    def is_leaf(self):
        return not self.children


class Application:
    """Equal tasks of one queue. A job is what the scheduler knows a task as."""

    def __init__(self, number, name, queue, demand, tasks, label):
        self.number = number
        self.name = name
        self.queue = queue
        self.label = label
        self.demand = {resource: amount for resource, amount in demand.items() if amount}
        self.tasks = tasks
        self.waiting = set()
        self.running = {}

    def wants_more(self):
        return self.tasks is None or self.tasks > 0

    def start(self, job, node):
        self.waiting.discard(job)
        self.running.setdefault(node, []).append(job)
        if self.tasks is not None:
            self.tasks -= 1

    def end(self, node, again):
        """Returns the job of the task on a node that started first."""
        job = self.running[node].pop(0)
        if again and self.tasks is not None:
            self.tasks += 1
        return job


class Cluster:
    """Nodes, queues and applications of one case."""

    def __init__(self, event):
        self.resources = event["resources"]
        self.nodes = {node["name"]: node["amounts"] for node in event["nodes"]}
        self.label_of = {node["name"]: node.get("label", "") for node in event["nodes"]}
        self.labels = sorted(set(self.label_of.values()))
        self.free = {name: dict(amounts) for name, amounts in self.nodes.items()}
        self.queues = {}
        self.applications = {}
        self.submitted = 0
        self._add(event["queues"], None)

    def _add(self, tree, parent):
        queue = Queue(len(self.queues), tree["name"], parent, tree.get("weight", 1.0))
        self.queues[queue.name] = queue
        if parent:
            parent.children.append(queue)
        for child in tree.get("queues", []):
            self._add(child, queue)

    def total(self, resource, label):
        """Returns what the nodes of a label have of a resource."""
        return sum(self.nodes[name].get(resource, 0) for name in self.nodes_of(label))

    def nodes_of(self, label):
        return [name for name in self.nodes if self.label_of[name] == label]

    def submit(self, event):
        self.submitted += 1
        application = Application(
            self.submitted,
            event["application"],
            self.queues[event["queue"]],
            event["demand"],
            event.get("tasks"),
            event.get("label", ""),
        )
        self.applications[application.name] = application
        return application

    def fits(self, application, node):
        return application.label == self.label_of[node] and all(
            self.free[node].get(resource, 0) >= amount for resource, amount in application.demand.items()
        )

    def anything_fits(self):
        return any(
            application.wants_more() and self.fits(application, node)
            for application in self.applications.values()
            for node in self.nodes
        )

    def room(self, application):
        """Returns how many tasks of an application an empty cluster holds."""
        return sum(
            min(self.nodes[name].get(resource, 0) // amount for resource, amount in application.demand.items())
            for name in self.nodes_of(application.label)
        )

    def start(self, application, job, node):
        application.start(job, node)
        self._change(application, node, -1)

    def end(self, application, node, again):
        self._change(application, node, 1)
        return application.end(node, again)

    def leave(self, name):
        application = self.applications.pop(name)
        for node, jobs in application.running.items():
            for _ in jobs:
                self._change(application, node, 1)
        return application

    def _change(self, application, node, sign):
        for resource, amount in application.demand.items():
            self.free[node][resource] += sign * amount


class Adapter:
    """Applies events to a cluster and to a scheduler.

    The scheduler has `reset(cluster)`, `submit(application)`, `end(application, job, again)`, `leave(application)`,
    `weigh(queue)`, and `starts()`, which lets it schedule once and returns what started: application, job and node.
    """

    def __init__(self, scheduler):
        self.scheduler = scheduler
        self.cluster = None

    def apply(self, event):
        """Returns the answer to an event."""
        kind = event["event"]
        if kind == "cluster":
            self.cluster = Cluster(event)
            self.scheduler.reset(self.cluster)
            return {"placements": [], "supports": ["labels"]}
        if kind == "submit":
            self.scheduler.submit(self.cluster.submit(event))
        elif kind == "end":
            application = self.cluster.applications[event["application"]]
            job = self.cluster.end(application, event["node"], event["again"])
            self.scheduler.end(application, job, event["again"])
        elif kind == "leave":
            self.scheduler.leave(self.cluster.leave(event["application"]))
        elif kind == "weight":
            queue = self.cluster.queues[event["queue"]]
            queue.weight = event["weight"]
            self.scheduler.weigh(queue)
        elif kind == "offer":
            return {"placements": self._offer()}
        else:
            raise AdapterError(f"event {kind}: unknown")
        return {"placements": []}

    def _offer(self):
        placements = []
        without_start = 0
        while without_start < 2 and self.cluster.anything_fits():
            without_start += 1
            for application, job, node in self.scheduler.starts():
                self.cluster.start(application, job, node)
                placements.append({"application": application.name, "node": node})
                without_start = 0
        return placements


def serve(scheduler):
    """Answers each line of standard input until it ends."""
    adapter = Adapter(scheduler)
    for line in sys.stdin:
        print(json.dumps(adapter.apply(json.loads(line))), flush=True)
