// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.cluster.Command;

/**
 * A kind of workload. Stateless; {@code settings} are always an experiment's own words, to which
 * defaults are added here.
 */
public interface Workload {

  /** Such as {@code wordcount}. */
  String kind();

  /** One line: what it does. */
  String description();

  /** What it is written for. A framework of another API cannot run it. */
  Set<Api> apis();

  /** What an experiment may say of it. */
  List<Parameter> parameters();

  /**
   * What is wrong with the settings, a line each, {@code PARAMETER: what}: values out of bounds, or
   * that do not go together.
   */
  List<String> problems(Map<String, String> settings);

  /** Settings with all defaults, as results show them. */
  Map<String, String> complete(Map<String, String> settings);

  /**
   * The input it needs; empty if none.
   *
   * @param seed of generated inputs
   * @param filesystem {@code local} or {@code hdfs}: a user's own input that lies elsewhere is
   *     copied
   */
  Optional<Dataset> dataset(Map<String, String> settings, long seed, String filesystem);

  /**
   * Upper bounds of what it needs on disk, without replication.
   *
   * @param inputBytes size of the input, where the dataset does not tell it
   */
  Footprint footprint(Map<String, String> settings, long inputBytes);

  /**
   * Disk that is needed.
   *
   * @param input bytes of the input
   * @param output bytes of the output of one run
   * @param spill bytes of a framework's own files during a run
   */
  record Footprint(long input, long output, long spill) {}

  /**
   * How it is started.
   *
   * @param api one of {@link #apis}, or {@link Api#COMMAND} for the variables of an external
   *     framework
   */
  Launch launch(Api api, WorkloadRun run);

  /**
   * The command that checks the output, to be run on the master node: exit status 0 right, 1 wrong,
   * with one line of output that says what. Empty if there is no check; then success of the run
   * itself is all that is known.
   */
  Optional<Command> verification(WorkloadRun run);

  /**
   * The command that writes what the workload itself measured in a trial, a line {@code measure
   * NAME AMOUNT UNIT} each, in {@code s} or {@code B/s}; empty if it measures nothing.
   */
  default Optional<Command> measurement(WorkloadRun run) {
    return Optional.empty();
  }

  /** Why it cannot run with this installation, with a remedy. */
  Optional<String> unavailable(WorkloadTools tools);
}
