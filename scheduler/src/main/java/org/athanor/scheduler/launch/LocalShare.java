// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.launch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.ledger.Resources;

/**
 * What a job gets of a local cluster: as many threads as its settings say, else all cores, and the
 * part of the memory that these are of the cores. The driver is told so, and so much is reserved.
 *
 * @param threads from 1 to the cluster's cores
 * @param memoryBytes of the driver's process, above 0
 * @param heapBytes of the driver's heap; the rest is for what the JVM needs besides, and for
 *     programs that tasks start
 */
public record LocalShare(int threads, double memoryBytes, long heapBytes) {
  /** The setting for the threads of the engine; 0: all cores. */
  public static final String THREADS = "athanor.threads";

  /** The setting for the threads of Spark's local mode. */
  public static final String SPARK_THREADS = "spark.executor.cores";

  private static final Pattern COUNT = Pattern.compile("\\d{1,9}");
  private static final double HEAP_PART = 0.75;
  private static final double USUAL_PART = 0.25; // the JVM's choice, of a whole machine
  private static final long LEAST_HEAP = 64L << 20;

  /**
   * The share of a job.
   *
   * @param wanted what the job's setting says; all cores if that is no number above 0
   * @param limits of the cluster
   * @param total what these leave of the machine
   */
  public static LocalShare of(String wanted, Cluster.Limits limits, Resources total) {
    int cores = Math.max(1, (int) total.vcores());
    Matcher matcher = COUNT.matcher(wanted.strip());
    int count = matcher.matches() ? Integer.parseInt(matcher.group()) : 0;
    int threads = count > 0 ? Math.min(cores, count) : cores;
    double memory = total.memoryBytes() * threads / cores;
    double heap =
        limits.memoryBytes().isPresent()
            ? memory * HEAP_PART
            : Math.min(memory * HEAP_PART, total.memoryBytes() * USUAL_PART);
    return new LocalShare(threads, memory, Math.max(LEAST_HEAP, (long) heap));
  }

  /** What is reserved for it. */
  public Resources resources() {
    return new Resources(threads, memoryBytes, 0, 0);
  }
}
