// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.io.IOException;
import org.athanor.engine.yarn.SessionFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the session's files, but only once the ResourceManager knows that the session has ended.
 * Until then there may be another master, which needs them. The number of a master does not say
 * whether it is the last one, because YARN does not count those that it has ended itself, for
 * example by preemption. Thread-safe.
 */
final class SessionRemoval {
  private static final Logger LOG = LoggerFactory.getLogger(SessionRemoval.class);

  private final SessionFiles files;
  private volatile boolean hasEnded;

  SessionRemoval(SessionFiles files) {
    this.files = files;
  }

  /** The ResourceManager knows that the session has ended. */
  void sessionEnded() {
    hasEnded = true;
    delete();
  }

  /** This JVM ends, maybe while it deletes the files. */
  void processEnds() {
    if (hasEnded) {
      delete();
    }
  }

  private void delete() {
    try {
      files.delete();
    } catch (IOException e) {
      LOG.warn("{}: not deleted: {}", files.directory(), e.toString());
    }
  }
}
