// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.athanor.profile.Typical;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Cluster;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Framework;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.Resource;
import org.athanor.results.AmountText;
import org.athanor.results.Unit;
import org.athanor.storage.decision.StorageConfiguration;

/** Writes values for the cells of a table. */
final class CellText {
  private static final int MAX_LENGTH = 40;

  private CellText() {}

  static String of(Application application) {
    return shortened(withPairs(application.name(), application.parameters()));
  }

  static String framework(Configuration configuration) {
    Framework framework = configuration.framework();
    Map<String, String> settings = new TreeMap<>(configuration.settings());
    // First: it tells configurations apart that differ in nothing else.
    String storage = settings.remove(StorageConfiguration.SETTING);
    return shortened(
        withPairs(
            framework.kind()
                + (storage == null ? "" : " " + storage)
                + " "
                + framework.version()
                + " "
                + framework.mode(),
            settings));
  }

  static String perNode(Configuration configuration) {
    return count(configuration.coresPerNode(), "core")
        + ", "
        + AmountText.of(configuration.memoryBytesPerNode(), Unit.BYTES);
  }

  static String of(Cluster cluster) {
    return cluster.groups().stream()
        .map(group -> group.nodes() + " x " + of(group.kind()))
        .collect(Collectors.joining(" + "));
  }

  static String of(NodeKind kind) {
    return count(kind.processors(), "CPU") + ", " + AmountText.of(kind.memoryBytes(), Unit.BYTES);
  }

  static String inputBytes(OptionalLong bytes) {
    return bytes.isPresent() ? AmountText.of(bytes.getAsLong(), Unit.BYTES) : "-";
  }

  static String seconds(double seconds) {
    return AmountText.of(seconds, Unit.SECONDS);
  }

  static String range(Typical.Spread seconds) {
    return seconds.runs() == 1
        ? "-"
        : AmountText.digits(seconds.least()) + " to " + seconds(seconds.most());
  }

  /** Returns the amount with its unit, or a dash if it is unknown. */
  static String of(Resource resource, Amount amount) {
    return amount instanceof Amount.Known known
        ? AmountText.of(known.value(), unit(resource))
        : "-";
  }

  private static Unit unit(Resource resource) {
    return Arrays.stream(Unit.values())
        .filter(unit -> resource.id().endsWith("_" + unit.name().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElse(Unit.COUNT);
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private static String withPairs(String text, Map<String, String> pairs) {
    return pairs.isEmpty()
        ? text
        : text
            + " ("
            + pairs.entrySet().stream()
                .map(pair -> pair.getKey() + "=" + pair.getValue())
                .collect(Collectors.joining(", "))
            + ")";
  }

  private static String shortened(String text) {
    String line = text.replaceAll("\\p{Cntrl}+", " ");
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH - 1) + "…";
  }
}
