// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.tiering.region.RequestBox.Entry;

/** Whose request is next: that of the owner who was served longest ago. For one thread. */
final class Turns {
  private static final int MOST_OWNERS = 10_000;

  private long turn;

  /** Turns of owners, those who were served longest ago first. */
  private final Map<String, Long> served = new LinkedHashMap<>();

  /** The first request of each owner, then the second of each, and so on. */
  List<Entry> inOrder(Collection<Entry> requests) {
    Map<String, List<Entry>> byOwner = new LinkedHashMap<>();
    for (Entry request : requests) {
      byOwner.computeIfAbsent(request.owner(), owner -> new ArrayList<>()).add(request);
    }
    List<String> owners = new ArrayList<>(byOwner.keySet());
    owners.sort(Comparator.comparingLong(owner -> served.getOrDefault(owner, 0L)));
    List<Entry> inOrder = new ArrayList<>();
    for (int rank = 0; inOrder.size() < requests.size(); rank++) {
      for (String owner : owners) {
        if (rank < byOwner.get(owner).size()) {
          inOrder.add(byOwner.get(owner).get(rank));
        }
      }
    }
    return inOrder;
  }

  /** A request of an owner was decided about. */
  void served(String owner) {
    served.remove(owner);
    served.put(owner, ++turn);
    if (served.size() > MOST_OWNERS) {
      served.remove(served.keySet().iterator().next());
    }
  }
}
