// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;

/**
 * Remembers which applications are sessions of this process that have not ended, so that somebody
 * can be shown how far they are. Thread-safe; no lock is held during a call to the cluster.
 */
final class SessionWatch {
  /** How many Workers each asks for, the oldest application first. */
  @GuardedBy("this")
  private final Map<ApplicationId, Integer> workers = new LinkedHashMap<>();

  /** An application was submitted. */
  synchronized void submitted(ApplicationId id, int workersOfIt) {
    workers.put(id, workersOfIt);
  }

  /** An application is of no use any more. */
  synchronized void ended(ApplicationId id) {
    workers.remove(id);
  }

  private synchronized Map<ApplicationId, Integer> known() {
    return new LinkedHashMap<>(workers);
  }

  /** Asks the ResourceManager about each application, and forgets those that have ended. */
  List<SessionState> ask(ResourceManager manager) throws IOException {
    List<SessionState> states = new ArrayList<>();
    for (Map.Entry<ApplicationId, Integer> session : known().entrySet()) {
      Optional<ApplicationReport> running =
          manager
              .reportNow(session.getKey())
              .filter(report -> !MasterWait.hasEnded(report.getYarnApplicationState()));
      if (running.isPresent()) {
        states.add(SessionState.of(running.get(), session.getValue()));
      } else {
        ended(session.getKey());
      }
    }
    return states;
  }
}
