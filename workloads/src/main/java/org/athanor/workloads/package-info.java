// SPDX-License-Identifier: Apache-2.0
/** Benchmark programs for each framework, generators of their input, and checks of their output. */
package org.athanor.workloads;
