// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.athanor.results.MeasureInfo;
import org.athanor.results.MonitorInfo.SampleInfo;

/**
 * A monitor that is not one of Athanor's: its class, in a jar that the experiment names, is copied
 * to the nodes, where the agent makes one object with the public constructor without parameters. It
 * declares what it yields, so that nothing else has to know it. Names are of lower-case letters,
 * digits and underscores.
 *
 * <p>One thread calls it. What it does counts as the agent's: it must not wait, since the other
 * monitors wait for it, and may use the JDK, and what its jar has. What it prints goes to the
 * agent's errors. If it throws, it yields nothing more in that trial, for that reason. The agent's
 * heap is 32 MiB. When the evaluator ends, the agent is halted after some seconds, even if {@link
 * #close} or a thread of the monitor does not end.
 */
public interface OwnMonitor extends Closeable {

  /** Returns what it watches, for readers. */
  String label();

  /** Declares the columns of its samples; may be empty. Never changes. */
  List<SampleInfo> samples();

  /**
   * Declares what it measures over a whole trial on a node, such as {@code
   * MeasureInfo.result("switches", "Context switches", Unit.COUNT, Better.LESS, "of all
   * processes")}. The trial has the sum over the nodes that worked. May be empty; never changes.
   */
  List<MeasureInfo> totals();

  /**
   * Finds what it reads, before the first trial. If that fails, {@link #close} is called.
   *
   * @throws IOException if this node does not have it; the message says why in one line
   */
  void open() throws IOException;

  /** Begins a trial: its values are relative to the counters as they are now. */
  void begin() throws IOException;

  /**
   * Returns the values since the last sample, or since {@link #begin}, in the order of {@link
   * #samples}; {@code NaN} is not available.
   *
   * @param seconds since then, more than 0
   */
  double[] sample(double seconds) throws IOException;

  /**
   * Ends the trial, after its last sample. Returns the amounts in the order of {@link #totals};
   * {@code NaN} is not available.
   */
  double[] end() throws IOException;
}
