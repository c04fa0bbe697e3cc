// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.run.Runs;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.testing.RawRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobReportsTest {
  @TempDir Path directory;
  private final Deliveries listener = new Deliveries();
  private final JobReports reports = new JobReports("job", listener);

  @Test
  void aJobFailsOnceAndNothingFollows() throws Exception {
    BufferPool pool = new BufferPool(9, Runs.BUFFER_BYTES);
    reports.failed("why: ", new IllegalStateException("broken"));
    reports.failed("again: ", new IllegalStateException("broken"));
    assertThat(reports.hasFailed()).isTrue();
    assertThat(listener.failure()).isEqualTo("why: java.lang.IllegalStateException: broken");
    try (SpillFile spill = new SpillFile(directory.resolve("spill"))) {
      List<RawRecord> records = List.of(RawRecord.of(0, new byte[1], new byte[1]));
      reports.delivered(1, 2, List.of(Runs.write(2, records, 1, pool, spill)));
    }
    assertThat(pool.lent()).isZero();
    listener.assertNothingMore();
  }
}
