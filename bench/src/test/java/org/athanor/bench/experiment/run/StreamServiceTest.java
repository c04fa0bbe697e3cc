// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.athanor.bench.framework.MessageBroker;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeProcess;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.RandomId;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The services of a stream with a generator that is a script, and a broker that is none. */
class StreamServiceTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private static final List<MeasureInfo> MEASURES =
      List.of(
          MeasureInfo.result("latency_p99", "Latency", Unit.SECONDS, Better.LESS, "some"),
          MeasureInfo.result(
              "sustainable_rate", "Rate", Unit.OPERATIONS_PER_SECOND, Better.MORE, "some"),
          MeasureInfo.result("lag_max", "Lag", Unit.COUNT, Better.LESS, "some"));

  @TempDir Path logs;
  private final Node node = Nodes.localhost();
  private final Mark mark = new Mark("stream-test-" + RandomId.make());
  private final FakeBroker broker = new FakeBroker();

  private static final class FakeBroker implements MessageBroker {
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile Optional<String> dead = Optional.empty();
    private volatile boolean closed;
    private Optional<String> closing = Optional.empty();

    void die(String reason) {
      dead = Optional.of(reason);
      end.complete(null);
    }

    @Override
    public String bootstrap() {
      return "h:1";
    }

    @Override
    public CompletableFuture<Void> anyEnd() {
      return end;
    }

    @Override
    public Optional<String> dead() {
      return dead;
    }

    @Override
    public void keepLogs(Path target) throws IOException {
      Files.writeString(target.resolve("kafka-1.log"), "log");
    }

    @Override
    public void close() throws IOException {
      closed = true;
      end.complete(null);
      if (closing.isPresent()) {
        throw new IOException(closing.get());
      }
    }
  }

  @AfterEach
  void endAll() throws Exception {
    node.endAll(mark, Duration.ofSeconds(1));
  }

  private StreamService start(String script) throws Exception {
    return StreamService.start(
        broker,
        List.of(),
        node,
        mark,
        bootstrap -> Command.of("sh", "-c", script, "sh", bootstrap),
        logs);
  }

  private NodeProcess client(String script) throws IOException {
    return node.start(mark, Command.of("sh", "-c", script));
  }

  @Test
  void theGeneratorMeasuresUntilTheClientHasEnded() throws Exception {
    String script =
        "echo ready; echo second 0 5 4 3 2; cat; echo measure latency_p99 0.25 s;"
            + " echo measure sustainable_rate 1500 1/s; echo measure lag_max 7 count; echo right: $1";
    try (StreamService service = start(script)) {
      NodeProcess client = client("exit 0");
      service.clientStarted(client);
      assertThat(client.await(LONG)).isEqualTo(OptionalInt.of(0));
      service.clientEnded();
      assertThat(service.endedClient()).isFalse();
      service.keepLogs();
      assertThat(service.failure()).isEmpty();
      assertThat(service.wrong()).isEmpty();
      assertThat(service.measures(MEASURES))
          .isEqualTo(
              Map.of(
                  "latency_p99",
                  Reading.of(0.25, Unit.SECONDS),
                  "sustainable_rate",
                  Reading.of(1500, Unit.OPERATIONS_PER_SECOND),
                  "lag_max",
                  Reading.of(7, Unit.COUNT)));
    }
    assertThat(logs.resolve("lag.csv")).hasContent("second,due,sent,processed,lag\n0,5,4,3,2\n");
    assertThat(logs.resolve("kafka-1.log")).exists();
    assertThat(broker.closed).isTrue();
  }

  @Test
  void saysWhatIsWrongWithTheResult() throws Exception {
    try (StreamService service =
        start("echo ready; cat; echo 'wrong: the sum is 4; must be 5'; exit 1")) {
      service.clientStarted(client("exit 0"));
      service.clientEnded();
      assertThat(service.failure()).isEmpty();
      assertThat(service.wrong()).contains("the sum is 4; must be 5");
    }
  }

  @Test
  void aStatusWithoutAVerdictIsAFailure() throws Exception {
    try (StreamService service = start("echo ready; cat; echo Exception in thread main; exit 1")) {
      service.clientStarted(client("exit 0"));
      service.clientEnded();
      assertThat(service.failure())
          .contains("the load generator has ended with status 1: Exception in thread main");
    }
  }

  @Test
  void whatCannotBeCleanedUpDoesNotHideWhyItDidNotStart() {
    broker.closing = Optional.of("data cannot be deleted");
    assertThatThrownBy(() -> start("echo no topics >&2; exit 3"))
        .hasMessage("the load generator has ended: no topics")
        .satisfies(
            failed ->
                assertThat(failed.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsExactly("data cannot be deleted"));
  }

  @Test
  void lostLogsDoNotChangeTheVerdict() throws Exception {
    try (StreamService service = start("echo ready; cat; echo right: 1")) {
      service.clientStarted(client("exit 0"));
      service.clientEnded();
      Files.createDirectory(logs.resolve("lag.csv"));
      assertThatThrownBy(service::keepLogs).isInstanceOf(IOException.class);
      assertThat(service.failure()).isEmpty();
      assertThat(service.wrong()).isEmpty();
    }
  }

  @Test
  void aGeneratorThatFailsEndsTheClient() throws Exception {
    try (StreamService service =
        start("echo ready; read line; echo 'a record could not be sent: no' >&2; exit 3")) {
      NodeProcess client = client("exec sleep 600");
      service.clientStarted(client);
      service.generator().input().write('\n');
      service.generator().input().flush();
      assertThat(client.await(LONG)).isEqualTo(OptionalInt.of(143));
      assertThat(service.endedClient()).isTrue();
      service.clientEnded();
      assertThat(service.failure())
          .contains("the load generator has ended with status 3: a record could not be sent: no");
    }
  }

  @Test
  void aDeadBrokerEndsClientAndGenerator() throws Exception {
    try (StreamService service = start("echo ready; exec sleep 600")) {
      NodeProcess client = client("exec sleep 600");
      service.clientStarted(client);
      broker.die("Kafka broker on localhost has ended with status 137: x (log: /y)");
      assertThat(client.await(LONG)).isEqualTo(OptionalInt.of(143));
      service.clientEnded();
      assertThat(service.failure())
          .contains("Kafka broker on localhost has ended with status 137: x (log: /y)");
      assertThat(service.generator().await(LONG)).isPresent();
    }
  }

  @Test
  void aGeneratorThatDoesNotGetReadyIsAFailureWithItsLastLine() {
    assertThatThrownBy(() -> start("echo 'topics cannot be created at h:1: no' >&2; exit 3"))
        .isInstanceOf(IOException.class)
        .hasMessage("the load generator has ended: topics cannot be created at h:1: no");
    assertThat(broker.closed).isTrue();
  }

  @Test
  void closingEndsTheGenerator() throws Exception {
    StreamService service = start("echo ready; exec sleep 600");
    NodeProcess client = client("exec sleep 600");
    service.clientStarted(client);
    service.close();
    assertThat(service.generator().await(LONG)).isPresent();
    assertThat(client.exit()).as("the runner ends the client").isNotDone();
  }
}
