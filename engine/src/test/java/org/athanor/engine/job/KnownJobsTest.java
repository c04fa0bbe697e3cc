// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapred.JobID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class KnownJobsTest {
  private final KnownJobs<String> jobs = new KnownJobs<>(2);

  private static JobID id(int number) {
    return new JobID("1", number);
  }

  private void add(int... numbers) {
    for (int number : numbers) {
      jobs.add(id(number), "job " + number);
    }
  }

  private void end(int... numbers) {
    for (int number : numbers) {
      jobs.ended(id(number));
    }
  }

  @Test
  void keepsAllJobsThatHaveNotEnded() {
    add(1, 2, 3, 4, 5);
    assertThat(jobs.all()).containsExactly("job 1", "job 2", "job 3", "job 4", "job 5");
  }

  @Test
  void keepsEndedJobsHoweverManyRun() {
    add(1, 2, 3, 4, 5);
    end(1, 2);
    assertThat(jobs.all()).hasSize(5);
    assertThat(jobs.get(id(1))).contains("job 1");
  }

  @Test
  void forgetsTheJobThatHasEndedFirst() {
    add(1, 2, 3, 4);
    end(3, 4, 1, 1, 9);
    assertThat(jobs.all()).containsExactly("job 1", "job 2", "job 4");
    assertThat(jobs.get(id(3))).isEmpty();
  }

  @Test
  void aRemovedJobDoesNotCount() {
    add(1, 2, 3);
    end(1, 2);
    jobs.remove(id(1));
    end(3);
    assertThat(jobs.all()).containsExactly("job 2", "job 3");
  }
}
