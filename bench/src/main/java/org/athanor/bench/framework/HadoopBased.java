// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.Node;

/** Base of the frameworks that need Hadoop beside their own distribution. */
abstract class HadoopBased extends DistributedFramework {

  final Source hadoop;

  /**
   * @param hadoop may be the framework's own distribution
   */
  HadoopBased(Choice choice, Api api, Source hadoop) {
    super(choice, api);
    this.hadoop = hadoop;
  }

  @Override
  public List<String> problems(Site site) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>(super.problems(site));
    if (!hadoop.equals(choice.source())) {
      problems.addAll(hadoop.problems(site));
      for (Node node : site.nodes()) {
        Optional<String> java =
            choice.java().problem(node, site.mark(), hadoop.title(), hadoop.java());
        java.ifPresent(problems::add);
      }
    }
    return problems;
  }

  @Override
  public void install(Site site) throws IOException, InterruptedException {
    super.install(site);
    hadoop.install(site);
  }
}
