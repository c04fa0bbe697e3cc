// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockOffsetTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Mark MARK = new Mark("test-clock");

  @TempDir Path directory;

  @Test
  void comparesClocksHalfwayBetweenQuestionAndAnswer() throws Exception {
    // Asked at 100.0 s, answered at 100.2 s: at 100.1 s of this clock, the node's had 103.6 s.
    ClockOffset offset =
        ClockOffset.offset(Instant.ofEpochSecond(100), 200_000_000, "103600000000");
    assertThat(offset.ahead()).isEqualTo(Duration.ofMillis(3500));
    assertThat(offset.uncertainty()).isEqualTo(Duration.ofMillis(100));
    assertThatThrownBy(() -> ClockOffset.offset(Instant.EPOCH, 1, "1766620800N"))
        .hasMessage("date +%s%N printed 1766620800N, must be nanoseconds since 1970");
  }

  @Test
  void measuresTheClockOfAnotherHost() throws Exception {
    TestHost.assumePossible();
    try (TestHost host = TestHost.start("slow-clock", List.of())) {
      Node node = host.node();
      ClockOffset right = ClockOffset.of(node, MARK);
      assertThat(right.ahead().abs()).isLessThanOrEqualTo(right.uncertainty());

      // Namespaces share the clock, so date is replaced by a program that is 5 s behind.
      Path real = Files.copy(Path.of("/usr/bin/date"), directory.resolve("date"));
      Path late = directory.resolve("late");
      Files.writeString(late, "#!/bin/sh\necho $(($(" + real + " \"$@\") - 5000000000))\n");
      assertThat(late.toFile().setExecutable(true)).isTrue();
      Command mount = Command.of("mount", "--bind", late.toString(), "/usr/bin/date");
      assertThat(node.run(MARK, mount, SOON).status()).isZero();
      ClockOffset wrong = ClockOffset.of(node, MARK);
      assertThat(wrong.ahead().plusSeconds(5).abs()).isLessThanOrEqualTo(wrong.uncertainty());
      assertThat(node.endAll(MARK, SOON)).isZero();
    }
  }

  @Test
  void nodesOfThisMachineHaveItsClock() throws Exception {
    assertThat(ClockOffset.of(Nodes.localhost(), MARK).ahead()).isZero();
  }
}
