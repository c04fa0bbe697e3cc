// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.MapReduceSettings;
import org.athanor.yaml.Key;

/**
 * Says of a job what no simulation of it could come to an end with: more than the cluster does in a
 * hundred years, or more than there is memory for.
 */
final class JobLimits {
  /** A hundred years. */
  private static final double MOST_SECONDS = 3_153_600_000.0;

  /** Copies of an exact shuffle: more take many hours, and gigabytes. */
  private static final double MOST_COPIES = 1e9;

  private static final MathContext DOWN = new MathContext(3, RoundingMode.DOWN);

  private final ClusterFacts cluster;
  private final MapReduceSettings settings;

  /**
   * Too much of something.
   *
   * @param key that says how much
   * @param problem what follows it in messages
   */
  record Excess(Key<?> key, String problem) {}

  JobLimits(ClusterFacts cluster, MapReduceSettings settings) {
    this.cluster = cluster;
    this.settings = settings;
  }

  /**
   * All that a job has too much of; nothing if it is possible.
   *
   * @param inputBytes of its input, 0 if it has none
   * @param maps their number, also if the job has a map for each block
   */
  List<Excess> excesses(JobSpec job, long inputBytes, long maps) {
    List<Excess> found = new ArrayList<>();
    checkIntermediateData(job, found);
    checkCycles(job, inputBytes, found);
    checkOutput(job, job.reduces() > 0 ? job.reduces() : maps, found);
    checkCopies(job, maps, found);
    return found;
  }

  private void checkIntermediateData(JobSpec job, List<Excess> found) {
    double most = cluster.intermediateBytesPerSecond() * MOST_SECONDS;
    if (job.shuffleBytes() > most) {
      found.add(
          new Excess(
              Keys.SHUFFLED,
              "the devices of all nodes would write it for more than a hundred years; must be at"
                  + " most "
                  + rounded(most)));
    }
  }

  private void checkCycles(JobSpec job, long inputBytes, List<Excess> found) {
    double most = cluster.cyclesPerSecond() * MOST_SECONDS;
    long emitted = job.reduces() > 0 ? job.shuffleBytes() : job.outputBytes();
    checkCycles(
        Keys.MAP_CYCLES,
        job.mapCyclesPerByte(),
        inputBytes > 0 ? inputBytes : emitted,
        most,
        found);
    checkCycles(Keys.REDUCE_CYCLES, job.reduceCyclesPerByte(), job.shuffleBytes(), most, found);
  }

  private static void checkCycles(
      Key<Double> key, double perByte, long bytes, double most, List<Excess> found) {
    if (perByte * bytes > most) {
      found.add(
          new Excess(
              key,
              "all processors would compute for more than a hundred years; "
                  + key.name()
                  + " must be at most "
                  + rounded(most / bytes)
                  + " for "
                  + bytes
                  + " bytes"));
    }
  }

  /** Each task writes a file. */
  private void checkOutput(JobSpec job, long tasks, List<Excess> found) {
    MapReduceSettings.Output output = settings.output();
    double bytes = (double) job.outputBytes() / tasks;
    if (bytes / output.blockBytes() * output.replication() > SimulatedFile.MOST_REPLICAS) {
      found.add(
          new Excess(
              Keys.OUTPUT,
              "a task writes a file of "
                  + Math.round(bytes)
                  + " bytes in blocks of "
                  + output.blockBytes()
                  + "; its blocks must have at most "
                  + SimulatedFile.MOST_REPLICAS
                  + " replicas together; set mapreduce.output block"));
    }
  }

  /**
   * A reduce that runs beside the maps copies from a node whenever a map has ended there; a later
   * one once from each node.
   */
  private void checkCopies(JobSpec job, long maps, List<Excess> found) {
    if (!settings.shuffle().exact()) {
      return;
    }
    double later = (double) job.reduces() * Math.min(maps, cluster.nodes());
    double beside = (double) Math.min(job.reduces(), cluster.reduceSlots()) * maps;
    double copies =
        switch (settings.framework()) {
          case HADOOP -> Math.max(later, beside);
          case SPARK -> later;
          case ATHANOR -> 0;
        };
    if (copies > MOST_COPIES) {
      found.add(
          new Excess(
              Keys.REDUCES,
              "they copy up to "
                  + rounded(copies)
                  + " times from "
                  + maps
                  + " maps; must be at most "
                  + rounded(MOST_COPIES)
                  + " times, or set mapreduce.shuffle: aggregated"));
    }
  }

  /** Three digits; never more than the number. */
  private static String rounded(double number) {
    return BigDecimal.valueOf(number).round(DOWN).toPlainString();
  }
}
