// SPDX-License-Identifier: Apache-2.0
/**
 * The workloads: datasets, the program of each workload for each API, and the check of its output.
 */
package org.athanor.bench.workload;
