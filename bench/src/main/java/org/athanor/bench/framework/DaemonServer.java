// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The web server of a daemon. */
interface DaemonServer {

  /**
   * The answer to a question; empty if there is none, which may be so for a moment only.
   *
   * @param path such as {@code /ws/v1/cluster/metrics}
   */
  Optional<JsonNode> ask(String path) throws IOException, InterruptedException;

  /** Whether no answer will come any more. */
  boolean hasEnded() throws IOException, InterruptedException;
}
