// SPDX-License-Identifier: Apache-2.0

// Lets scheduler.go declare a function that has no body here.
