// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.util.List;
import java.util.Optional;

/** The state of a session, for those who watch it. Thread-safe. */
public interface SessionView {
  /** Returns the Workers by their numbers: those that work, and the last ones that are gone. */
  List<WorkerView> workers();

  /** Returns why the session can get no Workers any more, one line; empty if it can. */
  Optional<String> problem();
}
