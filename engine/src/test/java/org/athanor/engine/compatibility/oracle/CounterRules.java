// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counters that cannot mean the same on both sides, each with its reason. All others must agree.
 */
final class CounterRules {
  private static final String TASK = "org.apache.hadoop.mapreduce.TaskCounter|";
  private static final String FILES = "org.apache.hadoop.mapreduce.FileSystemCounter|";
  private static final String JOB = "org.apache.hadoop.mapreduce.JobCounter|";

  private static final Map<String, String> NOT_COMPARED = rules();

  /** What is compared if the oracle runs its tasks in containers, too. */
  private static final List<String> COMPARED_ON_YARN =
      List.of(FILES + "HDFS_*", JOB + "NUM_*", JOB + "TOTAL_*");

  private CounterRules() {}

  private static Map<String, String> rules() {
    Map<String, String> rules = new LinkedHashMap<>();
    rules.put(
        TASK + "SPILLED_RECORDS",
        "counts writes of a record to local disk between map and reduce; Athanor writes one only"
            + " when memory is short");
    String materialised =
        "length in the files between map and reduce; Athanor's chunks have another layout";
    rules.put(TASK + "MAP_OUTPUT_MATERIALIZED_BYTES", materialised);
    rules.put(TASK + "REDUCE_SHUFFLE_BYTES", materialised);
    String process = "a measurement of the process, different in each run";
    rules.put(TASK + "GC_TIME_MILLIS", process);
    rules.put(TASK + "CPU_MILLISECONDS", process);
    rules.put(TASK + "PHYSICAL_MEMORY_BYTES", process);
    rules.put(TASK + "VIRTUAL_MEMORY_BYTES", process);
    rules.put(TASK + "COMMITTED_HEAP_BYTES", process);
    rules.put(TASK + "MAP_PHYSICAL_MEMORY_BYTES_MAX", process);
    rules.put(TASK + "MAP_VIRTUAL_MEMORY_BYTES_MAX", process);
    rules.put(TASK + "REDUCE_PHYSICAL_MEMORY_BYTES_MAX", process);
    rules.put(TASK + "REDUCE_VIRTUAL_MEMORY_BYTES_MAX", process);
    rules.put(
        FILES + "FILE_*",
        "Hadoop's local framework reports what the whole JVM ever did to local files, its own"
            + " temporary files and earlier jobs included");
    rules.put(
        FILES + "HDFS_*",
        "the same, where the files are in HDFS; compared with Hadoop's on YARN. Athanor does not"
            + " count what threads that a task starts do with files of their own, outside the"
            + " task's input and output");
    rules.put(
        JOB + "*",
        "Hadoop's local framework keeps none (launched tasks, their times); Athanor does, as YARN"
            + " does, and the numbers of tasks are compared with Hadoop's on YARN. There, a task"
            + " counts as one slot (`SLOTS_MILLIS_*`), and has of memory and vcores"
            + " (`MB_MILLIS_*`, `VCORES_MILLIS_*`) its thread's share of a Worker's container;"
            + " Hadoop's tasks have containers of their own, which count as one slot for each"
            + " `yarn.scheduler.minimum-allocation-mb`. In one JVM these six are not set. Those of"
            + " uber jobs, preemption and checkpoints never are, since Athanor has none of them");
    return rules;
  }

  /** Counter (a trailing * stands for any) to reason. */
  static Map<String, String> all() {
    return NOT_COMPARED;
  }

  static boolean isCompared(String counter) {
    return isCompared(counter, !Framework.HADOOP.isHadoopLocal());
  }

  static boolean isCompared(String counter, boolean oracleOnYarn) {
    return NOT_COMPARED.keySet().stream().noneMatch(rule -> matches(rule, counter))
        || (oracleOnYarn && COMPARED_ON_YARN.stream().anyMatch(rule -> matches(rule, counter)));
  }

  static boolean matches(String rule, String counter) {
    return rule.endsWith("*")
        ? counter.startsWith(rule.substring(0, rule.length() - 1))
        : counter.equals(rule);
  }
}
