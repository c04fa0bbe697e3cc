// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.athanor.engine.driver.MasterGoneException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the master of a session, which another one replaces if it ends; but not when the session
 * has ended. For one thread.
 */
final class MasterLocator implements MasterLink.Locator {
  private static final Logger LOG = LoggerFactory.getLogger(MasterLocator.class);

  private final ResourceManager manager;
  private final ApplicationId session;
  private final SessionFiles files;
  private boolean wasFound; // once: then it may have ended

  MasterLocator(ResourceManager manager, ApplicationId session, SessionFiles files) {
    this.manager = manager;
    this.session = session;
    this.files = files;
  }

  @Override
  public InetSocketAddress locate() throws IOException {
    if (wasFound) {
      refuseIfEnded();
    }
    wasFound = true;
    return files.readMaster();
  }

  private void refuseIfEnded() throws MasterGoneException {
    Optional<ApplicationReport> report;
    try {
      report = manager.reportNow(session);
    } catch (IOException e) {
      LOG.debug("{}: {}", session, e.toString()); // The master may run without it.
      return;
    }
    if (report.isEmpty()) {
      throw new MasterGoneException(
          session + ": the ResourceManager does not know the application");
    }
    if (MasterWait.hasEnded(report.get().getYarnApplicationState())) {
      throw new MasterGoneException(MasterWait.endLine(report.get()));
    }
  }
}
