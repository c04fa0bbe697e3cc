// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.bench.counter.HadoopCounters.Group;
import org.athanor.results.Reading;

/**
 * Reads the counters that Hadoop's client prints after each job: {@code Counters: 54}, then the
 * groups, each counter by the name for people of Hadoop's property files. The local runner also
 * prints those of attempts, in another form.
 */
public final class PrintedCounters {
  private static final Pattern RUNNING = Pattern.compile("Running job: job_");
  private static final Pattern COUNTERS = Pattern.compile("mapreduce\\.Job: Counters: (\\d{1,9})");

  /** The heading of the next counters, which may be those of an attempt. */
  private static final Pattern NEXT = Pattern.compile("Running job: job_|: Counters: \\d");

  private static final Pattern GROUP = Pattern.compile("\t([^\t].*)");
  private static final Pattern COUNTER = Pattern.compile("\t\t(.+)=(-?\\d{1,18})");
  private static final Pattern FILE_SYSTEM =
      Pattern.compile("(\\w+): Number of bytes (read|written)");

  private static final Map<String, Group> GROUPS =
      Map.of(
          "Job Counters", Group.JOB,
          "Map-Reduce Framework", Group.TASK,
          "File System Counters", Group.FILE_SYSTEM,
          "File Input Format Counters", Group.INPUT_FORMAT,
          "File Output Format Counters", Group.OUTPUT_FORMAT);

  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("Launched map tasks", "TOTAL_LAUNCHED_MAPS"),
          Map.entry("Launched reduce tasks", "TOTAL_LAUNCHED_REDUCES"),
          Map.entry("Failed map tasks", "NUM_FAILED_MAPS"),
          Map.entry("Failed reduce tasks", "NUM_FAILED_REDUCES"),
          Map.entry("Killed map tasks", "NUM_KILLED_MAPS"),
          Map.entry("Killed reduce tasks", "NUM_KILLED_REDUCES"),
          Map.entry("Total time spent by all map tasks (ms)", "MILLIS_MAPS"),
          Map.entry("Total time spent by all reduce tasks (ms)", "MILLIS_REDUCES"),
          Map.entry("CPU time spent (ms)", "CPU_MILLISECONDS"),
          Map.entry("GC time elapsed (ms)", "GC_TIME_MILLIS"),
          Map.entry("Map input records", "MAP_INPUT_RECORDS"),
          Map.entry("Map output records", "MAP_OUTPUT_RECORDS"),
          Map.entry("Reduce input records", "REDUCE_INPUT_RECORDS"),
          Map.entry("Reduce output records", "REDUCE_OUTPUT_RECORDS"),
          Map.entry("Spilled Records", "SPILLED_RECORDS"),
          Map.entry("Reduce shuffle bytes", "REDUCE_SHUFFLE_BYTES"),
          Map.entry("Bytes Read", "BYTES_READ"),
          Map.entry("Bytes Written", "BYTES_WRITTEN"));

  private PrintedCounters() {}

  /** A reading for each {@link Counter}; none if the client ran no job. */
  public static Map<String, Reading> readings(List<String> lines) {
    HadoopCounters counters = new HadoopCounters();
    int running = 0;
    int counted = 0;
    for (int i = 0; i < lines.size(); i++) {
      Matcher heading = COUNTERS.matcher(lines.get(i));
      if (RUNNING.matcher(lines.get(i)).find()) {
        running++;
      } else if (heading.find()) {
        counted++;
        add(lines.subList(i + 1, lines.size()), Integer.parseInt(heading.group(1)), counters);
      }
    }
    if (counted < running) {
      counters.add(Map.of());
    }
    return running == 0 ? Map.of() : counters.readings();
  }

  /**
   * Adds the counters at the beginning of some lines. Other lines may be among them, since the
   * client has two outputs.
   *
   * @param number of the counters by their heading
   */
  private static void add(List<String> lines, int number, HadoopCounters counters) {
    Map<Group, Map<String, Long>> groups = new EnumMap<>(Group.class);
    Map<String, Long> open = new HashMap<>();
    int read = 0;
    for (String line : lines) {
      Matcher counter = COUNTER.matcher(line);
      Matcher group = GROUP.matcher(line);
      if (counter.matches()) {
        open.put(name(counter.group(1)), Long.parseLong(counter.group(2)));
        read++;
      } else if (group.matches()) {
        open = new HashMap<>();
        Group known = GROUPS.get(group.group(1).strip());
        if (known != null) {
          groups.put(known, open);
        }
      } else if (read >= number || NEXT.matcher(line).find()) {
        break;
      }
    }
    if (read == number) {
      counters.add(groups);
    } else {
      counters.addUnknown(
          "the client's output has " + read + " of " + number + " counters of a job");
    }
  }

  private static String name(String printed) {
    Matcher file = FILE_SYSTEM.matcher(printed);
    return file.matches()
        ? file.group(1) + "_BYTES_" + file.group(2).toUpperCase(Locale.ROOT)
        : NAMES.getOrDefault(printed, printed);
  }
}
