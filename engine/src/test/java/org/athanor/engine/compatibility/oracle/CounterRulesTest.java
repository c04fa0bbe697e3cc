// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CounterRulesTest {
  private static final String JOB = "org.apache.hadoop.mapreduce.JobCounter|";
  private static final String FILES = "org.apache.hadoop.mapreduce.FileSystemCounter|";
  private static final String TASK = "org.apache.hadoop.mapreduce.TaskCounter|";

  @Test
  void comparesRecordsWithEachOracle() {
    assertThat(CounterRules.isCompared(TASK + "MAP_INPUT_RECORDS", false)).isTrue();
    assertThat(CounterRules.isCompared(TASK + "MAP_INPUT_RECORDS", true)).isTrue();
  }

  @Test
  void comparesTasksAndBytesOfHdfsWithAnOracleOnYarnOnly() {
    for (String counter :
        new String[] {
          JOB + "TOTAL_LAUNCHED_MAPS", JOB + "NUM_FAILED_MAPS", FILES + "HDFS_BYTES_READ"
        }) {
      assertThat(CounterRules.isCompared(counter, true)).as(counter).isTrue();
      assertThat(CounterRules.isCompared(counter, false)).as(counter).isFalse();
    }
  }

  @Test
  void comparesNeitherTimesNorIntermediateFiles() {
    for (String counter :
        new String[] {
          JOB + "MILLIS_MAPS",
          JOB + "DATA_LOCAL_MAPS",
          FILES + "FILE_BYTES_READ",
          TASK + "SPILLED_RECORDS"
        }) {
      assertThat(CounterRules.isCompared(counter, true)).as(counter).isFalse();
    }
  }
}
