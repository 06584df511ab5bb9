// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// scale is how many units of YuniKorn one unit of a case is, so that a queue's weight's part of a
// resource is a whole number of them.
const scale = 1_000_000

// event is one line of the runner.
type event struct {
	Event       string           `json:"event"`
	Resources   []string         `json:"resources"`
	Nodes       []node           `json:"nodes"`
	Queues      *queue           `json:"queues"`
	Application string           `json:"application"`
	Queue       string           `json:"queue"`
	Demand      map[string]int64 `json:"demand"`
	Tasks       *int             `json:"tasks"`
	Label       string           `json:"label"`
	Node        string           `json:"node"`
	Again       bool             `json:"again"`
	Weight      float64          `json:"weight"`
}

type node struct {
	Name    string           `json:"name"`
	Amounts map[string]int64 `json:"amounts"`
	Label   string           `json:"label"`
}

// queue is named by its number: YuniKorn's names may not have each character that a case's may.
type queue struct {
	Name   string   `json:"name"`
	Weight *float64 `json:"weight"`
	Queues []*queue `json:"queues"`
	path   string
}

func (q *queue) weight() float64 {
	if q.Weight == nil {
		return 1
	}
	return *q.Weight
}

// number gives each queue its path, and returns them by name.
func (q *queue) number(path string, all map[string]*queue) {
	q.path = path
	all[q.Name] = q
	for i, child := range q.Queues {
		child.number(fmt.Sprintf("%s.q%d", path, i+1), all)
	}
}

func (q *queue) shortName() string {
	return q.path[strings.LastIndex(q.path, ".")+1:]
}

// application has equal tasks in one partition.
type application struct {
	name      string
	id        string
	queue     *queue
	label     string
	demand    map[string]int64
	endless   bool
	unasked   int
	asked     int
	lastKey   int
	mostAsked int
	running   map[string][]string
}

// cluster is the case as it is now.
type cluster struct {
	nodes        []node
	root         *queue
	queues       map[string]*queue
	applications map[string]*application
	byKey        map[string]*application
	submitted    int
}

func newCluster(e *event) *cluster {
	c := &cluster{
		nodes:        e.Nodes,
		root:         e.Queues,
		queues:       map[string]*queue{},
		applications: map[string]*application{},
		byKey:        map[string]*application{},
	}
	c.root.number("root", c.queues)
	return c
}

// labels returns those of nodes, "" among them.
func (c *cluster) labels() []string {
	all := []string{""}
	for _, n := range c.nodes {
		if !slices.Contains(all, n.Label) {
			all = append(all, n.Label)
		}
	}
	return all
}

// total returns what the nodes of a label have.
func (c *cluster) total(label string) map[string]float64 {
	sum := map[string]float64{}
	for _, n := range c.nodes {
		if n.Label == label {
			for resource, amount := range n.Amounts {
				sum[resource] += float64(amount * scale)
			}
		}
	}
	return sum
}

// room returns how many tasks of an application the nodes would hold if they were empty.
func (c *cluster) room(a *application) int {
	sum := 0
	for _, n := range c.nodes {
		if n.Label == a.label {
			fit := int64(-1)
			for resource, amount := range a.demand {
				if amount > 0 && (fit < 0 || n.Amounts[resource]/amount < fit) {
					fit = n.Amounts[resource] / amount
				}
			}
			sum += int(max(0, fit))
		}
	}
	return sum
}

func (c *cluster) submit(e *event) *application {
	c.submitted++
	a := &application{
		name:    e.Application,
		id:      fmt.Sprintf("a%d", c.submitted),
		queue:   c.queues[e.Queue],
		label:   e.Label,
		demand:  e.Demand,
		endless: e.Tasks == nil,
		running: map[string][]string{},
	}
	if e.Tasks != nil {
		a.unasked = *e.Tasks
	}
	a.mostAsked = c.room(a) + 1
	c.applications[e.Application] = a
	return a
}

// newKeys returns the tasks to ask for, so that more are pending than can start.
func (c *cluster) newKeys(a *application) []string {
	var keys []string
	for a.asked < a.mostAsked && (a.endless || a.unasked > 0) {
		a.lastKey++
		key := fmt.Sprintf("%s-%d", a.id, a.lastKey)
		c.byKey[key] = a
		keys = append(keys, key)
		a.asked++
		a.unasked--
	}
	return keys
}

// config returns YuniKorn's configuration: each queue is guaranteed its weight's part of each
// resource of its parent, in each partition.
func (c *cluster) config() string {
	var text strings.Builder
	text.WriteString("partitions:\n")
	for _, label := range c.labels() {
		fmt.Fprintf(&text, "  - name: %s\n    preemption:\n      enabled: false\n    queues:\n", partitionOf(label))
		write(&text, c.root, nil, c.total(label), "      ")
	}
	return text.String()
}

func write(text *strings.Builder, q *queue, guaranteed, below map[string]float64, indent string) {
	fmt.Fprintf(text, "%s- name: %s\n%s  submitacl: \"*\"\n", indent, q.shortName(), indent)
	if len(guaranteed) > 0 {
		fmt.Fprintf(text, "%s  resources:\n%s    guaranteed:\n", indent, indent)
		for _, resource := range slices.Sorted(maps.Keys(guaranteed)) {
			fmt.Fprintf(text, "%s      %s: %d\n", indent, resource, int64(guaranteed[resource]))
		}
	}
	if len(q.Queues) == 0 {
		fmt.Fprintf(text, "%s  properties:\n%s    application.sort.policy: fair\n", indent, indent)
		return
	}
	sum := 0.0
	for _, child := range q.Queues {
		sum += child.weight()
	}
	fmt.Fprintf(text, "%s  queues:\n", indent)
	for _, child := range q.Queues {
		part := map[string]float64{}
		for resource, amount := range below {
			if amount > 0 {
				part[resource] = amount * child.weight() / sum
			}
		}
		write(text, child, part, part, indent+"    ")
	}
}
