// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * Blocks that wait to be copied, in the order in which they came. A block whose replicas are all on
 * nodes that send enough is looked at again only when one of these nodes can send.
 */
final class WaitingBlocks {
  /** A block that waits, or has waited. */
  static final class Entry {
    private final Block block;
    private final long number;
    private boolean waits = true;

    /** Nodes that it waits for; empty if it waits only to be looked at. */
    private final Set<Integer> nodes = new TreeSet<>();

    Entry(Block block, long number) {
      this.block = block;
      this.number = number;
    }

    Block block() {
      return block;
    }
  }

  private final IntPredicate canSend;
  private final Map<Block, Entry> entries = new HashMap<>();

  /** Those that nobody has looked at yet. */
  private final Deque<Entry> fresh = new ArrayDeque<>();

  /** For each node, in their order, blocks that wait until it can send; some wait no more. */
  private final Map<Integer, Deque<Entry>> byNode = new HashMap<>();

  /** Nodes that may be able to send again. */
  private final Set<Integer> ready = new TreeSet<>();

  private long added;

  /**
   * Without blocks.
   *
   * @param canSend whether a node can send one more block now
   */
  WaitingBlocks(IntPredicate canSend) {
    this.canSend = canSend;
  }

  /** Adds a block as the last one, unless it waits already. */
  void add(Block block) {
    if (!entries.containsKey(block)) {
      Entry entry = new Entry(block, added++);
      entries.put(block, entry);
      fresh.add(entry);
    }
  }

  /**
   * Adds a block as the last one that has got a replica otherwise: if it waits for nodes, it does
   * not any more.
   */
  void addAgain(Block block) {
    Entry entry = entries.get(block);
    if (entry != null && !entry.nodes.isEmpty()) {
      forget(entry);
    }
    add(block);
  }

  private void forget(Entry entry) {
    entry.waits = false;
    entries.remove(entry.block);
  }

  /** A node may be able to send again. */
  void ready(int node) {
    ready.add(node);
  }

  /** A node has failed: no block waits for it. Those that wait for no other are looked at again. */
  void lose(int node) {
    ready.remove(node);
    for (Entry entry : byNode.getOrDefault(node, new ArrayDeque<>())) {
      if (entry.waits && entry.nodes.remove(node) && entry.nodes.isEmpty()) {
        forget(entry);
        add(entry.block);
      }
    }
    byNode.remove(node);
  }

  /** Takes the first block that nobody has looked at, or of which a node can send again. */
  Optional<Entry> poll() {
    Deque<Entry> first = fresh;
    for (Iterator<Integer> nodes = ready.iterator(); nodes.hasNext(); ) {
      int node = nodes.next();
      Deque<Entry> waiting = byNode.getOrDefault(node, new ArrayDeque<>());
      while (!waiting.isEmpty() && !waiting.peek().waits) {
        waiting.remove();
      }
      if (waiting.isEmpty() || !canSend.test(node)) {
        nodes.remove();
      } else if (first.isEmpty() || waiting.peek().number < first.peek().number) {
        first = waiting;
      }
    }
    Optional<Entry> entry = Optional.ofNullable(first.poll());
    entry.ifPresent(
        taken -> {
          forget(taken);
          taken.nodes.clear();
        });
    return entry;
  }

  /** Lets a block wait on, at its old place, until one of some nodes can send. */
  void await(Entry entry, int... nodes) {
    entry.waits = true;
    entries.put(entry.block, entry);
    for (int node : nodes) {
      entry.nodes.add(node);
      byNode.computeIfAbsent(node, any -> new ArrayDeque<>()).add(entry);
    }
  }

  void clear() {
    entries.clear();
    fresh.clear();
    byNode.clear();
    ready.clear();
  }
}
