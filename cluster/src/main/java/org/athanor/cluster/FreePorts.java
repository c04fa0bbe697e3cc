// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** TCP ports that nothing on a node uses. */
public final class FreePorts {

  /** Below the ports that Linux assigns to clients. */
  private static final int FIRST = 20_000;

  private static final int LAST = 32_000;

  private FreePorts() {}

  /**
   * Chooses different ports at random, so that two callers at the same time hardly get the same
   * port.
   *
   * @param number how many
   */
  public static List<Integer> on(Node node, Mark mark, int number)
      throws IOException, InterruptedException {
    return choose(number, TcpPorts.of(node, mark).used(), RandomGenerator.getDefault());
  }

  static List<Integer> choose(int number, Set<Integer> used, RandomGenerator random) {
    List<Integer> chosen = new ArrayList<>();
    while (chosen.size() < number) {
      int port = random.nextInt(FIRST, LAST);
      if (!used.contains(port) && !chosen.contains(port)) {
        chosen.add(port);
      }
    }
    return chosen;
  }
}
