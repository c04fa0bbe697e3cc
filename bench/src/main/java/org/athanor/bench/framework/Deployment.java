// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.workload.Program;
import org.athanor.cluster.Command;
import org.athanor.results.Phase;

/** A framework that is up. Closing it ends all of its daemons; that is safe to repeat. */
public interface Deployment extends AutoCloseable {

  /** The client's command, to be run on the site's master node. */
  Command submission(Program program);

  /**
   * Environment in which a user's own commands find the framework, such as {@code HADOOP_CONF_DIR}.
   */
  Map<String, String> environment();

  /**
   * The line of a client's output that shows an error although its exit status is 0; empty if there
   * is none.
   */
  Optional<String> errorIn(List<TimedLine> output);

  /**
   * Phases as far as the client's output tells them.
   *
   * @param started when the trial started, by the master's clock: some clients tell points in time
   */
  List<Phase> phases(Instant started, List<TimedLine> output);

  /** Directory with every configuration file it was started with. */
  Path configuration();

  /** The first daemon that no longer runs; empty if all do. */
  Optional<String> deadDaemon();

  /**
   * A line of the client's output.
   *
   * @param seconds since the trial's start
   */
  record TimedLine(double seconds, String text) {}

  @Override
  void close() throws IOException;
}
