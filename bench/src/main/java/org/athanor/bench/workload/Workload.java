// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.cluster.Command;
import org.athanor.results.MeasureInfo;

/**
 * A kind of workload. Implementations are stateless. Arguments {@code settings} are the parameters
 * as the experiment sets them; the methods add defaults.
 */
public interface Workload {

  /** The kind's name, such as {@code wordcount}. */
  String kind();

  /** What the workload does, in one line. */
  String description();

  /** The APIs that the workload has programs for. A framework with another API cannot run it. */
  Set<Api> apis();

  /**
   * The APIs that there are programs for with these settings. {@link Api#COMMAND} is among them if
   * a program of an external framework is one of the same workload.
   */
  default Set<Api> apis(Map<String, String> settings) {
    Set<Api> apis = EnumSet.of(Api.COMMAND);
    apis.addAll(apis());
    return apis;
  }

  /** The roles of its services, for which an experiment can have nodes of their own. */
  default Set<String> roles() {
    return Set.of();
  }

  /** The parameters that an experiment can set. */
  List<Parameter> parameters();

  /**
   * The problems of settings, one line each, {@code PARAMETER: what}: values that are out of bounds
   * or contradict each other.
   */
  List<String> problems(Map<String, String> settings);

  /** Settings with all defaults, as results show them. */
  Map<String, String> complete(Map<String, String> settings);

  /**
   * The input that the workload needs; empty if it needs none.
   *
   * @param seed seed of generated inputs
   * @param filesystem {@code local} or {@code hdfs}, to which a user's own local input is copied
   */
  Optional<Dataset> dataset(Map<String, String> settings, long seed, String filesystem);

  /**
   * Upper bounds of the disk space that the workload needs, without replication.
   *
   * @param inputBytes size of the user's own input
   */
  Footprint footprint(Map<String, String> settings, long inputBytes);

  /**
   * Disk space that is needed.
   *
   * @param input bytes of the input
   * @param output bytes of the output of one run
   * @param spill bytes of a framework's own files during a run
   */
  record Footprint(long input, long output, long spill) {}

  /**
   * How a run is started.
   *
   * @param api one of {@link #apis}, or {@link Api#COMMAND} for the variables of an external
   *     framework
   */
  Launch launch(Api api, WorkloadRun run);

  /**
   * The command that checks the output, to be run on the master node. Its exit status is 0 if the
   * output is right; it is 1 if the output is wrong, with a line {@code wrong: REASON}. Any other
   * end means that the output could not be checked. Empty if there is no check, so that only the
   * exit status of the run counts.
   */
  Optional<Command> verification(WorkloadRun run);

  /**
   * Whether {@link #verification} is a command of the user, by whose exit status 1 an output is
   * wrong whatever it prints.
   */
  default boolean usersVerification() {
    return false;
  }

  /**
   * Declarations of what the workload itself measures in a trial, with ids that no other workload
   * uses in another meaning; empty if it measures nothing. Nothing else has to know the measures.
   */
  default List<MeasureInfo> measures() {
    return List.of();
  }

  /**
   * The command that prints what {@link #measures} declares, to be run on the master node after the
   * check of the output. Each is a line {@code measure ID AMOUNT UNIT}, with the symbol of the
   * declared unit, or {@code count} or {@code ratio}, or a line {@code measure ID unavailable
   * REASON}. Empty if the workload measures nothing, or the load generator of its {@link #stream}
   * prints these lines.
   */
  default Optional<Command> measurement(WorkloadRun run) {
    return Optional.empty();
  }

  /**
   * The stream of records that the workload reads while it is generated; empty if it reads an input
   * that exists before.
   *
   * @param seed seed of the records
   */
  default Optional<Stream> stream(Map<String, String> settings, long seed) {
    return Optional.empty();
  }

  /**
   * A stream of records through Kafka, which the load generator of module workloads makes. The
   * generator also measures the workload, and checks its result.
   *
   * @param options of the generator, name → value, without Kafka's address
   * @param description what is sent, in words
   * @param bytes of all records; empty if the number is not known before
   */
  record Stream(Map<String, String> options, String description, Optional<Long> bytes) {
    public Stream {
      options = Map.copyOf(options);
    }
  }

  /**
   * The reason why programs for an API that the workload has cannot run with some settings, in one
   * line; empty if they can.
   */
  default Optional<String> unsupported(Api api, Map<String, String> settings) {
    return Optional.empty();
  }

  /**
   * Names of sets of artifacts in {@code distributions.yaml} that generators and programs need
   * beside their own jars and the frameworks'. They are downloaded before the first trial.
   *
   * @param apis those of the experiment's frameworks
   */
  default Set<String> artifacts(Map<String, String> settings, Set<Api> apis) {
    return Set.of();
  }

  /** Files of the user that must be on the master, with the same paths. */
  default List<Path> files(Map<String, String> settings) {
    return List.of();
  }

  /** Classes that must be in each of {@link #files}, with their packages. */
  default List<String> classes(Map<String, String> settings) {
    return List.of();
  }

  /**
   * The reason why the workload cannot run with this installation, with a remedy; empty if it can.
   */
  Optional<String> unavailable(WorkloadTools tools);
}
