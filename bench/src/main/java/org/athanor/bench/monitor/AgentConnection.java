// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.athanor.agent.AgentMessages;
import org.athanor.agent.SampleRow;
import org.athanor.cluster.NodeProcess;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.MonitorInfo;
import org.athanor.results.MonitorInfo.SampleInfo;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;
import org.athanor.results.Unit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The runner's connection to one agent. Two threads of the connection read what the agent prints;
 * the methods must be called by one thread. After the agent has ended or has not answered in time,
 * each call fails with that reason.
 */
final class AgentConnection {

  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final JsonMapper JSON = new JsonMapper();

  private final String node;
  private final NodeProcess process;
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();

  /** Trial → the listener that gets its samples. Guarded by itself. */
  private final Map<Long, Consumer<SampleRow>> listeners = new HashMap<>();

  /** The totals that the agent reports: Athanor's, then those that its monitors declare. */
  private final List<Total> totals = new ArrayList<>(List.of(Total.values()));

  private volatile String lastError = "";

  /** A line that answers a command; if {@code content} is null, the agent's output has ended. */
  private record Answer(String event, long trial, JsonNode content) {}

  private AgentConnection(String node, NodeProcess process) {
    this.node = node;
    this.process = process;
  }

  /** Connects to an agent that has just been started; call {@link #ready} first. */
  static AgentConnection to(String node, NodeProcess process) {
    AgentConnection connection = new AgentConnection(node, process);
    connection.thread("output", () -> connection.read(process.output()));
    connection.thread("errors", () -> connection.readErrors(process.errors()));
    return connection;
  }

  private void thread(String name, Runnable body) {
    Thread thread = new Thread(body, "athanor-agent-" + name + "-" + node);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * What an agent can read.
   *
   * @param unavailable monitor id → why the monitor does not work on that node
   * @param declared by the monitors that are not Athanor's
   */
  record Ready(Map<String, String> unavailable, List<MonitorInfo> declared) {}

  /** Waits for the agent's first line. */
  Ready ready() throws IOException, InterruptedException {
    JsonNode message = await(AgentMessages.READY, -1);
    Map<String, String> unavailable = new HashMap<>();
    message
        .get("unavailable")
        .properties()
        .forEach(entry -> unavailable.put(entry.getKey(), entry.getValue().asString()));
    List<MonitorInfo> declared = new ArrayList<>();
    for (JsonNode monitor : message.get("declared")) {
      declared.add(declaration(monitor));
    }
    declared.forEach(monitor -> totals.addAll(monitor.keys()));
    return new Ready(unavailable, declared);
  }

  private static MonitorInfo declaration(JsonNode monitor) {
    List<SampleInfo> samples = new ArrayList<>();
    for (JsonNode sample : monitor.get("samples")) {
      samples.add(new SampleInfo(text(sample, "id"), text(sample, "label"), unit(sample)));
    }
    List<MeasureInfo> totals = new ArrayList<>();
    for (JsonNode total : monitor.get("totals")) {
      totals.add(
          new MeasureInfo(
              text(total, "id"),
              text(total, "label"),
              unit(total),
              Better.valueOf(text(total, "better")),
              MeasureInfo.Kind.valueOf(text(total, "kind")),
              text(total, "meaning")));
    }
    return new MonitorInfo(text(monitor, "id"), text(monitor, "label"), samples, totals);
  }

  private static String text(JsonNode node, String member) {
    return node.get(member).asString();
  }

  private static Unit unit(JsonNode node) {
    return Unit.valueOf(text(node, "unit"));
  }

  /**
   * Sends the command to begin a trial, without waiting for the answer: so all agents begin at the
   * same time. {@link #awaitBegun} waits for the answer.
   *
   * @param listener is called with the trial's samples, by another thread
   */
  void begin(long trial, String line, Consumer<SampleRow> listener) throws IOException {
    synchronized (listeners) {
      listeners.put(trial, listener);
    }
    send(line);
  }

  /** Waits until the agent has begun the trial; returns the columns that it samples. */
  List<Column> awaitBegun(long trial) throws IOException, InterruptedException {
    List<Column> columns = new ArrayList<>();
    for (JsonNode header : await(AgentMessages.BEGUN, trial).get("columns")) {
      columns.add(Column.parse(header.asString()));
    }
    return columns;
  }

  /** Sends the command to end a trial; {@link #awaitTotals} waits for the answer. */
  void end(long trial) throws IOException {
    send(AgentMessages.end(trial));
  }

  /** What an agent reports at the end of a trial: its totals, and the counts of chosen events. */
  record Totals(Map<Total, Reading> totals, Map<String, Reading> events) {}

  /** Waits for the totals of a trial; its listener has then got the last sample. */
  Totals awaitTotals(long trial) throws IOException, InterruptedException {
    try {
      JsonNode message = await(AgentMessages.TOTALS, trial);
      JsonNode read = message.get("totals");
      Map<Total, Reading> readings = new TreeMap<>();
      for (Total total : totals) {
        JsonNode reading = read.get(total.id());
        if (reading == null) {
          throw new IOException(describe() + " did not report " + total.id());
        }
        readings.put(total, reading(reading, total.unit()));
      }
      Map<String, Reading> events = new HashMap<>();
      message
          .path("events")
          .properties()
          .forEach(event -> events.put(event.getKey(), reading(event.getValue(), Unit.COUNT)));
      return new Totals(readings, events);
    } finally {
      synchronized (listeners) {
        listeners.remove(trial);
      }
    }
  }

  private static Reading reading(JsonNode reading, Unit unit) {
    return reading.has("value")
        ? Reading.of(reading.get("value").asDouble(), unit)
        : Reading.unavailable(reading.get("unavailable").asString());
  }

  private void send(String line) throws IOException {
    try {
      process.input().write(line.getBytes(StandardCharsets.UTF_8));
      process.input().flush();
    } catch (IOException e) {
      throw new IOException(death(), e);
    }
  }

  private JsonNode await(String event, long trial) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LONGEST_ANSWER.toNanos();
    while (true) {
      Answer answer = answers.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (answer == null) {
        throw new IOException(
            describe() + " did not answer within " + LONGEST_ANSWER.toSeconds() + " s");
      }
      if (answer.content() == null) {
        // The next call must fail too.
        answers.add(answer);
        throw new IOException(death());
      }
      if (answer.event().equals(event) && answer.trial() == trial) {
        return answer.content();
      }
    }
  }

