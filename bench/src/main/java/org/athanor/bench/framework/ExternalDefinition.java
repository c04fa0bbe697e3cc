// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.athanor.bench.words.Template;
import org.athanor.bench.workload.Api;

/**
 * A framework described by commands; see {@link ExternalReader} for the file. Commands are for
 * {@code sh -c} on the first node, except daemons.
 *
 * @param api what its programs are written for
 * @param check succeeds if it is installed; run on every node
 * @param environment of all commands
 * @param files name → text, written to the configuration directory of every node before anything
 *     starts
 * @param start commands that end, in their order, before the daemons
 * @param daemons commands that stay
 * @param health succeeds as soon as the framework can be used
 * @param submit workload → command
 * @param submitOthers command for workloads that {@code submit} does not name
 * @param stop commands that end, in their order, before daemons are ended
 * @param errors what shows an error in a client's output
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
   * A command that stays.
   *
   * @param everywhere on each node; else on the first one only
   */
  record ExternalDaemon(String name, boolean everywhere, Template run) {}

  /** The command that runs a workload; empty if it cannot. */
  Optional<Template> submission(String workload) {
    return Optional.ofNullable(submit.get(workload)).or(() -> submitOthers);
  }
}
