// SPDX-License-Identifier: Apache-2.0
/**
 * The iterative programs for Hadoop's {@code mapreduce} API. Each iteration is a job; intermediate
 * data is in sequence files, the final output is text. WordCount, Grep, Sort and TeraSort are not
 * here, because Hadoop's own examples are used.
 */
package org.athanor.workloads.mapreduce;
