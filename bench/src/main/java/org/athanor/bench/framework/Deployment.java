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
import org.athanor.results.Reading;

/** A deployed framework. Closing it ends all of its daemons; closing it again has no effect. */
public interface Deployment extends AutoCloseable {

  /** The client's command, to be run on the site's master node. */
  Command submission(Program program);

  /**
   * Environment variables by which a user's own commands find the framework, such as {@code
   * HADOOP_CONF_DIR}.
   */
  Map<String, String> environment();

  /**
   * The line of a client's output that shows an error although its exit status is 0; empty if there
   * is none.
   */
  Optional<String> errorIn(List<TimedLine> output);

  /**
   * The phases that the client's output shows.
   *
   * @param started start of the trial by the master's clock, for outputs with absolute times
   * @throws IOException if daemons that know more cannot be asked
   */
  List<Phase> phases(Instant started, List<TimedLine> output)
      throws IOException, InterruptedException;

  /**
   * What the framework counted in the last trial, by its names in {@link
   * org.athanor.results.TrialResult#measures}; empty if it reports nothing. To be called once after
   * each trial, however it ended, since it removes the framework's records of the trial.
   *
   * @throws IOException if the records cannot be read or removed
   */
  default Map<String, Reading> measures(List<TimedLine> output)
      throws IOException, InterruptedException {
    return Map.of();
  }

  /** Directory with all configuration files of the deployment. */
  Path configuration();

  /** The first daemon that no longer runs; empty if all do. */
  Optional<String> deadDaemon();

  /**
   * A line of the client's output.
   *
   * @param seconds seconds since the trial's start
   */
  record TimedLine(double seconds, String text) {}

  @Override
  void close() throws IOException;
}
