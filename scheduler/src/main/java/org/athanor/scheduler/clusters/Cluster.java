// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.athanor.scheduler.ledger.Resources;

/**
 * A cluster as its file describes it.
 *
 * @param name unique in the file
 * @param limits what may be used of it
 */
public record Cluster(String name, Kind kind, Limits limits, Traits traits) {
  private static final int IDENTITY_BYTES = 4;

  /** Whether its jobs get their containers from YARN. */
  public boolean isYarn() {
    return kind instanceof Kind.Yarn;
  }

  /** How its nodes are switched off; empty if they are not, or if what they use is not known. */
  public Optional<PowerDown> powerDown() {
    return kind instanceof Kind.Yarn yarn && traits.power().isPresent()
        ? yarn.powerDown()
        : Optional.empty();
  }

  /**
   * What tells it from a cluster of other people with the same name: a hash of its
   * ResourceManagers' addresses. Empty for this machine, whose name may change.
   */
  public Optional<String> identity() {
    if (!(kind instanceof Kind.Yarn yarn) || yarn.resourceManagers().isEmpty()) {
      return Optional.empty();
    }
    String addresses =
        yarn.resourceManagers().stream()
            .map(address -> address.toString().toLowerCase(Locale.ROOT))
            .sorted()
            .collect(Collectors.joining("\n"));
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(addresses.getBytes(StandardCharsets.UTF_8));
      return Optional.of(HexFormat.of().formatHex(digest, 0, IDENTITY_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java has SHA-256
    }
  }

  /**
   * Whether its nodes are those of another cluster: of the same ResourceManager, with the same
   * label, whatever the queues; or this machine.
   */
  public boolean sharesNodes(Cluster other) {
    if (kind instanceof Kind.Yarn yarn && other.kind instanceof Kind.Yarn others) {
      return identity().equals(other.identity()) && yarn.label().equals(others.label());
    }
    return !isYarn() && !other.isYarn();
  }

  /**
   * The most that may be used of a cluster, even if it has more.
   *
   * @param vcores above 0
   * @param memoryBytes above 0
   */
  public record Limits(OptionalDouble vcores, OptionalLong memoryBytes) {
    /** What they leave of what there is: of vcores and memory, and nothing else. */
    public Resources of(Resources there) {
      return new Resources(
          Math.min(there.vcores(), vcores.orElse(Double.MAX_VALUE)),
          memoryBytes.isPresent()
              ? Math.min(there.memoryBytes(), memoryBytes.getAsLong())
              : there.memoryBytes(),
          0,
          0);
    }
  }

  /**
   * What a cluster is like.
   *
   * @param region of the storage, whose files are near
   * @param storage class of its storage, such as {@code ssd}; runs on unlike storage are not
   *     compared
   * @param network class of its network, such as {@code 10gbit}
   * @param diskBytesPerSecond of all disks together, above 0
   * @param networkBytesPerSecond of all nodes together, above 0
   * @param power of its nodes
   * @param zone of the electrical grid, for carbon and prices
   */
  public record Traits(
      Optional<String> region,
      Optional<String> storage,
      Optional<String> network,
      OptionalDouble diskBytesPerSecond,
      OptionalDouble networkBytesPerSecond,
      Optional<Power> power,
      Optional<String> zone) {}
}
