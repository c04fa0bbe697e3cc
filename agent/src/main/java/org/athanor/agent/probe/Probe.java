// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable;
import org.athanor.results.Total;

/** One source of readings on this machine. Belongs to one thread. */
public interface Probe extends Closeable {

  /** What it samples; the same from one {@link #begin} to the next. */
  List<SampleTable.Column> columns();

  /** Begins a trial: the counters as they are now are its zero. */
  void begin() throws IOException;

  /**
   * Reads the counters and tells what happened since the last sample, or since {@link #begin}.
   *
   * @param interval seconds since then, more than 0
   * @param row where the values go, {@code NaN} for not available
   * @param at index of the first column's value
   */
  void sample(double interval, double[] row, int at) throws IOException;

  /** Ends the trial, after the last sample: what is known of all of it. */
  Map<Total, Reading> end() throws IOException;

  @Override
  void close();
}
