// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.rules;

import java.math.BigDecimal;
import java.util.List;
import java.util.StringJoiner;
import org.athanor.storage.retrieval.PathSpeeds;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Tier;

/**
 * The text of {@link StorageRules}: a line {@code key=value} for each setting, in any order, and
 * comments that begin with {@code #} or {@code !}. Unlike in files of {@link java.util.Properties},
 * nothing is escaped, and a value ends with its line. Rates are bytes per second.
 *
 * <pre>
 * format=1
 * version=7
 * tiers=ssd, disk                          the fastest first
 * tier.ssd.devices=SSD, NVDIMM             storage types of HDFS
 * tier.ssd.label=fast                      optional: only on nodes with this label
 * tier.ssd.read=533000000
 * tier.ssd.write=245000000
 * tier.ssd.iops=70000
 * tier.ssd.durable=false                   optional: whether one replica is enough
 * regions=east, west                       optional
 * region.east.locations=/center1, /center2/rack1
 * placements=logs, rest                    optional
 * placement.logs.path=/logs                a directory: the longest one counts
 * placement.logs.policy=hybrid             network, tier, hybrid, region or random
 * placement.logs.tiers=ssd, disk           optional: all tiers
 * retrieval=hybrid                         network, tier, hybrid or random
 * retrieval.hybrid.rack=1250000000         from a host of the same rack
 * retrieval.hybrid.off-rack=1250000000
 * retrieval.hybrid.other-region=125000000
 * retrieval.network.step=16                if retrieval=network
 * replication.minimum=2
 * </pre>
 */
public final class RulesText {
  /** The version of the syntax. */
  static final int FORMAT = 1;

  private RulesText() {}

  /**
   * Reads a text.
   *
   * @throws RulesException if it is not valid; with all problems
   */
  public static StorageRules parse(String text) throws RulesException {
    return new RulesParser(text).parse();
  }

  /** Writes rules as a text that {@link #parse} reads as equal rules. */
  public static String print(StorageRules rules) {
    Lines lines = new Lines();
    lines.add("format", FORMAT);
    lines.add("version", rules.version());
    lines.add("tiers", words(rules.tiers().all().stream().map(Tier::name).toList()));
    rules.tiers().all().forEach(tier -> print(tier, lines));
    if (!rules.regions().all().isEmpty()) {
      lines.add("regions", words(rules.regions().all().stream().map(Region::name).toList()));
    }
    for (Region region : rules.regions().all()) {
      lines.add("region." + region.name() + ".locations", words(region.locations()));
    }
    if (!rules.placements().isEmpty()) {
      lines.add("placements", words(rules.placements().stream().map(PlacementRule::name).toList()));
    }
    rules.placements().forEach(placement -> print(placement, lines));
    print(rules.retrieval(), lines);
    lines.add("replication.minimum", rules.minimumReplication());
    return lines.text();
  }

  private static void print(Tier tier, Lines lines) {
    String prefix = "tier." + tier.name() + ".";
    lines.add(prefix + "devices", words(tier.devices().stream().map(DeviceType::name).toList()));
    if (!tier.nodeLabel().isEmpty()) {
      lines.add(prefix + "label", tier.nodeLabel());
    }
    lines.add(prefix + "read", number(tier.readBytesPerSecond()));
    lines.add(prefix + "write", number(tier.writeBytesPerSecond()));
    lines.add(prefix + "iops", number(tier.iops()));
    lines.add(prefix + "durable", tier.durable());
  }

  private static void print(PlacementRule placement, Lines lines) {
    String prefix = "placement." + placement.name() + ".";
    lines.add(prefix + "path", placement.path());
    lines.add(prefix + "policy", placement.kind().id());
    if (!placement.tiers().isEmpty()) {
      lines.add(prefix + "tiers", words(placement.tiers()));
    }
  }

  private static void print(RetrievalRule retrieval, Lines lines) {
    lines.add("retrieval", retrieval.id());
    if (retrieval instanceof RetrievalRule.Network network) {
      lines.add("retrieval.network.step", number(network.step()));
    } else if (retrieval instanceof RetrievalRule.Hybrid hybrid) {
      PathSpeeds paths = hybrid.paths();
      lines.add("retrieval.hybrid.rack", number(paths.rack()));
      lines.add("retrieval.hybrid.off-rack", number(paths.offRack()));
      lines.add("retrieval.hybrid.other-region", number(paths.otherRegion()));
    }
  }

  private static String words(List<String> words) {
    return String.join(", ", words);
  }

  /** A number that is read as exactly the same. Without an exponent if that is not long. */
  static String number(double value) {
    BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    String plain = shortest.toPlainString();
    return plain.length() <= 20 ? plain : shortest.unscaledValue() + "e" + -shortest.scale();
  }

  /** Lines of a text. */
  private static final class Lines {
    private final StringJoiner lines = new StringJoiner("\n", "", "\n");

    void add(String key, Object value) {
      lines.add(key + "=" + value);
    }

    String text() {
      return lines.toString();
    }
  }
}
