// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.run.ChunkBlock;
import org.athanor.engine.run.ChunkWriter;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.run.WrongBlockException;

/**
 * The map output of one job that others push to this Worker. Output is pushed while its map runs,
 * and belongs to the attempt: it is kept apart until it is complete and the attempt is published.
 * Then it is delivered, once for each map and assignment. Output that others also push, late or
 * again, is dropped.
 *
 * <p>Not thread-safe: all calls come from the Worker's receiving thread, which may write to disk.
 */
public final class OutputReceiver implements AutoCloseable {
  private final int partitions;
  private final BufferPool pool;
  private final SpillFile spill;
  private final Listener listener;
  private final Map<Integer, BitSet> delivered = new HashMap<>(); // maps, by live assignment
  private final Map<Integer, Integer> published = new HashMap<>(); // a map's attempt
  private final Map<Output, Incoming> incoming = new HashMap<>();

  /** Is told of output that is complete and published. */
  @FunctionalInterface
  public interface Listener {
    /**
     * All output of a map for the partitions of an assignment is here.
     *
     * @param runs in the order in which the map made them, each with records of those partitions
     *     only; they belong to the listener. Empty if the map has none for them
     */
    void delivered(int assignment, int map, List<Run> runs);
  }

  /** Output that is not delivered yet. */
  private static final class Incoming {
    private final String sender;
    private final List<Run> runs = new ArrayList<>();
    private ChunkWriter current; // null between two runs
    private int blocks; // of all runs
    private boolean isComplete;

    Incoming(String sender) {
      this.sender = sender;
    }

    void release() {
      runs.stream().filter(Objects::nonNull).forEach(Run::release);
      if (current != null) {
        current.close();
      }
    }
  }

  /**
   * @param partitions how many the job has
   * @param pool memory for what arrives; what it has no room for goes to the spill file
   */
  public OutputReceiver(int partitions, BufferPool pool, SpillFile spill, Listener listener) {
    this.partitions = partitions;
    this.pool = pool;
    this.spill = spill;
    this.listener = listener;
  }

  /** Takes output of an assignment from now on. */
  public void assign(int assignment) {
    delivered.put(assignment, new BitSet());
  }

  /** This Worker has a map's output for an assignment: what others push of it is dropped. */
  public void has(int assignment, int map) {
    BitSet done = delivered.get(assignment);
    if (done != null) {
      done.set(map);
      drop((output, unused) -> output.assignment() == assignment && output.map() == map);
    }
  }

  /** Returns the maps whose output is here, for an assignment that takes output. */
  BitSet delivered(int assignment) {
    return (BitSet) delivered.get(assignment).clone();
  }

  /** Takes no output of an assignment any more, and drops what is not delivered. */
  public void withdraw(int assignment) {
    delivered.remove(assignment);
    drop((output, unused) -> output.assignment() == assignment);
  }

  /**
   * A block of a chunk has arrived.
   *
   * @param sender the process that pushes it
   * @param number of the block in the output, from 0. Of an output that was dropped, the blocks
   *     that were on their way are no begin
   * @param isLast whether it is the last block of its run's chunk
   * @throws WrongMessageException if it is wrong
   * @throws IOException if it cannot be stored. In both cases the output is dropped, and can be
   *     pushed again from its begin
   */
  public void received(String sender, Output output, int number, ChunkBlock block, boolean isLast)
      throws IOException {
    if (!isWanted(output)) {
      return;
    }
    Incoming in = of(sender, output);
    boolean added = false;
    try {
      if (number != in.blocks) {
        throw new WrongMessageException(
            "block " + number + " of " + output + " arrived instead of block " + in.blocks);
      }
      in.blocks++;
      if (in.current == null) {
        in.current = new ChunkWriter(output.map(), partitions, pool, spill);
      }
      in.current.add(block);
      if (isLast) {
        in.runs.add(null); // room first: a finished run must not get lost
        in.runs.set(in.runs.size() - 1, in.current.finish());
        in.current = null;
      }
      added = true;
    } catch (WrongBlockException e) {
      throw new WrongMessageException(e.getMessage());
    } finally {
      if (!added) {
        drop(output);
      }
    }
  }

