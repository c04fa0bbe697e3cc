// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.io.IOException;
import java.util.List;
import org.athanor.results.NodeUse;

/** A trial that is being monitored. Must be used by one thread. */
public interface MonitoredTrial extends AutoCloseable {

  /**
   * Ends the monitoring and returns the totals of each node, in the order of the nodes. Every
   * {@code Total} is a value or the reason why there is none. The files of samples are complete
   * afterwards.
   *
   * @throws IOException if samples could not be written on this machine; a failure on a node is not
   *     thrown but reported in the readings
   */
  List<NodeUse> end() throws IOException, InterruptedException;

  /**
   * Ends the monitoring without a result, unless {@link #end} has been called. Samples that were
   * already written stay.
   */
  @Override
  void close();
}
