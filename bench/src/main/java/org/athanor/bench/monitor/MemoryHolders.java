// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.athanor.agent.memory.MemoryHolder;
import org.athanor.cluster.LastWords;
import org.athanor.cluster.NodeProcess;

/** The processes that hold the memory of nodes for a trial, one on each node. */
final class MemoryHolders implements HeldMemory {

  /** A host may need a second for each gigabyte. */
  private static final Duration LONGEST_FILL = Duration.ofMinutes(10);

  private static final Duration LONGEST_RELEASE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(10);
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** Node's name → its process. */
  private final Map<String, NodeProcess> holders = new LinkedHashMap<>();

  private MemoryHolders() {}

  /**
   * Uses memory on nodes; returns when all of them have it.
   *
   * @param agents node's name → its agent
   * @throws IOException if a node has not enough, or does not answer; none is used then
   */
  static HeldMemory hold(Map<String, NodeAgent> agents, long bytes)
      throws IOException, InterruptedException {
    MemoryHolders all = new MemoryHolders();
    boolean held = false;
    try {
      all.startAll(agents, bytes);
      held = true;
      return all;
    } finally {
      if (!held) {
        all.close();
      }
    }
  }

  /**
   * Starts the processes of hosts at once. Those of this machine's own nodes share its memory, so
   * each is full before the next one looks how much is available.
   */
  private void startAll(Map<String, NodeAgent> agents, long bytes)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LONGEST_FILL.toNanos();
    for (Map.Entry<String, NodeAgent> agent : agents.entrySet()) {
      if (!agent.getValue().isOfThisMachine()) {
        holders.put(agent.getKey(), agent.getValue().startMemoryHolder(bytes));
      }
    }
    Map<String, NodeProcess> started = new LinkedHashMap<>(holders);
    for (Map.Entry<String, NodeAgent> agent : agents.entrySet()) {
      if (agent.getValue().isOfThisMachine()) {
        NodeProcess holder = agent.getValue().startMemoryHolder(bytes);
        holders.put(agent.getKey(), holder);
        await(agent.getKey(), holder, MemoryHolder.HELD, deadline);
      }
    }
    for (Map.Entry<String, NodeProcess> holder : started.entrySet()) {
      await(holder.getKey(), holder.getValue(), MemoryHolder.HELD, deadline);
    }
  }

  @Override
  public void release() throws IOException, InterruptedException {
    for (Map.Entry<String, NodeProcess> holder : holders.entrySet()) {
      try {
        holder.getValue().input().write('\n');
        holder.getValue().input().flush();
      } catch (IOException ended) {
        throw new IOException(subject(holder.getKey()) + "its process has ended", ended);
      }
    }
    long deadline = System.nanoTime() + LONGEST_RELEASE.toNanos();
    for (Map.Entry<String, NodeProcess> holder : holders.entrySet()) {
      await(holder.getKey(), holder.getValue(), MemoryHolder.RELEASED, deadline);
    }
  }

  /** Reads without blocking, so that an interrupt is noticed. */
  private static void await(String node, NodeProcess process, String word, long deadline)
      throws IOException, InterruptedException {
    StringBuilder line = new StringBuilder();
    while (true) {
      OptionalInt status = process.await(POLL);
      while (process.output().available() > 0) {
        int next = process.output().read();
        if (next != '\n') {
          line.append((char) next);
        } else if (line.toString().equals(word)) {
          return;
        } else {
          line.setLength(0);
        }
      }
      if (status.isPresent()) {
        String said = new String(process.errors().readAllBytes(), StandardCharsets.UTF_8);
        throw new IOException(
            subject(node)
                + LastWords.of(said).orElse("its process ended with status " + status.getAsInt()));
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(subject(node) + "its process has not answered in time");
      }
    }
  }

  private static String subject(String node) {
    return "memory of " + node + " cannot be made warm: ";
  }

  /** Makes a process end, with its children. */
  private static void closeInput(NodeProcess holder) {
    try {
      holder.input().close();
    } catch (IOException ended) {
      // What could not be written is of no use to a process that has ended.
      return;
    }
  }

  private static void end(NodeProcess holder) throws InterruptedException {
    try {
      holder.end(GRACE);
    } catch (IOException unreachable) {
      // It ends with the connection to its node.
      return;
    }
  }

  @Override
  public void close() {
    holders.values().forEach(MemoryHolders::closeInput);
    try {
      for (NodeProcess holder : holders.values()) {
        if (holder.await(GRACE).isEmpty()) {
          end(holder);
        }
      }
    } catch (InterruptedException interrupted) {
      // They end by themselves.
      Thread.currentThread().interrupt();
    }
    holders.clear();
  }
}
