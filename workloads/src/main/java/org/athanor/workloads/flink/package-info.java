// SPDX-License-Identifier: Apache-2.0
/**
 * The workloads for Flink: one main class each, as batch jobs of the DataStream API. Flink 2 has
 * neither combiners nor iterations for it: {@link org.athanor.workloads.flink.LocalCombiner}
 * combines in front of a shuffle, and an iteration is a job that reads what the one before left in
 * the cluster's cache. Files are read and written by Hadoop's formats, with Hadoop's committers
 * behind {@link org.athanor.workloads.flink.HadoopSink}. Hadoop must be on the class path of client
 * and cluster. Must not import Spark.
 */
package org.athanor.workloads.flink;
