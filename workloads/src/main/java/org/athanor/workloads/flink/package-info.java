// SPDX-License-Identifier: Apache-2.0
/**
 * The workloads for Flink: one main class each, as batch jobs of the DataStream API. In Flink 2,
 * this API has neither combiners nor iterations. {@link org.athanor.workloads.flink.LocalCombiner}
 * combines before a shuffle, and each iteration is a job that reads what the previous one wrote
 * ({@link org.athanor.workloads.flink.Stored}). Hadoop's formats read and write files; {@link
 * org.athanor.workloads.flink.HadoopSink} uses Hadoop's committers. Hadoop must be on the class
 * path of client and cluster. Must not import Spark.
 */
package org.athanor.workloads.flink;
