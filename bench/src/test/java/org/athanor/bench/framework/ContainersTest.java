// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ContainersTest {
  private static final String NONE = "{\"clusterMetrics\":{\"containersAllocated\":0}}";
  private static final String TWO = "{\"clusterMetrics\":{\"containersAllocated\":2}}";
  private static final String OTHER = "{\"error\":\"starting\"}";
  private static final String SILENCE = "";

  /** Gives its answers, the last again and again. */
  private static final class Server implements DaemonServer {
    private final Deque<String> answers;
    private boolean ended;

    Server(String... answers) {
      this.answers = new ArrayDeque<>(List.of(answers));
    }

    @Override
    public Optional<JsonNode> ask(String path) {
      assertThat(path).isEqualTo("/ws/v1/cluster/metrics");
      String answer = answers.size() > 1 ? answers.remove() : answers.element();
      return answer.equals(SILENCE)
          ? Optional.empty()
          : Optional.of(JsonMapper.shared().readTree(answer));
    }

    @Override
    public boolean hasEnded() {
      return ended;
    }
  }

  private static Containers await(Server server, Duration patience) throws Exception {
    return Containers.of(server, patience, Duration.ZERO).await();
  }

  @Test
  void waitsUntilNoneIsLeft() throws Exception {
    assertThat(await(new Server(TWO, SILENCE, OTHER, TWO, NONE), Duration.ofDays(1)))
        .isEqualTo(Containers.ENDED);
  }

  @Test
  void saysWhatItKnewLast() throws Exception {
    assertThat(await(new Server(TWO), Duration.ZERO)).isEqualTo(Containers.RUNNING);
    assertThat(await(new Server(SILENCE), Duration.ZERO)).isEqualTo(Containers.UNKNOWN);
    assertThat(await(new Server(OTHER), Duration.ZERO)).isEqualTo(Containers.UNKNOWN);
  }

  /** As after a trial that took too long, whose daemons were ended. */
  @Test
  void doesNotWaitForAResourceManagerThatHasEnded() throws Exception {
    Server server = new Server(SILENCE);
    server.ended = true;

    assertThat(await(server, Duration.ofDays(1))).isEqualTo(Containers.UNKNOWN);
  }
}
