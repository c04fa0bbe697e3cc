// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.bench.framework.MessageBroker;
import org.athanor.bench.workload.WorkloadRun.StreamAccess;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeProcess;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Reading;

/**
 * Kafka and the load generator of one trial. The generator measures and checks the trial; its end
 * of standard input tells it that the client has ended, or this process has. If the generator or a
 * broker ends before, the client is ended.
 */
final class StreamService implements TrialService {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration END_TIMEOUT = Duration.ofMinutes(2);
  private static final long READY_SECONDS = 120;
  private static final long DRAIN_SECONDS = 10;
  private static final int STATUS_RIGHT = 0;
  private static final int STATUS_WRONG = 1;
  private static final String READY = "ready";
  private static final String WRONG = "wrong: ";
  private static final String SECOND = "second ";

  private final MessageBroker broker;
  private final StreamAccess access;
  private final NodeProcess generator;
  private final ClientOutput output;
  private final Path logs;
  private volatile boolean ending;
  private volatile boolean endedClient;
  private OptionalInt status = OptionalInt.empty();
  private Optional<String> deadBroker = Optional.empty();

  private StreamService(
      MessageBroker broker,
      StreamAccess access,
      NodeProcess generator,
      ClientOutput output,
      Path logs) {
    this.broker = broker;
    this.access = access;
    this.generator = generator;
    this.output = output;
    this.logs = logs;
  }

  /** Makes the command of the load generator from the broker's addresses. */
  interface GeneratorCommand {
    Command at(String bootstrap);
  }

  /**
   * Starts the generator; returns when it is ready.
   *
   * @param broker is closed with this service, also if this fails
   * @param connector jars by which the framework reads from Kafka
   * @param logs existing directory of this machine
   */
  static StreamService start(
      MessageBroker broker,
      List<Path> connector,
      Node node,
      Mark mark,
      GeneratorCommand command,
      Path logs)
      throws IOException, InterruptedException {
    StreamService service = null;
    NodeProcess generator = null;
    try {
      generator = node.start(mark, command.at(broker.bootstrap()));
      long start = System.nanoTime();
      CompletableFuture<Void> ready = new CompletableFuture<>();
      ClientOutput output =
          new ClientOutput(
              generator,
              logs,
              () -> (System.nanoTime() - start) / 1e9,
              OutputStream.nullOutputStream(),
              line -> {
                if (line.equals(READY)) {
                  ready.complete(null);
                }
                return line;
              });
      StreamAccess access = new StreamAccess(broker.bootstrap(), connector);
      service = new StreamService(broker, access, generator, output, logs);
      service.awaitReady(ready);
      return service;
    } catch (IOException | InterruptedException | RuntimeException failed) {
      try {
        closeAll(service, generator, broker);
      } catch (IOException | InterruptedException left) {
        failed.addSuppressed(left);
      }
      throw failed;
    }
  }

  private static void closeAll(StreamService service, NodeProcess generator, MessageBroker broker)
      throws IOException, InterruptedException {
    if (service != null) {
      service.close();
      return;
    }
    try (broker) {
      if (generator != null) {
        generator.end(GRACE);
      }
    }
  }

  private void awaitReady(CompletableFuture<Void> ready) throws IOException, InterruptedException {
    try {
      CompletableFuture.anyOf(ready, generator.exit(), broker.anyEnd())
          .get(READY_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      throw new IOException(
          "the load generator is not ready after " + READY_SECONDS + " s; its logs are in " + logs,
          late);
    } catch (ExecutionException e) {
      throw new IOException("the load generator: " + e.getCause().getMessage(), e);
    }
    if (!ready.isDone()) {
      output.drain(DRAIN_SECONDS);
      throw new IOException(
          broker.dead().orElseGet(() -> "the load generator has ended: " + lastLine()));
    }
  }

  private String lastLine() {
    return output.lastLine().orElse("no output");
  }

  /** The process of the generator. */
  NodeProcess generator() {
    return generator;
  }

  StreamAccess access() {
    return access;
  }

  @Override
  public void clientStarted(NodeProcess client) {
    CompletableFuture<Void> unused =
        CompletableFuture.anyOf(generator.exit(), broker.anyEnd())
            .thenRunAsync(
                () -> {
                  if (!ending) {
                    endedClient = true;
                    end(client);
                  }
                });
  }

  private static void end(NodeProcess client) {
    try {
      client.end(GRACE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean endedClient() {
    return endedClient;
  }

  @Override
  public void clientEnded() throws IOException, InterruptedException {
    ending = true;
    deadBroker = broker.dead();
    if (deadBroker.isPresent()) {
      generator.end(GRACE);
    } else {
      closeInput();
    }
    status = generator.await(END_TIMEOUT);
    generator.end(GRACE);
    output.drain(DRAIN_SECONDS);
  }

  private void closeInput() throws InterruptedException, IOException {
    try {
      generator.input().close();
    } catch (IOException broken) {
      // It reads no more: it has ended, of which the status says why, or will never know.
      generator.end(GRACE);
    }
  }

  @Override
  public void keepLogs() throws IOException, InterruptedException {
    Files.writeString(logs.resolve("lag.csv"), series(output.lines()));
    broker.keepLogs(logs);
  }

  /** The generator's lines of each second as a table. */
  static String series(List<TimedLine> lines) {
    return lines.stream()
        .map(TimedLine::text)
        .filter(line -> line.startsWith(SECOND))
        .map(line -> line.substring(SECOND.length()).replace(' ', ',') + "\n")
        .collect(Collectors.joining("", "second,due,sent,processed,lag\n", ""));
  }

  @Override
  public Optional<String> failure() {
    if (deadBroker.isPresent()) {
      return deadBroker;
    }
    if (status.isEmpty()) {
      return Optional.of(
          "the load generator did not end "
              + END_TIMEOUT.toMinutes()
              + " minutes after the client");
    }
    int code = status.getAsInt();
    if (endedClient && code == STATUS_RIGHT) {
      return Optional.of("the load generator has ended before the program: " + lastLine());
    }
    return code == STATUS_RIGHT || (code == STATUS_WRONG && wrongLine().isPresent())
        ? Optional.empty()
        : Optional.of("the load generator has ended with status " + code + ": " + lastLine());
  }

  /** What is wrong with the results of the program, in one line; empty if they are right. */
  Optional<String> wrong() {
    return status.equals(OptionalInt.of(STATUS_RIGHT))
        ? Optional.empty()
        : Optional.of(wrongLine().orElseGet(this::lastLine));
  }

  private Optional<String> wrongLine() {
    return output.lines().stream()
        .map(TimedLine::text)
        .filter(line -> line.startsWith(WRONG))
        .findFirst()
        .map(line -> line.substring(WRONG.length()));
  }

  /**
   * What the generator has measured.
   *
   * @throws IOException if it has printed something else than the declared measures
   */
  Map<String, Reading> measures(List<MeasureInfo> declared) throws IOException {
    return MeasureLines.readings(
        output.lines().stream().map(TimedLine::text).collect(Collectors.joining("\n")), declared);
  }

  @Override
  public void close() throws IOException {
    ending = true;
    try (broker;
        output) {
      generator.end(GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
