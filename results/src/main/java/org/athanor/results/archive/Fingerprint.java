// SPDX-License-Identifier: Apache-2.0
package org.athanor.results.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.athanor.cluster.SystemInfo;
import org.athanor.results.AmountText;
import org.athanor.results.Results;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Unit;

/**
 * What identifies the machines of a run: of each node the host's name, architecture, processor,
 * number of processors, quota, and memory in GiB, rounded up. Versions of the operating system, the
 * kernel and Java do not count, because their effects are what archives are for.
 *
 * @param id 16 hexadecimal digits
 * @param text the machines for readers
 */
public record Fingerprint(String id, String text) {
  private static final int DIGITS = 16;
  private static final double GIB = 1L << 30;

  /**
   * The fingerprint of the machines of a run.
   *
   * @param name replaces the names of hosts, for machines that have a new name each time, such as
   *     containers
   */
  public static Fingerprint of(Results results, Optional<String> name) {
    List<String> nodes =
        results.nodes().stream()
            .map(NodeInfo::system)
            .map(
                system ->
                    name.isPresent() ? hardware(system) : system.host() + "\t" + hardware(system))
            .sorted()
            .toList();
    String all = name.orElse("") + "\n" + String.join("\n", nodes);
    return new Fingerprint(sha256(all.getBytes(UTF_8)).substring(0, DIGITS), text(results, name));
  }

  private static String hardware(SystemInfo system) {
    return String.format(
        Locale.ROOT,
        "%s\t%s\t%d\t%s\t%d",
        system.architecture(),
        system.cpuModel(),
        system.processors(),
        system.quota().map(String::valueOf).orElse(""),
        (long) Math.ceil(system.memoryBytes() / GIB));
  }

  private static String text(Results results, Optional<String> name) {
    String hardware =
        results.nodes().stream()
            .map(NodeInfo::system)
            .map(Fingerprint::words)
            .distinct()
            .collect(Collectors.joining("; "));
    int nodes = results.nodes().size();
    String names =
        name.orElseGet(
            () -> nodes == 1 ? results.nodes().get(0).system().host() : nodes + " nodes");
    return hardware.isEmpty() ? names : names + ": " + hardware;
  }

  private static String words(SystemInfo system) {
    return system.cpuModel()
        + ", "
        + system.processors()
        + (system.processors() == 1 ? " processor" : " processors")
        + (system.memoryBytes() == 0 ? "" : ", " + AmountText.of(system.memoryBytes(), Unit.BYTES));
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
