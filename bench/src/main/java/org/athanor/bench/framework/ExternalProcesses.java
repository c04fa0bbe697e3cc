// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.words.Template;
import org.athanor.cluster.CommandResult;

/**
 * The processes of an external framework. Its stop commands run first, then the remaining processes
 * are ended.
 */
final class ExternalProcesses implements Processes {

  private static final Duration STOP_TIMEOUT = Duration.ofMinutes(2);

  private final ExternalDefinition definition;
  private final Daemons daemons;
  private final Site site;
  private final Map<String, List<String>> values;
  private final Map<String, String> environment;
  private boolean closed;

  ExternalProcesses(
      ExternalDefinition definition,
      Daemons daemons,
      Site site,
      Map<String, List<String>> values,
      Map<String, String> environment) {
    this.definition = definition;
    this.daemons = daemons;
    this.site = site;
    this.values = values;
    this.environment = environment;
  }

  @Override
  public Optional<String> deadDaemon() throws InterruptedException {
    return daemons.deadDaemon();
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException)
          new InterruptedIOException("interrupted while stopping " + definition.name())
              .initCause(e);
    } finally {
      daemons.endAll();
    }
  }

  private void stop() throws IOException, InterruptedException {
    for (Template command : definition.stop()) {
      String line = command.command(values);
      CommandResult result =
          site.master().run(site.mark(), External.shell(line, environment), STOP_TIMEOUT);
      if (result.status() != 0) {
        throw new IOException(
            definition.name()
                + ": stop command failed with status "
                + result.status()
                + ": "
                + line
                + ": "
                + result.errors().strip());
      }
    }
  }
}
