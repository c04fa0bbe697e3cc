// SPDX-License-Identifier: Apache-2.0
/**
 * The workloads for Spark: one main class each, as programs of RDDs. Serialises with Kryo unless
 * the submission says otherwise; everything else (master, memory, number of cores) is the
 * submission's. Must not import Flink.
 */
package org.athanor.workloads.spark;
