// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.athanor.results.Reading;

/**
 * Adds up the counters of MapReduce jobs, by the names of Hadoop's constants. Hadoop makes some
 * counters only when they are first incremented: such a one is 0 if its group is there.
 */
public final class HadoopCounters {
  private static final double MILLIS = 1e3;
  private static final String PACKAGE = "org.apache.hadoop.mapreduce.";
  private static final String NO_TASKS = "the client reported no counters of the job's tasks";

  private final Counts counts = new Counts(Counter.Source.HADOOP);

  /** The groups of Hadoop's counters that are read. */
  public enum Group {
    JOB("JobCounter"),
    TASK("TaskCounter"),
    FILE_SYSTEM("FileSystemCounter"),
    INPUT_FORMAT("lib.input.FileInputFormatCounter"),
    OUTPUT_FORMAT("lib.output.FileOutputFormatCounter"),
    /** Those of {@link #TASK} that are of maps. */
    MAPS(""),
    /** Those of {@link #TASK} that are of reduces. */
    REDUCES("");

    private final String name;

    Group(String name) {
      this.name = name;
    }

    /** The group that Hadoop calls by a name; empty if it is not read. */
    public static Optional<Group> named(String name) {
      return Stream.of(values())
          .filter(group -> !group.name.isEmpty() && name.equals(PACKAGE + group.name))
          .findFirst();
    }
  }

  /**
   * Adds a job that ended.
   *
   * @param groups group → name of a constant, such as {@code SPILLED_RECORDS} → value; a group is
   *     missing if it was not reported; no groups if nothing was reported
   */
  public void add(Map<Group, Map<String, Long>> groups) {
    if (groups.isEmpty()) {
      counts.lacksAll("the client reported no counters of some jobs");
      return;
    }
    counts.add(Counter.JOBS, 1);
    Job job = new Job(groups);
    job.created(Counter.TASKS, Group.JOB, 1, "TOTAL_LAUNCHED_MAPS", "TOTAL_LAUNCHED_REDUCES");
    job.created(Counter.TASKS_FAILED, Group.JOB, 1, "NUM_FAILED_MAPS", "NUM_FAILED_REDUCES");
    job.created(Counter.TASKS_KILLED, Group.JOB, 1, "NUM_KILLED_MAPS", "NUM_KILLED_REDUCES");
    job.created(Counter.MAP_SECONDS, Group.JOB, MILLIS, "MILLIS_MAPS");
    job.created(Counter.REDUCE_SECONDS, Group.JOB, MILLIS, "MILLIS_REDUCES");
    job.created(Counter.MAP_CPU_SECONDS, Group.MAPS, MILLIS, "CPU_MILLISECONDS");
    job.created(Counter.REDUCE_CPU_SECONDS, Group.REDUCES, MILLIS, "CPU_MILLISECONDS");
    job.always(Counter.TASK_CPU_SECONDS, MILLIS, "CPU_MILLISECONDS");
    job.always(Counter.TASK_GC_SECONDS, MILLIS, "GC_TIME_MILLIS");
    job.always(Counter.INPUT_RECORDS, 1, "MAP_INPUT_RECORDS");
    job.created(Counter.SHUFFLED_RECORDS, Group.TASK, 1, "REDUCE_INPUT_RECORDS");
    job.always(
        Counter.OUTPUT_RECORDS,
        1,
        job.has("REDUCE_OUTPUT_RECORDS") ? "REDUCE_OUTPUT_RECORDS" : "MAP_OUTPUT_RECORDS");
    job.created(Counter.SPILLED_RECORDS, Group.TASK, 1, "SPILLED_RECORDS");
    job.created(Counter.SHUFFLED_BYTES, Group.TASK, 1, "REDUCE_SHUFFLE_BYTES");
    job.created(Counter.FORMAT_BYTES_READ, Group.INPUT_FORMAT, 1, "BYTES_READ");
    job.created(Counter.FORMAT_BYTES_WRITTEN, Group.OUTPUT_FORMAT, 1, "BYTES_WRITTEN");
    job.created(Counter.HDFS_BYTES_READ, Group.FILE_SYSTEM, 1, "HDFS_BYTES_READ");
    job.created(Counter.HDFS_BYTES_WRITTEN, Group.FILE_SYSTEM, 1, "HDFS_BYTES_WRITTEN");
    job.created(Counter.FILE_BYTES_READ, Group.FILE_SYSTEM, 1, "FILE_BYTES_READ");
    job.created(Counter.FILE_BYTES_WRITTEN, Group.FILE_SYSTEM, 1, "FILE_BYTES_WRITTEN");
  }

  /**
   * Adds a job whose counters are not known.
   *
   * @param reason why
   */
  public void addUnknown(String reason) {
    counts.lacksAll(reason);
  }

  /** A reading for each {@link Counter}, by its id. */
  public Map<String, Reading> readings() {
    return counts.readings();
  }

  /** The counters of one job. */
  private final class Job {
    private final Map<Group, Map<String, Long>> groups;

    Job(Map<Group, Map<String, Long>> groups) {
      this.groups = groups;
    }

    boolean has(String task) {
      return value(Group.TASK, task).isPresent();
    }

    /** Adds counters that Hadoop makes when they are first incremented. */
    void created(Counter counter, Group group, double divisor, String... names) {
      if (!groups.containsKey(group)) {
        counts.lacks(counter, missing(group));
        return;
      }
      for (String name : names) {
        counts.add(counter, value(group, name).orElse(0) / divisor);
      }
    }

    private static String missing(Group group) {
      return switch (group) {
        case JOB -> "MapReduce in the client's JVM does not count tasks";
        case MAPS, REDUCES -> "the client reported no counters of maps and reduces apart";
        default -> NO_TASKS;
      };
    }

    /** Adds a counter of tasks that Hadoop makes if it can count it. */
    void always(Counter counter, double divisor, String name) {
      OptionalLong value = value(Group.TASK, name);
      if (value.isPresent()) {
        counts.add(counter, value.getAsLong() / divisor);
      } else {
        counts.lacks(
            counter, groups.containsKey(Group.TASK) ? "the tasks did not report it" : NO_TASKS);
      }
    }

    private OptionalLong value(Group group, String name) {
      Long value = groups.getOrDefault(group, Map.of()).get(name);
      return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
  }
}
