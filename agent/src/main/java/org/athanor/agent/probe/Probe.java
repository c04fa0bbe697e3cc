// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable;
import org.athanor.results.Total;

/** One source of readings on this machine. Must be used by one thread. */
public interface Probe extends Closeable {

  /** The columns of its samples. They do not change between two calls of {@link #begin}. */
  List<SampleTable.Column> columns();

  /** Begins a trial: its values are relative to the counters as they are now. */
  void begin() throws IOException;

  /**
   * Reads the counters and stores what happened since the last sample, or since {@link #begin}.
   *
   * @param interval seconds since then, more than 0
   * @param row receives the values; those not available stay {@code NaN}
   * @param at index in {@code row} of the first column's value
   */
  void sample(double interval, double[] row, int at) throws IOException;

  /** Ends the trial; returns its totals. Call it after the last sample. */
  Map<Total, Reading> end() throws IOException;

  @Override
  void close();
}
