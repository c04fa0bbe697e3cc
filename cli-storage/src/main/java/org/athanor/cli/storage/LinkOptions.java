// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.cli.storage.gain.ModelCluster;
import org.athanor.cli.usage.UsageException;
import org.athanor.yaml.text.ByteRate;
import picocli.CommandLine.Option;

/** The options that describe the cluster of a plan or a job, and its links. */
final class LinkOptions {
  @Option(
      names = "--cluster",
      paramLabel = "<file>",
      description = {
        "A scenario file of 'athanor simulate' that describes the cluster. Then it is also said",
        "whether replicas should be placed and read by near nodes or by fast devices."
      })
  private Path cluster;

  @Option(
      names = "--link",
      paramLabel = "<rate>",
      description = {
        "What each node's link carries, such as '1 Gbit/s', instead of --cluster: the rest is assumed",
        "as the output says."
      })
  private String link;

  /**
   * The cluster of the file, if one is named.
   *
   * @throws UsageException if it cannot be read
   */
  Optional<ModelCluster> described() throws UsageException {
    if (cluster != null && link != null) {
      throw new UsageException(
          "--link: " + cluster + " of --cluster has the links; give one of them");
    }
    return cluster == null ? Optional.empty() : Optional.of(ModelCluster.read(cluster));
  }

  /**
   * The speed of a node's link in bytes per second, if it is given.
   *
   * @throws UsageException if it is no rate above 0
   */
  OptionalDouble link() throws UsageException {
    if (link == null) {
      return OptionalDouble.empty();
    }
    Optional<ByteRate> rate = ByteRate.parse(link).filter(r -> r.bytesPerSecond() > 0);
    if (rate.isEmpty()) {
      throw new UsageException(
          "--link=" + link + ": must be a rate above 0 such as '1 Gbit/s' or '118 MB/s'");
    }
    return OptionalDouble.of(rate.get().bytesPerSecond());
  }
}
