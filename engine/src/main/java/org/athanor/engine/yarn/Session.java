// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session whose master runs: one YARN application, to which the client is connected.
 *
 * @param id its application
 * @param files of the session, which its master deletes if it can
 * @param views of its jobs
 * @param link submits jobs
 * @param tokens which the ResourceManager renews
 */
record Session(
    ApplicationId id, SessionFiles files, MasterViews views, MasterLink link, SessionTokens tokens)
    implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  /** Ends the connection because no more jobs come, and asks nothing more. */
  void leave() {
    retire();
    views.close();
  }

  /**
   * Ends the connection because no more jobs come; its jobs can still be asked about. The session's
   * files say so, too: the master may be lost, and the connection not know it yet.
   */
  void retire() {
    try {
      files.noteLeaving();
    } catch (IOException e) {
      LOG.debug("{}: {}", id, e.toString()); // The session may have ended.
    }
    link.close();
  }

  @Override
  public void close() {
    link.close();
    views.close();
  }
}
