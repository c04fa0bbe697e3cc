// SPDX-License-Identifier: Apache-2.0
/**
 * Streams of records through Kafka: the load generator ({@link
 * org.athanor.workloads.stream.LoadGenerator}), which also measures what it gets back, and what it
 * shares with the programs. The generator sends by a schedule that no slowness of a receiver
 * changes (an open loop), and compares the time of each result with the scheduled times of the
 * records that are in it. Imports neither Spark nor Flink.
 */
package org.athanor.workloads.stream;