  private String death() {
    OptionalInt status;
    try {
      status = process.await(GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      status = OptionalInt.empty();
    }
    String ending =
        status.isPresent() ? " ended with status " + status.getAsInt() : " closed its output";
    return describe() + ending + (lastError.isEmpty() ? "" : ": " + lastError);
  }

  private String describe() {
    return "the monitoring agent on " + node;
  }

  private void read(InputStream output) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        receive(JSON.readTree(line));
      }
    } catch (IOException | UncheckedIOException | JacksonException e) {
      lastError = e.getMessage();
    } finally {
      answers.add(new Answer("", -1, null));
    }
  }

  private void receive(JsonNode message) {
    String event = message.get("event").asString();
    long trial = message.has("trial") ? message.get("trial").asLong() : -1;
    if (!event.equals(AgentMessages.SAMPLE)) {
      answers.add(new Answer(event, trial, message));
      return;
    }
    JsonNode values = message.get("values");
    double[] row = new double[values.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = values.get(i).isNull() ? Double.NaN : values.get(i).asDouble();
    }
    Consumer<SampleRow> listener;
    synchronized (listeners) {
      listener = listeners.get(trial);
    }
    if (listener != null) {
      listener.accept(new SampleRow(message.get("seconds").asDouble(), row));
    }
  }

  private void readErrors(InputStream errors) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(errors, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          lastError = line.strip();
        }
      }
    } catch (IOException e) {
      lastError = e.getMessage();
    }
  }

  /**
   * Ends the agent. Closing its input is enough, also on a node on which the runner cannot end
   * processes; an agent that still runs after the grace period is killed.
   */
  void close() throws InterruptedException {
    try {
      process.input().close();
      if (process.await(GRACE).isEmpty()) {
        process.end(GRACE);
      }
    } catch (IOException e) {
      lastError = e.getMessage();
    }
  }
}
