// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.athanor.bench.words.Template;
import org.athanor.bench.workload.Api;

/**
 * A framework described by commands; see {@link ExternalReader} for the file. Commands are run by
 * {@code sh -c}: daemons and the check on the nodes that they are meant for, all others on the
 * first node.
 *
 * @param api API that its programs are written for
 * @param check command that succeeds if the framework is installed; run on every node
 * @param environment environment variables of all commands
 * @param files name → text, written to the configuration directory of every node before anything
 *     starts
 * @param start commands to run one after the other before the daemons start
 * @param daemons commands that keep running
 * @param health command that succeeds as soon as the framework can be used
 * @param submit workload → command
 * @param submitOthers command for workloads that {@code submit} does not name
 * @param stop commands to run one after the other before the daemons are ended
 * @param errors patterns of lines that show an error in a client's output
 */
record ExternalDefinition(
    String name,
    String version,
    Api api,
    Optional<Template> check,
    Map<String, Template> environment,
    Map<String, Template> files,
    List<Template> start,
    List<ExternalDaemon> daemons,
    Optional<Template> health,
    Map<String, Template> submit,
    Optional<Template> submitOthers,
    List<Template> stop,
    List<Pattern> errors) {

  /**
   * A command that keeps running.
   *
   * @param everywhere whether it runs on each node; if not, on the first node only
   */
  record ExternalDaemon(String name, boolean everywhere, Template run) {}

  /** The command that runs a workload; empty if there is none. */
  Optional<Template> submission(String workload) {
    return Optional.ofNullable(submit.get(workload)).or(() -> submitOthers);
  }
}
