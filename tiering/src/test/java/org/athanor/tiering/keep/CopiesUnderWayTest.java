// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.athanor.storage.rules.RulesText;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.keep.CopiesUnderWay.State;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CopiesUnderWayTest {
  private static final String RULES =
      """
      format=1
      version=1
      tiers=disk
      tier.disk.devices=DISK
      tier.disk.read=1
      tier.disk.write=1
      tier.disk.iops=1
      placements=
      retrieval=random
      replication.minimum=2
      """;

  private ModelRuledHdfs hdfs;

  @BeforeEach
  void start() throws Exception {
    hdfs = new ModelRuledHdfs(RulesText.parse(RULES), Seeds.of("copies"));
  }

  @Test
  void blocksThatHaveLeftTheQueueAreCopied() throws Exception {
    hdfs.queue = 5;
    CopiesUnderWay copies = CopiesUnderWay.before(hdfs);
    hdfs.queue = 5 + 10;
    assertThat(copies.state(10, 0)).as("all ten wait").isEqualTo(State.NONE);
    hdfs.queue = 5 + 9;
    assertThat(copies.state(10, 0)).isEqualTo(State.SOME);
    hdfs.queue = 5;
    assertThat(copies.state(10, 0)).isEqualTo(State.ALL);
    assertThat(copies.state(0, 0)).as("nothing is missing").isEqualTo(State.NONE);
  }

  /** What others had in the queue at first does not hide blocks that have come back to it. */
  @Test
  void theBlocksOfOthersBecomeFewer() throws Exception {
    hdfs.queue = 100;
    CopiesUnderWay copies = CopiesUnderWay.before(hdfs);
    hdfs.queue = 20;
    assertThat(copies.state(10, 0)).isEqualTo(State.ALL);
    hdfs.queue = 20 + 10; // HDFS found no place
    assertThat(copies.state(10, 0)).isEqualTo(State.NONE);
  }

  /** Else one file whose blocks wait would make others that are copied look as if they waited. */
  @Test
  void blocksThatAreNotWaitedForMayBeThoseInTheQueue() throws Exception {
    hdfs.queue = 5;
    CopiesUnderWay copies = CopiesUnderWay.before(hdfs);
    hdfs.queue = 5 + 10;
    assertThat(copies.state(10, 10)).as("of twenty blocks ten wait").isEqualTo(State.SOME);
    hdfs.queue = 5 + 20;
    assertThat(copies.state(10, 10)).as("all wait").isEqualTo(State.NONE);
    hdfs.queue = 5;
    assertThat(copies.state(10, 10)).isEqualTo(State.ALL);
    assertThat(copies.state(0, 10)).as("nothing is missing").isEqualTo(State.NONE);
  }

  @Test
  void aQueueThatCannotBeSeenTellsNothing() throws Exception {
    hdfs.queue = 5;
    CopiesUnderWay copies = CopiesUnderWay.before(hdfs);
    hdfs.onCall =
        call -> {
          throw new IOException("no answer");
        };
    assertThat(copies.state(10, 0)).isEqualTo(State.NONE);
    hdfs.onCall = call -> {};
    assertThat(copies.state(10, 0)).as("as before").isEqualTo(State.ALL);
  }
}
