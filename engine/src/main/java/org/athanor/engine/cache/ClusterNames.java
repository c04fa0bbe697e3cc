// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.net.URI;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.net.NetUtils;

/**
 * One name for each HDFS: the same cluster is also named without its port, by an address, or, by
 * {@code FileContext}, as a name service with a port. Stateless.
 */
final class ClusterNames {
  private ClusterNames() {}

  /** Returns the one name of a cluster; without a path. */
  static URI canonical(URI uri, Configuration conf) {
    if (uri.getHost() == null) {
      return uri;
    }
    if (HAUtilClient.isLogicalUri(conf, uri)) {
      return URI.create(uri.getScheme() + "://" + uri.getHost());
    }
    URI top = URI.create(uri.getScheme() + "://" + hostAndPort(uri));
    URI named = NetUtils.getCanonicalUri(top, HdfsClientConfigKeys.DFS_NAMENODE_RPC_PORT_DEFAULT);
    return URI.create(uri.getScheme() + "://" + hostAndPort(named));
  }

  private static String hostAndPort(URI uri) {
    int port =
        uri.getPort() < 0 ? HdfsClientConfigKeys.DFS_NAMENODE_RPC_PORT_DEFAULT : uri.getPort();
    return uri.getHost().toLowerCase(Locale.ROOT) + ":" + port;
  }

  /** Returns the one name of a file; {@code path} is qualified. */
  static Path canonical(Path path, Configuration conf) {
    URI cluster = canonical(path.toUri(), conf);
    Path named = PathNames.withoutSlash(path);
    return new Path(cluster.getScheme(), cluster.getAuthority(), named.toUri().getPath());
  }
}
