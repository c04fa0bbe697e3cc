// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.scheduler.clusters.Cluster;

/** Says whether files stay available without some nodes. Any thread may call it. */
public interface Coverage {

  /**
   * Looks where the blocks of all files are. Takes as long as HDFS needs to list them.
   *
   * @param leaving nodes that are off or will be, whatever is found
   * @param candidates nodes that shall go off; of two that cannot both, the first one may
   * @return why a candidate must stay, as one line; those that are left out may go, all together:
   *     then each block that one of them holds has a live, healthy replica on a node that is
   *     neither leaving nor such a candidate
   * @throws IOException if it cannot be said
   */
  Map<String, String> mustStay(Cluster cluster, Set<String> leaving, List<String> candidates)
      throws IOException;
}
