// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.mapreduce.JobSeries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobTimesTest {
  @TempDir Path directory;

  private Map<String, Double> measures(String seconds) throws IOException {
    Files.writeString(directory.resolve(JobSeries.SECONDS), seconds);
    return JobTimes.of(new Configuration(), new org.apache.hadoop.fs.Path(directory.toUri()));
  }

  @Test
  void theFirstJobDoesNotCountAmongTheLaterOnes() throws IOException {
    assertThat(measures("1\t9.5\n2\t0.5\n3\t3.0\n4\t0.25\n"))
        .containsExactly(Map.entry("first_job_time", 9.5), Map.entry("later_job_time", .5));
    assertThat(measures("1\t9\n2\t1\n3\t2\n")).containsEntry("later_job_time", 1.5);
  }

  @Test
  void oneJobHasNoLaterOnes() throws IOException {
    assertThat(measures("1\t9.5\n")).containsExactly(Map.entry("first_job_time", 9.5));
  }
}
