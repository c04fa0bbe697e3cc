// SPDX-License-Identifier: Apache-2.0
/**
 * What benchmarks/storage runs besides Hadoop's daemons: {@link
 * org.athanor.benchmarks.hdfs.LoadProcess} writes and reads files on one host, {@link
 * org.athanor.benchmarks.hdfs.ReplicaPlan} says how many replicas files should have.
 */
package org.athanor.benchmarks.hdfs;
