// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.athanor.bench.workload.Api;

/** Base of the frameworks on YARN. */
abstract class YarnFramework extends HadoopBased {

  private static final int MIN_TASK = 512;

  /**
   * @param hadoop may be the framework's own distribution
   */
  YarnFramework(Choice choice, Api api, Source hadoop) {
    super(choice, api, hadoop);
  }

  @Override
  int minMemory(Site site) {
    return (site.share().tasks() + 1) * MIN_TASK;
  }

  @Override
  boolean local() {
    return false;
  }

  @Override
  public List<String> problems(Site site) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>(super.problems(site));
    if (!site.files().isSeenByAll(site.nodes().size())) {
      problems.add(
          kind()
              + ", mode "
              + mode()
              + ": several nodes need filesystem: hdfs, or a storage that all of them see, not "
              + site.filesystem());
    }
    return problems;
  }
}
