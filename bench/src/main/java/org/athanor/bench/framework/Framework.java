// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.athanor.bench.workload.Api;

/**
 * A framework in one mode and version, ready to be deployed. Implementations keep no state; what a
 * deployment has belongs to its {@link Deployment}.
 */
public interface Framework {

  /** Such as {@code hadoop}, {@code spark}. */
  String kind();

  /** Such as {@code local}, {@code yarn}, {@code standalone}. */
  String mode();

  String version();

  /** What its programs are written for. */
  Api api();

  /** Why it cannot run a kind of workload that is written for its API; empty if it can. */
  default Optional<String> unsupported(String workload) {
    return Optional.empty();
  }

  /**
   * Why it cannot run on this site, each with a remedy; empty if it can. Starts nothing and
   * downloads nothing, but asks the nodes what they are.
   *
   * @throws IOException if a node does not answer
   */
  List<String> problems(Site site) throws IOException, InterruptedException;

  /** Fetches what is missing of its distribution; returns at once if nothing is. */
  void install(Site site) throws IOException, InterruptedException;

  /**
   * Writes its configuration and starts its daemons; returns when all of them answer.
   *
   * @throws IOException if one does not come up; everything is ended again, the message names the
   *     daemon and its log
   */
  Deployment deploy(Site site) throws IOException, InterruptedException;
}
