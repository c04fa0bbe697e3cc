// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.io.IOException;
import java.util.List;
import org.athanor.results.NodeUse;

/** A trial that is being watched. Used by one thread. */
public interface MonitoredTrial extends AutoCloseable {

  /**
   * Ends it and tells what each of its nodes was used for, in the order of the nodes; every {@code
   * Total} is a value or says why there is none. The files of samples are complete.
   *
   * @throws IOException if samples could not be written here; the nodes' own troubles are readings
   */
  List<NodeUse> end() throws IOException, InterruptedException;

  /** Ends it without a result, if {@link #end} has not been called; samples so far stay. */
  @Override
  void close();
}
