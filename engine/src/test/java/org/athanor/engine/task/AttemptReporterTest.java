// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.mapred.TaskStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class AttemptReporterTest {
  private final AttemptReporter reporter =
      new AttemptReporter(JobFactsForTest.make(), TaskStatus.Phase.MAP, 1);

  private float after(float progressOfReader) throws IOException {
    reporter.update(progressOfReader);
    return reporter.getProgress();
  }

  @Test
  void progressIsWithinItsRangeWhateverAReaderSays() throws IOException {
    assertThat(after(0.25f)).isEqualTo(0.25f);
    assertThat(after(0f / 0)).isZero();
    assertThat(after(-3)).isZero();
    assertThat(after(1f / 0)).isEqualTo(1);
  }
}
