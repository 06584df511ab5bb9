// SPDX-License-Identifier: Apache-2.0
module io.github.yarnfair/conformance/yunikorn

go 1.24.0

require (
	github.com/apache/yunikorn-core v1.8.0
	github.com/apache/yunikorn-scheduler-interface v1.8.0-0
)
