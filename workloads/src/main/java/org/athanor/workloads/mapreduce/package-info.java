// SPDX-License-Identifier: Apache-2.0
/**
 * The programs for Hadoop's {@code mapreduce} API: iterative ones, of which each iteration is a
 * job, and queries. Intermediate data is in sequence files, the final output is text. WordCount,
 * Grep, Sort and TeraSort are not here, because Hadoop's own examples are used.
 */
package org.athanor.workloads.mapreduce;
