// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.util.ArrayList;
import java.util.List;

/** What a framework that is one process on one node cannot do. */
final class LocalMode {
  private LocalMode() {}

  /** Reasons why it cannot run on a site, each with a remedy. */
  static List<String> problems(Site site, String kind, String mode) {
    String who = kind + ", mode " + mode + ": ";
    List<String> problems = new ArrayList<>();
    if (site.workers().size() > 1) {
      problems.add(
          who
              + "runs on one node only, not on "
              + site.workers().size()
              + "; choose another mode, or set sizes: [1]");
    }
    if (site.dedicatedMaster()) {
      problems.add(
          who
              + "runs in its client, on the master, which does not work with master: dedicated;"
              + " choose another mode");
    }
    if (site.share().workers() > 1) {
      problems.add(
          who
              + "is one process, not "
              + site.share().workers()
              + "; choose another mode, or remove resources.workersPerNode");
    }
    return problems;
  }
}
