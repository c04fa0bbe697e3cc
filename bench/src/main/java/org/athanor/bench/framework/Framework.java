// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.athanor.bench.workload.Api;

/**
 * A framework in one mode and version, ready to be deployed. Implementations are stateless; the
 * state of a deployment is in its {@link Deployment}.
 */
public interface Framework {

  /** The kind, such as {@code hadoop} or {@code spark}. */
  String kind();

  /** The mode, such as {@code local}, {@code yarn} or {@code standalone}. */
  String mode();

  String version();

  /**
   * Distinguishes the installation from others of the same {@link #version}; empty if it is this
   * Athanor's own or a release that Athanor has fetched, or if only the user knows its files. May
   * start the framework's command once, which builds what is outdated.
   *
   * @throws IOException if the installation cannot be read
   */
  default Optional<String> build(Site site) throws IOException, InterruptedException {
    return Optional.empty();
  }

  /** The API that its programs are written for. */
  Api api();

  /**
   * The reason why the framework cannot run a kind of workload that has a program for its API;
   * empty if it can.
   */
  default Optional<String> unsupported(String workload) {
    return Optional.empty();
  }

  /**
   * The processes on each worker that run its tasks, with their memory, in words.
   *
   * @param share what it may use of each worker
   */
  String processes(NodeShare share);

  /**
   * Reasons why the framework cannot run on a site, each with a remedy; empty if it can. Starts no
   * daemon and downloads nothing, but runs short commands on the nodes.
   *
   * @throws IOException if a node does not answer
   */
  List<String> problems(Site site) throws IOException, InterruptedException;

  /** Downloads the missing files of its distribution; returns at once if none is missing. */
  void install(Site site) throws IOException, InterruptedException;

  /**
   * Writes the configuration and starts the daemons; returns when all of them answer.
   *
   * @throws IOException if a daemon does not start; all daemons have ended then, and the message
   *     names the daemon and its log
   */
  Deployment deploy(Site site) throws IOException, InterruptedException;
}
