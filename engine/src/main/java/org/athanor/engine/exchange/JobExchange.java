// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.util.BitSet;
import java.util.List;
import org.athanor.engine.run.Run;

/**
 * The map output of one job between this Worker and the others; see {@link Exchange#open}.
 * Thread-safe. Only {@link #close} waits; after it, calls do nothing.
 */
public final class JobExchange implements OutputExchange, AutoCloseable {
  private final Exchange exchange;
  private final KeptOutputs kept;
  private final PushThread pushes;
  private final JobIntake intake;
  private final ReceiveThread receiver;

  /** Is told what happens. */
  public interface Listener {
    /**
     * All output of a map for the partitions of an assignment is here. Is called once for each
     * assignment and published map, on the receiving thread, which others wait for.
     *
     * @param assignment may have been withdrawn a moment ago
     * @param runs in the order in which the map made them; they belong to the listener. They may
     *     have records of partitions that were withdrawn from the assignment
     */
    void delivered(int assignment, int map, List<Run> runs);

    /**
     * What is kept cannot be read, or what arrives cannot be stored, or the listener has thrown an
     * exception: this Worker is of no use for the job. No call follows.
     *
     * @param reason one line
     */
    void failed(String reason);
  }

  JobExchange(
      Exchange exchange,
      KeptOutputs kept,
      PushThread pushes,
      JobIntake intake,
      ReceiveThread receiver) {
    this.exchange = exchange;
    this.kept = kept;
    this.pushes = pushes;
    this.intake = intake;
    this.receiver = receiver;
  }

  @Override
  public void assign(int assignment, List<Integer> partitions) {
    receiver.assign(intake, assignment, set(partitions));
  }

  @Override
  public void withdraw(int assignment, List<Integer> partitions) {
    receiver.withdraw(intake, assignment, set(partitions));
  }

  private static BitSet set(List<Integer> partitions) {
    BitSet set = new BitSet();
    partitions.forEach(set::set);
    return set;
  }

  @Override
  public void has(int assignment, int map) {
    receiver.has(intake, assignment, map);
  }

  @Override
  public void keep(int map, int attempt, List<Run> runs) {
    pushes.keep(kept, map, attempt, runs);
  }

  @Override
  public void publish(int map, int attempt) {
    receiver.publish(intake, map, attempt);
  }

  /**
   * Pushes and takes nothing more, and gives the memory back, except what was delivered. When this
   * method returns, no thread of the exchange uses the job's pool or spill file, or calls the
   * listener; so the caller must hold no lock that the listener takes. May be called again, and by
   * several threads.
   */
  @Override
  public void close() {
    intake.beginClosing();
    pushes.close(kept);
    receiver.close(intake);
    exchange.closed(this);
  }
}
