// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.Optional;

/** The processes of a deployment. */
interface Processes extends AutoCloseable {

  /** For a framework without daemons. */
  Processes NONE =
      new Processes() {
        @Override
        public Optional<String> deadDaemon() {
          return Optional.empty();
        }

        @Override
        public void close() {}
      };

  /** See {@link Deployment#deadDaemon}. */
  Optional<String> deadDaemon() throws IOException, InterruptedException;

  /** Ends the processes; closing again has no effect. */
  @Override
  void close() throws IOException;
}
