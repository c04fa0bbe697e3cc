// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * One {@link DistributedStore} for each user and cluster, until the application ends. Thread-safe.
 */
final class DistributedStores {
  private record Key(URI uri, String user) {}

  @GuardedBy("DistributedStores.class")
  private static final Map<Key, Store> ALL = new HashMap<>();

  private DistributedStores() {}

  /** Returns that of the current user. Making it does not connect. */
  static synchronized Store get(URI uri, Configuration conf) throws IOException {
    Key key = new Key(uri, UserGroupInformation.getCurrentUser().getUserName());
    Store store = ALL.get(key);
    if (store == null) {
      store = new DistributedStore(uri, conf);
      ALL.put(key, store);
    }
    return store;
  }

  /** Returns all, to be closed; what is asked for later is made anew. */
  static synchronized List<Store> removeAll() {
    List<Store> all = List.copyOf(ALL.values());
    ALL.clear();
    return all;
  }
}
