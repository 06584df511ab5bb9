// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"sync"
	_ "unsafe" // For go:linkname.

	"github.com/apache/yunikorn-core/pkg/entrypoint"
	"github.com/apache/yunikorn-core/pkg/events"
	"github.com/apache/yunikorn-core/pkg/mock"
	"github.com/apache/yunikorn-core/pkg/scheduler"
	siCommon "github.com/apache/yunikorn-scheduler-interface/lib/go/common"
	"github.com/apache/yunikorn-scheduler-interface/lib/go/si"
)

const manager = "conformance"

// quiet lets YuniKorn log what is in error.
var quiet = map[string]string{"log.level": "ERROR"}

// schedule is one cycle of YuniKorn, which starts one task at most in each partition. What YuniKorn
// exports for tests waits 100 ms after each.
//
//go:linkname schedule github.com/apache/yunikorn-core/pkg/scheduler.(*ClusterContext).schedule
func schedule(context *scheduler.ClusterContext) bool

// placement is a task that YuniKorn has started.
type placement struct {
	key  string
	node string
}

// yunikorn is a core that schedules only when asked, for one case.
type yunikorn struct {
	mock.ResourceManagerCallback
	services *entrypoint.ServiceContext
	config   string

	lock   sync.Mutex
	placed []placement
}

func newYunikorn(config string) (*yunikorn, error) {
	events.Init()
	core := &yunikorn{services: entrypoint.StartAllServicesWithManualScheduler(), config: config}
	_, err := core.services.RMProxy.RegisterResourceManager(
		&si.RegisterResourceManagerRequest{
			RmID:        manager,
			PolicyGroup: "conformance",
			Version:     "1",
			BuildInfo:   map[string]string{},
			Config:      config,
			ExtraConfig: quiet,
		}, core)
	return core, err
}

func (core *yunikorn) stop() {
	core.services.StopAll()
}

// settle returns when all requests before have been handled: YuniKorn handles them one after the
// other, and answers this one.
func (core *yunikorn) settle() error {
	return core.services.RMProxy.UpdateConfiguration(&si.UpdateConfigurationRequest{
		RmID: manager, PolicyGroup: "conformance", Config: core.config, ExtraConfig: quiet,
	})
}

func (core *yunikorn) configure(config string) error {
	core.config = config
	return core.settle()
}

func (core *yunikorn) addNode(name, partition string, amounts map[string]int64) error {
	return core.services.RMProxy.UpdateNode(&si.NodeRequest{
		RmID: manager,
		Nodes: []*si.NodeInfo{{
			NodeID:              name,
			Action:              si.NodeInfo_CREATE,
			Attributes:          map[string]string{siCommon.NodePartition: partition},
			SchedulableResource: resource(amounts),
		}},
	})
}

func (core *yunikorn) addApplication(id, queue, partition string) error {
	return core.services.RMProxy.UpdateApplication(&si.ApplicationRequest{
		RmID: manager,
		New: []*si.AddApplicationRequest{{
			ApplicationID: id,
			QueueName:     queue,
			PartitionName: partition,
			Ugi:           &si.UserGroupInformation{User: "user", Groups: []string{"users"}},
		}},
	})
}

func (core *yunikorn) removeApplication(id, partition string) error {
	return core.services.RMProxy.UpdateApplication(&si.ApplicationRequest{
		RmID:   manager,
		Remove: []*si.RemoveApplicationRequest{{ApplicationID: id, PartitionName: partition}},
	})
}

// ask has been waiting for long, so that a node may be reserved for it.
func (core *yunikorn) ask(id, partition string, keys []string, amounts map[string]int64) error {
	asks := make([]*si.Allocation, len(keys))
	for i, key := range keys {
		asks[i] = &si.Allocation{
			AllocationKey:    key,
			ApplicationID:    id,
			PartitionName:    partition,
			ResourcePerAlloc: resource(amounts),
			AllocationTags:   map[string]string{siCommon.CreationTime: "1"},
		}
	}
	return core.services.RMProxy.UpdateAllocation(&si.AllocationRequest{RmID: manager, Allocations: asks})
}

func (core *yunikorn) release(id, partition, key string) error {
	return core.services.RMProxy.UpdateAllocation(&si.AllocationRequest{
		RmID: manager,
		Releases: &si.AllocationReleasesRequest{
			AllocationsToRelease: []*si.AllocationRelease{{
				ApplicationID:   id,
				PartitionName:   partition,
				AllocationKey:   key,
				TerminationType: si.TerminationType_STOPPED_BY_RM,
			}},
		},
	})
}

// cycle lets YuniKorn schedule once, and returns what has started.
func (core *yunikorn) cycle() []placement {
	schedule(core.services.Scheduler.GetClusterContext())
	core.lock.Lock()
	defer core.lock.Unlock()
	placed := core.placed
	core.placed = nil
	return placed
}

// UpdateAllocation is called before the cycle that started a task ends.
func (core *yunikorn) UpdateAllocation(response *si.AllocationResponse) error {
	core.lock.Lock()
	defer core.lock.Unlock()
	for _, allocation := range response.New {
		core.placed = append(core.placed, placement{allocation.AllocationKey, allocation.NodeID})
	}
	for _, rejected := range response.RejectedAllocations {
		refused("a task of "+rejected.ApplicationID, rejected.Reason)
	}
	return nil
}

// UpdateApplication hears of applications that YuniKorn does not accept.
func (core *yunikorn) UpdateApplication(response *si.ApplicationResponse) error {
	for _, rejected := range response.Rejected {
		refused("application "+rejected.ApplicationID, rejected.Reason)
	}
	return nil
}

// UpdateNode hears of nodes that YuniKorn does not accept.
func (core *yunikorn) UpdateNode(response *si.NodeResponse) error {
	for _, rejected := range response.Rejected {
		refused("node "+rejected.NodeID, rejected.Reason)
	}
	return nil
}

// refused ends the adapter: a case is translated so that YuniKorn accepts all of it.
func refused(what, why string) {
	fmt.Fprintf(os.Stderr, "adapter: YuniKorn refuses %s: %s\n", what, why)
	os.Exit(2)
}

func resource(amounts map[string]int64) *si.Resource {
	quantities := map[string]*si.Quantity{}
	for name, amount := range amounts {
		quantities[name] = &si.Quantity{Value: amount * scale}
	}
	return &si.Resource{Resources: quantities}
}

func partitionOf(label string) string {
	if label == "" {
		return "default"
	}
	return label
}
