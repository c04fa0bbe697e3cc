// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UnreachablePeersTest {
  private static final List<Integer> FIVE = List.of(0, 1, 2, 3, 4);

  private long now;
  private final UnreachablePeers peers = new UnreachablePeers(() -> now);

  @Test
  void theOneThatHalfOfTheOthersCannotReachIsGivenUp() {
    assertThat(peers.complains(0, 3, FIVE)).isEmpty();
    assertThat(peers.complains(1, 3, FIVE)).hasValue(3);
  }

  @Test
  void theOneThatCannotReachHalfOfTheOthersIsGivenUp() {
    assertThat(peers.complains(0, 1, List.of(0, 1, 2))).isEmpty();
    assertThat(peers.complains(0, 2, List.of(0, 1, 2))).hasValue(0);
  }

  @Test
  void ofTwoTheOtherOneIsGivenUpTheSecondTime() {
    assertThat(peers.complains(7, 3, List.of(3, 7))).isEmpty();
    assertThat(peers.complains(7, 3, List.of(3, 7))).hasValue(3);
  }

  @Test
  void theOneThatAloneComplainsAgainIsGivenUp() {
    assertThat(peers.complains(0, 3, FIVE)).isEmpty();
    assertThat(peers.complains(1, 2, FIVE)).isEmpty();
    assertThat(peers.complains(0, 3, FIVE)).hasValue(0);
    assertThat(peers.complains(4, 3, FIVE)).as("what 0 said is forgotten").isEmpty();
  }

  @Test
  void oldComplaintsDoNotCount() {
    assertThat(peers.complains(0, 3, FIVE)).isEmpty();
    now += TimeUnit.SECONDS.toNanos(UnreachablePeers.MEMORY_SECONDS) + 1;
    assertThat(peers.complains(0, 3, FIVE)).isEmpty();
    now += TimeUnit.SECONDS.toNanos(UnreachablePeers.MEMORY_SECONDS) + 1;
    assertThat(peers.complains(1, 3, FIVE)).isEmpty();
  }

  @Test
  void workersThatAreGoneDoNotCount() {
    assertThat(peers.complains(0, 9, FIVE)).isEmpty();
    assertThat(peers.complains(9, 0, FIVE)).isEmpty();
    assertThat(peers.complains(1, 1, FIVE)).isEmpty();
    assertThat(peers.complains(5, 3, List.of(0, 1, 2, 3, 5, 6))).isEmpty();
    assertThat(peers.complains(0, 3, FIVE)).as("5 is gone").isEmpty();
  }

  @Test
  void itIsHopelessIfManyAreGivenUpSoon() {
    for (int i = 0; i < UnreachablePeers.MOST; i++) {
      assertThat(peers.isHopeless()).isFalse();
      giveUpOneOf(i, i + 1);
    }
    assertThat(peers.isHopeless()).isTrue();
    now += TimeUnit.MINUTES.toNanos(UnreachablePeers.SPAN_MINUTES) + 1;
    giveUpOneOf(8, 9);
    assertThat(peers.isHopeless()).isFalse();
  }

  private void giveUpOneOf(int from, int accused) {
    peers.complains(from, accused, List.of(from, accused));
    assertThat(peers.complains(from, accused, List.of(from, accused))).hasValue(accused);
  }
}
