// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.athanor.cli.storage.demo.DemoFiles;
import org.athanor.cli.storage.demo.DemoResult;
import org.athanor.cli.storage.demo.LoadSummary;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;
import org.junit.jupiter.api.Test;

class DemoTextTest {
  private static final DemoResult RESULT =
      new DemoResult(
          7,
          new DemoFiles(List.of(8_000_000L, 4_000_000L)),
          2,
          8_000_000,
          new LoadSummary(10, 60_000_000, 2, 1.5, 6e6, 0),
          new LoadSummary(10, 60_000_000, 0.5, 0.25, 18e6, 0.625),
          List.of(
              new Outcome(
                  new PlanAction(
                      "/demo/inputPath00",
                      1,
                      8_000_000,
                      Instant.EPOCH,
                      StoragePolicy.HOT,
                      StoragePolicy.ONE_SSD,
                      3,
                      3,
                      8_000_000,
                      "read 6 times"),
                  Status.DONE,
                  "")),
          12.4);

  @Test
  void showsTheGainAndWhatWasMoved() {
    assertThat(DemoText.of(RESULT))
        .isEqualToNormalizingNewlines(
            """
            10 reads of 2 files of 12.0 MB, 2 at a time, before and after; other draws of the same popularity

                                   before      after  change
            mean time of a read    2.00 s     0.50 s   -75 %
            throughput           6.0 MB/s  18.0 MB/s  +200 %
            bytes from SSD          0.0 %     62.5 %

            Moved in 12 s, for an SSD budget of 8.0 MB:

            file               length  from  to       because it was  is
            /demo/inputPath00  8.0 MB  HOT   ONE_SSD  read 6 times    done
            """);
  }

  @Test
  void writesJson() {
    assertThat(DemoText.json(RESULT))
        .startsWith(
            "{\n  \"format\": \"athanor-storage-demo\",\n  \"version\": 1,\n  \"seed\": 7,\n")
        .contains(
            "\"after\": {\n    \"reads\": 10,\n    \"bytes\": 60000000,\n    \"meanSeconds\": 0.5")
        .contains("\"ssdShare\": 0.625")
        .contains("\"reason\": \"read 6 times\"")
        .endsWith("}\n");
  }
}
