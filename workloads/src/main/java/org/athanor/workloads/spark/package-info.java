// SPDX-License-Identifier: Apache-2.0
/**
 * The workloads for Spark: RDD programs with one main class each. They serialise with Kryo unless
 * the submission sets another serialiser; the submission sets everything else (master, memory,
 * number of cores). Must not import Flink.
 */
package org.athanor.workloads.spark;
