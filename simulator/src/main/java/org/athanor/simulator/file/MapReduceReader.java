// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.time.Duration;
import org.athanor.simulator.file.HdfsReader.Hdfs;
import org.athanor.simulator.mapreduce.Framework;
import org.athanor.simulator.mapreduce.MapReduceSettings;
import org.athanor.simulator.mapreduce.MapReduceSettings.Assignment;
import org.athanor.simulator.mapreduce.MapReduceSettings.Output;
import org.athanor.simulator.mapreduce.MapReduceSettings.Shuffle;
import org.athanor.simulator.mapreduce.MapReduceSettings.Start;
import org.athanor.yaml.Key;
import org.athanor.yaml.Section;
import org.athanor.yaml.text.ByteSize;

/** The key {@code mapreduce}. */
final class MapReduceReader {
  private static final int MOST_EXACT_NODES = 500;

  private MapReduceReader() {}

  /** Reads it. What is wrong is reported, and is then as by default. */
  static MapReduceSettings read(Section top, ClusterFacts cluster, Hdfs hdfs) {
    Section section = top.below(Keys.MAPREDUCE, Keys.MAPREDUCES);
    int storing = cluster.storingNodes();
    int replication = section.get(Keys.OUTPUT_REPLICATION).orElse(hdfs.replication());
    if (replication > storing) {
      section
          .place(Keys.OUTPUT_REPLICATION)
          .ifPresent(place -> place.report("must be at most " + cluster.storingText()));
    }
    ShuffleKind shuffle =
        section
            .get(Keys.SHUFFLE)
            .orElse(
                cluster.nodes() <= MOST_EXACT_NODES ? ShuffleKind.EXACT : ShuffleKind.AGGREGATED);
    return new MapReduceSettings(
        section.get(Keys.FRAMEWORK).orElse(Framework.HADOOP),
        new Output(
            section.get(Keys.OUTPUT_BLOCK).map(ByteSize::bytes).orElse(hdfs.blockBytes()),
            replication),
        new Start(
            seconds(section, Keys.JOB_START, 5),
            seconds(section, Keys.JOB_END, 1),
            seconds(section, Keys.TASK_START, 1),
            seconds(section, Keys.TASK_START_CPU, 1),
            section.get(Keys.TASK_START_CORES).orElse(1.0)),
        new Assignment(
            seconds(section, Keys.RACK_WAIT, 2),
            seconds(section, Keys.ANY_WAIT, 2),
            seconds(section, Keys.HEARTBEAT, 0),
            section.get(Keys.HEARTBEAT_TASKS).orElse(1)),
        shuffle(section, shuffle == ShuffleKind.EXACT));
  }

  private static Shuffle shuffle(Section section, boolean exact) {
    boolean reads = section.get(Keys.READ_MAP_OUTPUT).orElse(false);
    if (reads && !exact) {
      section
          .place(Keys.READ_MAP_OUTPUT)
          .ifPresent(place -> place.report("needs shuffle: exact; others know no single devices"));
    }
    return new Shuffle(
        section.get(Keys.SLOWSTART).orElse(0.05),
        section.get(Keys.COPIES).orElse(5),
        bytes(section, Keys.SORT_MEMORY, "80m"),
        bytes(section, Keys.MERGE_MEMORY, "0"),
        bytes(section, Keys.NODE_MEMORY, "1g"),
        reads && exact,
        exact);
  }

  private static double seconds(Section section, Key<Duration> key, double otherwise) {
    return section.get(key).map(Seconds::of).orElse(otherwise);
  }

  private static long bytes(Section section, Key<ByteSize> key, String otherwise) {
    return section.get(key).orElse(ByteSize.of(otherwise)).bytes();
  }
}
