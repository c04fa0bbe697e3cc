// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.io.IOException;
import java.util.List;
import org.athanor.engine.yarn.SessionState;

/** Lists the sessions on YARN that run this JVM's jobs. */
@FunctionalInterface
public interface SessionSource {
  /**
   * Asks the cluster, if there are any, which may take a while.
   *
   * @throws IOException if the cluster does not answer; one line
   */
  List<SessionState> sessions() throws IOException;
}