  private boolean isWanted(Output output) {
    BitSet done = delivered.get(output.assignment());
    Incoming in = incoming.get(output);
    return done != null && !done.get(output.map()) && (in == null || !in.isComplete);
  }

  /** Returns what has arrived of an output; nothing, if another process pushed it before. */
  private Incoming of(String sender, Output output) {
    Incoming in = incoming.get(output);
    if (in != null && !in.sender.equals(sender)) {
      drop(output);
      in = null;
    }
    if (in == null) {
      in = new Incoming(sender);
      incoming.put(output, in);
    }
    return in;
  }

  /**
   * Nothing follows of an output.
   *
   * @param runs how many chunks were pushed
   * @param blocks how many blocks they have
   * @throws WrongMessageException if others have arrived; the output is dropped then
   */
  public void complete(String sender, Output output, int runs, int blocks)
      throws WrongMessageException {
    if (!isWanted(output)) {
      return;
    }
    Incoming in = of(sender, output);
    if (in.current != null || in.runs.size() != runs || in.blocks != blocks) {
      String arrived = in.runs.size() + (in.current == null ? "" : " and a part of one");
      String inBlocks = in.blocks + " blocks";
      drop(output);
      throw new WrongMessageException(
          String.format(
              Locale.ROOT,
              "%s of %s has %d runs in %d blocks, but %s in %s arrived",
              output,
              sender,
              runs,
              blocks,
              arrived,
              inBlocks));
    }
    in.isComplete = true;
    boolean isTaken = false;
    try {
      deliverIfReady(output);
      isTaken = true;
    } finally {
      if (!isTaken) {
        drop(output);
      }
    }
  }

  /**
   * An attempt at a map counts. If the map ran again because its output was lost, its new attempt
   * counts where nothing is delivered yet. The output of others is dropped when that of this one is
   * delivered, not before: the news of a later attempt may be on its way, and what was dropped
   * would not be pushed again.
   */
  public void publish(int map, int attempt) {
    published.put(map, attempt);
    for (int assignment : List.copyOf(delivered.keySet())) {
      deliverIfReady(new Output(assignment, map, attempt));
    }
  }

  private void deliverIfReady(Output output) {
    Incoming in = incoming.get(output);
    Integer valid = published.get(output.map());
    if (in != null && in.isComplete && valid != null && valid == output.attempt()) {
      drop(
          (other, unused) ->
              other.assignment() == output.assignment()
                  && other.map() == output.map()
                  && other.attempt() != output.attempt());
      delivered.get(output.assignment()).set(output.map());
      incoming.remove(output); // last, so that the output is dropped if the heap is full
      listener.delivered(output.assignment(), output.map(), in.runs);
    }
  }

  /** An attempt does not count: its output is dropped. */
  public void discard(int map, int attempt) {
    drop((output, unused) -> output.map() == map && output.attempt() == attempt);
  }

  /** A process pushes nothing any more: what is not complete of it is dropped. */
  public void lost(String sender) {
    drop((output, in) -> in.sender.equals(sender) && !in.isComplete);
  }

  private interface Condition {
    boolean holds(Output output, Incoming in);
  }

  private void drop(Condition condition) {
    Iterator<Map.Entry<Output, Incoming>> all = incoming.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Output, Incoming> entry = all.next();
      if (condition.holds(entry.getKey(), entry.getValue())) {
        all.remove();
        entry.getValue().release();
      }
    }
  }

  private void drop(Output output) {
    Incoming dropped = incoming.remove(output);
    if (dropped != null) {
      dropped.release();
    }
  }

  /** Drops all that is not delivered, and takes nothing more. */
  @Override
  public void close() {
    delivered.clear();
    drop((output, in) -> true);
  }
}
