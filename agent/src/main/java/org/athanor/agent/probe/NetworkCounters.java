// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.util.Map;
import java.util.TreeMap;

/** What an interface transferred since it came up, from {@code /proc/net/dev}. */
record NetworkCounters(long bytesReceived, long bytesSent) {

  static final NetworkCounters ZERO = new NetworkCounters(0, 0);

  static Map<String, NetworkCounters> parse(Text dev) {
    dev.nextLine();
    dev.nextLine();
    Map<String, NetworkCounters> counters = new TreeMap<>();
    while (!dev.atEnd()) {
      // Old kernels put no blank between the name and the first number; a name may contain colons.
      String word = dev.word();
      int colon = word.lastIndexOf(':');
      if (colon > 0) {
        String joined = word.substring(colon + 1);
        long received = joined.isEmpty() ? dev.number() : Long.parseLong(joined);
        for (int i = 0; i < 7; i++) {
          dev.number();
        }
        counters.put(word.substring(0, colon), new NetworkCounters(received, dev.number()));
      }
      dev.nextLine();
    }
    return counters;
  }

  /**
   * The increase since an earlier reading; an interface that was removed and added restarts at 0.
   */
  NetworkCounters since(NetworkCounters earlier) {
    return new NetworkCounters(
        bytesReceived >= earlier.bytesReceived
            ? bytesReceived - earlier.bytesReceived
            : bytesReceived,
        bytesSent >= earlier.bytesSent ? bytesSent - earlier.bytesSent : bytesSent);
  }

  NetworkCounters plus(NetworkCounters other) {
    return new NetworkCounters(bytesReceived + other.bytesReceived, bytesSent + other.bytesSent);
  }
}
