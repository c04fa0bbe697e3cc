// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import org.apache.hadoop.yarn.api.records.ApplicationId;

/**
 * A session whose master runs: one YARN application, to which the client is connected.
 *
 * @param id its application
 * @param files of the session, which its master deletes if it can
 * @param views of its jobs
 * @param link submits jobs
 */
record Session(ApplicationId id, SessionFiles files, MasterViews views, MasterLink link)
    implements AutoCloseable {

  @Override
  public void close() {
    link.close();
    views.close();
  }
}
