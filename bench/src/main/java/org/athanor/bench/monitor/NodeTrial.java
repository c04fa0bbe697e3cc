// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.agent.Monitor;
import org.athanor.agent.SampleRow;
import org.athanor.results.MonitorInfo;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.SampleWriter;
import org.athanor.results.Total;

/**
 * One node's part of a trial. The connection's thread delivers samples; all methods must be called
 * by the runner's thread.
 */
final class NodeTrial {
  private static final String NOT_DECLARED = "the monitor does not declare it on this node";

  private final String node;
  private final NodeAgent agent;
  private final List<MonitorInfo> declared;
  private final long trial;
  private final Path results;
  private final Path file;

  /** Samples that came before the file was opened. Guarded by this. */
  private List<SampleRow> early = new ArrayList<>();

  /** Guarded by this. */
  private SampleWriter writer;

  /** Why samples could not be written. Guarded by this. */
  private IOException failure;

  private boolean ended;

  /**
   * @param declared by the user's monitors on any node
   */
  NodeTrial(
      String node,
      NodeAgent agent,
      List<MonitorInfo> declared,
      long trial,
      Path results,
      Path file) {
    this.node = node;
    this.agent = agent;
    this.declared = declared;
    this.trial = trial;
    this.results = results;
    this.file = file;
  }

  void begin(String line) throws InterruptedException {
    if (agent.connection().isPresent()) {
      try {
        agent.connection().get().begin(trial, line, this::receive);
      } catch (IOException e) {
        agent.lose(e);
      }
    }
  }

  void awaitBegun() throws IOException, InterruptedException {
    List<Column> columns = List.of();
    if (agent.connection().isPresent()) {
      try {
        columns = agent.connection().get().awaitBegun(trial);
      } catch (IOException e) {
        agent.lose(e);
      }
    }
    open(columns);
  }

  private synchronized void open(List<Column> columns) throws IOException {
    writer = new SampleWriter(file, columns);
    early.forEach(this::receive);
    early = List.of();
  }

  private synchronized void receive(SampleRow row) {
    if (writer == null) {
      early.add(row);
      return;
    }
    try {
      if (failure == null) {
        writer.append(row.seconds, row.values);
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  void end() throws InterruptedException {
    ended = true;
    if (agent.connection().isPresent()) {
      try {
        agent.connection().get().end(trial);
      } catch (IOException e) {
        agent.lose(e);
      }
    }
  }

  NodeUse awaitTotals() throws IOException, InterruptedException {
    Map<Total, Reading> totals = new TreeMap<>();
    Map<String, Reading> events = new TreeMap<>();
    if (agent.connection().isPresent()) {
      try {
        AgentConnection.Totals reported = agent.connection().get().awaitTotals(trial);
        totals.putAll(reported.totals());
        events.putAll(reported.events());
      } catch (IOException e) {
        agent.lose(e);
      }
    }
    for (Total total : Total.values()) {
      totals.computeIfAbsent(total, missing -> Reading.unavailable(agent.reason()));
    }
    for (MonitorInfo monitor : declared) {
      String why = agent.unavailable().getOrDefault(monitor.id(), NOT_DECLARED);
      for (Total total : monitor.keys()) {
        totals.computeIfAbsent(total, missing -> Reading.unavailable(why));
      }
    }
    String reason = agent.unavailable().getOrDefault(Monitor.EVENTS.id(), agent.reason());
    for (String event : agent.events()) {
      events.computeIfAbsent(event, missing -> Reading.unavailable(reason));
    }
    closeFile();
    return new NodeUse(node, totals, results.relativize(file).toString()).withEvents(events);
  }

  private synchronized void closeFile() throws IOException {
    if (writer != null) {
      writer.close();
    }
    if (failure != null) {
      throw new IOException(file + ": " + failure.getMessage(), failure);
    }
  }

  /** Ends the trial on this node without a result, unless it has ended. */
  void close() {
    if (ended) {
      return;
    }
    try {
      end();
      awaitTotals();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
