// SPDX-License-Identifier: Apache-2.0

// Serves YuniKorn's core to the conformance suite: ../run "./yunikorn/adapter".
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/apache/yunikorn-core/pkg/log"
)

type started struct {
	Application string `json:"application"`
	Node        string `json:"node"`
}

type answer struct {
	Placements []started `json:"placements"`
	Supports   []string  `json:"supports,omitempty"`
}

// adapter applies the runner's events to a cluster and to YuniKorn.
type adapter struct {
	cluster *cluster
	core    *yunikorn
}

func (a *adapter) apply(e *event) (answer, error) {
	none := answer{Placements: []started{}}
	switch e.Event {
	case "cluster":
		none.Supports = []string{"labels"}
		return none, a.reset(e)
	case "submit":
		submitted := a.cluster.submit(e)
		partition := partitionOf(submitted.label)
		if err := a.core.addApplication(submitted.id, submitted.queue.path, partition); err != nil {
			return none, err
		}
		return none, a.ask(submitted)
	case "end":
		return none, a.end(a.cluster.applications[e.Application], e.Node, e.Again)
	case "leave":
		left := a.cluster.applications[e.Application]
		delete(a.cluster.applications, e.Application)
		if err := a.core.removeApplication(left.id, partitionOf(left.label)); err != nil {
			return none, err
		}
		return none, a.core.settle()
	case "weight":
		a.cluster.queues[e.Queue].Weight = &e.Weight
		return none, a.core.configure(a.cluster.config())
	case "offer":
		return a.offer()
	default:
		return none, fmt.Errorf("event %s: unknown", e.Event)
	}
}

func (a *adapter) reset(e *event) error {
	if err := a.stop(); err != nil {
		return err
	}
	a.cluster = newCluster(e)
	core, err := newYunikorn(a.cluster.config())
	if err != nil {
		return err
	}
	a.core = core
	for _, n := range e.Nodes {
		if err := core.addNode(n.Name, partitionOf(n.Label), n.Amounts); err != nil {
			return err
		}
	}
	return core.settle()
}

// stop ends the last case. YuniKorn counts users' containers beyond it, so they end first.
func (a *adapter) stop() error {
	if a.core == nil {
		return nil
	}
	for _, each := range a.cluster.applications {
		if err := a.core.removeApplication(each.id, partitionOf(each.label)); err != nil {
			return err
		}
	}
	err := a.core.settle()
	a.core.stop()
	return err
}

func (a *adapter) ask(from *application) error {
	if keys := a.cluster.newKeys(from); len(keys) > 0 {
		if err := a.core.ask(from.id, partitionOf(from.label), keys, from.demand); err != nil {
			return err
		}
	}
	return a.core.settle()
}

// end lets the task end that is on the node for longest.
func (a *adapter) end(of *application, node string, again bool) error {
	key := of.running[node][0]
	of.running[node] = of.running[node][1:]
	if again && !of.endless {
		of.unasked++
	}
	if err := a.core.release(of.id, partitionOf(of.label), key); err != nil {
		return err
	}
	return a.ask(of)
}

// offer lets YuniKorn schedule until it starts nothing twice: a cycle may reserve a node instead.
func (a *adapter) offer() (answer, error) {
	given := answer{Placements: []started{}}
	for withoutStart := 0; withoutStart < 2; withoutStart++ {
		for _, placed := range a.core.cycle() {
			withoutStart = -1
			of := a.cluster.byKey[placed.key]
			of.asked--
			of.running[placed.node] = append(of.running[placed.node], placed.key)
			given.Placements = append(given.Placements, started{of.name, placed.node})
			if err := a.ask(of); err != nil {
				return given, err
			}
		}
	}
	return given, nil
}

func main() {
	log.UpdateLoggingConfig(quiet)
	served := &adapter{}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		e := &event{}
		err := json.Unmarshal(lines.Bytes(), e)
		var given answer
		if err == nil {
			given, err = served.apply(e)
		}
		if err == nil {
			err = answers.Encode(given)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "adapter: %v\n", err)
			os.Exit(2)
		}
	}
}
