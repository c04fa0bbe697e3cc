// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.Optional;

/** What runs on nodes for a deployment. */
interface Running extends AutoCloseable {

  /** Of a framework that has no daemons. */
  Running NOTHING =
      new Running() {
        @Override
        public Optional<String> dead() {
          return Optional.empty();
        }

        @Override
        public void close() {}
      };

  /** See {@link Deployment#deadDaemon}. */
  Optional<String> dead() throws IOException, InterruptedException;

  /** Ends it; safe to repeat. */
  @Override
  void close() throws IOException;
}
