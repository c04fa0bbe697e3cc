// SPDX-License-Identifier: Apache-2.0
/**
 * The iterative programs in Hadoop's plain {@code mapreduce} API: one job per iteration, sequence
 * files between them, text at the end. WordCount, Grep, Sort and TeraSort are Hadoop's own
 * examples.
 */
package org.athanor.workloads.mapreduce;
