// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.athanor.storage.placement.HybridPlacement;
import org.athanor.storage.retrieval.HybridRetrieval;
import org.athanor.storage.retrieval.PathSpeeds;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class RulesTextTest {
  private static final String TEXT =
      """
      # rules of the cluster
      format=1
      version=7

      tiers=ssd, disk
      tier.ssd.devices=SSD, NVDIMM
      tier.ssd.label=fast
      tier.ssd.read=533e6
      tier.ssd.write=245000000
      tier.ssd.iops=70000
      tier.disk.devices=DISK
      tier.disk.read=61e6
      tier.disk.write=46e6
      tier.disk.iops=3.5e3
      tier.disk.durable=true
      regions=east
      region.east.locations=/center1, /center2/rack1
      placements=logs, rest
      placement.logs.path=/logs of a = b
      placement.logs.policy=hybrid
      placement.logs.tiers=disk
      placement.rest.path=/
      placement.rest.policy=region
        retrieval = hybrid
      ! paths
      retrieval.hybrid.rack=1.25e9
      retrieval.hybrid.off-rack=1e9
      retrieval.hybrid.other-region=1e8
      replication.minimum=2
      """;

  private static final Tier SSD =
      new Tier("ssd", Set.of(DeviceType.SSD, DeviceType.NVDIMM), "fast", 533e6, 245e6, 70e3, false);
  private static final Tier DISK =
      new Tier("disk", Set.of(DeviceType.DISK), "", 61e6, 46e6, 3.5e3, true);
  private static final StorageRules RULES =
      new StorageRules(
          7,
          new Tiers(List.of(SSD, DISK)),
          new Regions(List.of(new Region("east", List.of("/center1", "/center2/rack1")))),
          List.of(
              new PlacementRule("logs", "/logs of a = b", PlacementKind.HYBRID, List.of("disk")),
              new PlacementRule("rest", "/", PlacementKind.REGION, List.of())),
          new RetrievalRule.Hybrid(new PathSpeeds(1.25e9, 1e9, 1e8)),
          2);

  /** What the text has instead of its first line that begins with a key. */
  private static String with(String key, String... lines) {
    List<String> all = new ArrayList<>();
    boolean done = false;
    for (String line : TEXT.lines().toList()) {
      if (!done && line.strip().startsWith(key)) {
        all.addAll(List.of(lines));
        done = true;
      } else {
        all.add(line);
      }
    }
    assertThat(done).isTrue();
    return String.join("\n", all);
  }

  private static void assertProblems(String text, String... problems) {
    assertThatThrownBy(() -> RulesText.parse(text))
        .isInstanceOfSatisfying(
            RulesException.class, e -> assertThat(e.problems()).containsExactly(problems));
  }

  @Test
  void readsAText() throws RulesException {
    assertThat(RulesText.parse(TEXT)).isEqualTo(RULES);
    assertThat(RulesText.parse(TEXT.replace("\n", "\r\n"))).isEqualTo(RULES);
  }

  @Test
  void writesEachSettingOnALine() {
    assertThat(RulesText.print(RULES).lines())
        .startsWith("format=1", "version=7", "tiers=ssd, disk", "tier.ssd.devices=NVDIMM, SSD")
        .contains("tier.ssd.read=533000000", "placement.logs.path=/logs of a = b")
        .endsWith("replication.minimum=2");
  }

  @Test
  void writesNumbersWithoutAnExponentIfTheyAreShort() {
    assertThat(RulesText.number(3.5e9)).isEqualTo("3500000000");
    assertThat(RulesText.number(0.1)).isEqualTo("0.1");
    assertThat(RulesText.number(1.5e-300)).isEqualTo("15e-301");
    assertThat(RulesText.number(1e300)).isEqualTo("1e300");
  }

  @Test
  void theLongestDirectoryCounts() {
    assertThat(RULES.placementOf("/logs of a = b/x").orElseThrow().name()).isEqualTo("logs");
    assertThat(RULES.placementOf("/logs of a = b").orElseThrow().name()).isEqualTo("logs");
    assertThat(RULES.placementOf("/logs of a = bc").orElseThrow().name()).isEqualTo("rest");
    StorageRules none =
        new StorageRules(1, RULES.tiers(), Regions.none(), List.of(), new RetrievalRule.Tier(), 1);
    assertThat(none.placementOf("/logs")).isEmpty();
  }

  @Test
  void makesThePoliciesThatItNames() {
    assertThat(RULES.placements().get(0).policy(RULES.tiers(), RULES.regions()))
        .isInstanceOf(HybridPlacement.class);
    assertThat(RULES.retrieval().policy(RULES.tiers())).isInstanceOf(HybridRetrieval.class);
    assertThatThrownBy(() -> RULES.placements().get(1).policy(RULES.tiers(), Regions.none()))
        .hasMessage("placement rest: policy region needs regions: there are none");
  }

  @Test
  void namesEachProblemWithItsLine() {
    assertProblems(
        with("version", "version=0"),
        "line 3: version=0: must be a whole number from 1 to 999999999999999999");
    assertProblems(
        with("version"), "version is missing: must be a whole number from 1 to 999999999999999999");
    assertProblems(
        with("version", "version=7", "version=8"),
        "line 4: version=8: the key is in line 3 already: must be there once");
    assertProblems(
        with("version", "version=7", "hello"), "line 4: hello: must be key=value, or begin with #");
    assertProblems(
        with("tier.ssd.read", "tier.ssd.read=fast"),
        "line 8: tier.ssd.read=fast: must be a number above 0, in bytes per second");
    assertProblems(
        with("tier.ssd.read", "tier.ssd.read=1e999"),
        "line 8: tier.ssd.read=1e999: must be a number above 0, in bytes per second");
    assertProblems(
        with("tier.ssd.iops", "tier.ssd.iops=0"),
        "line 10: tier.ssd.iops=0: must be a number above 0, in operations per second");
    assertProblems(
        with("tier.ssd.iops", "tier.ssd.iosp=1"),
        "line 10: tier.ssd.iosp=1: unknown key (the nearest known one is tier.ssd.iops)",
        "tier.ssd.iops is missing: must be a number above 0, in operations per second");
    assertProblems(
        with("tier.ssd.devices", "tier.ssd.devices=SSD, TAPE"),
        "line 6: tier.ssd.devices=SSD, TAPE: must be one or more of RAM_DISK, NVDIMM, SSD, DISK,"
            + " ARCHIVE");
    assertProblems(
        with("tier.ssd.label", "tier.ssd.label=a b"),
        "line 7: tier.ssd.label=a b: must begin with a letter or digit, and have letters, digits, -"
            + " and _");
    assertProblems(
        with("tier.disk.durable", "tier.disk.durable=yes"),
        "line 15: tier.disk.durable=yes: must be true or false");
    assertProblems(
        with("region.east", "region.east.locations=center1"),
        "line 17: region.east.locations=center1: location of region east=\"center1\": must be like"
            + " /rack1 or /center1/rack1");
    assertProblems(
        with("replication", "replication.minimum=513"),
        "line 29: replication.minimum=513: must be a whole number from 1 to 512");
  }

  @Test
  void namesProblemsOfListsOnce() {
    assertProblems(
        with("tiers", "tiers=ssd,, disk"),
        "line 5: tiers=ssd,, disk: must be different names with a comma between two");
    assertProblems(
        with("tiers", "tiers=ssd, hard disk"),
        "line 5: tiers=ssd, hard disk: must be names that begin with a letter or digit, of letters,"
            + " digits, - and _");
    assertProblems(
        with("regions", "regions=east, east"),
        "line 16: regions=east, east: must be different names with a comma between two");
    assertProblems(
        with("tier.ssd.devices", "tier.ssd.devices=DISK").replace(".label=fast", ".label="),
        "line 5: tiers=ssd, disk: tiers ssd and disk both have DISK of any node: must be one of"
            + " them");
    assertProblems(
        with("tiers", "tiers=").replaceAll("(?m)^(tier\\.|placement).*$", ""),
        "line 5: tiers=: no tiers: must be one or more");
  }

  @Test
  void namesProblemsOfPlacements() {
    assertProblems(
        with("placement.logs.path", "placement.logs.path=logs"),
        "line 19: placement.logs.path=logs: must be /, or like /a/b, without control characters and"
            + " outer blanks");
    assertProblems(
        with("placement.rest.path", "placement.rest.path=/logs of a = b"),
        "line 22: placement.rest.path=/logs of a = b: line 19 has this path: must be another");
    assertProblems(
        with("placement.logs.policy", "placement.logs.policy=rack"),
        "line 20: placement.logs.policy=rack: must be one of network, tier, hybrid, region, random");
    assertProblems(
        with("placement.logs.tiers", "placement.logs.tiers=tape"),
        "line 21: placement.logs.tiers=tape: there is no tier tape: must be of ssd, disk");
    assertProblems(
        with("regions").replaceAll("(?m)^region\\.east.*$", ""),
        "line 22: placement.rest.policy=region: policy region needs regions: there are none");
  }

  @Test
  void namesProblemsOfRetrieval() {
    assertProblems(
        with("retrieval", "retrieval=nearest"),
        "line 24: retrieval=nearest: must be one of network, tier, hybrid, random");
    assertProblems(
        with("retrieval", "retrieval=network", "retrieval.network.step=0.5")
            .replaceAll("(?m)^retrieval\\.hybrid.*$", ""),
        "line 25: retrieval.network.step=0.5: must be a number from 1 to 1000000");
    assertProblems(
        with("retrieval.hybrid.rack", "retrieval.network.step=2"),
        "line 26: retrieval.network.step=2: unknown key (the nearest known one is"
            + " retrieval.hybrid.rack)",
        "retrieval.hybrid.rack is missing: must be a number above 0, in bytes per second");
  }

  @Test
  void anotherFormatIsTheOnlyProblem() {
    assertProblems(
        "version=no\nformat=2\n",
        "line 2: format=2: must be 1, the format that this version reads");
    assertProblems(with("format"), "format is missing: must be 1");
  }

  @Test
  void allProblemsAreNamedAtOnce() {
    assertThatThrownBy(() -> RulesText.parse(""))
        .hasMessage(
            """
            format is missing: must be 1
            version is missing: must be a whole number from 1 to 999999999999999999
            tiers is missing: must be names of tiers, the fastest first
            retrieval is missing: must be one of network, tier, hybrid, random
            replication.minimum is missing: must be a whole number from 1 to 512""");
  }

  @Test
  void rejectsRulesThatNoTextCanHave() {
    assertThatThrownBy(() -> new PlacementRule("a", "/x\n", PlacementKind.TIER, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PlacementRule("a.b", "/x", PlacementKind.TIER, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new StorageRules(
                    1,
                    RULES.tiers(),
                    Regions.none(),
                    RULES.placements(),
                    new RetrievalRule.Random(),
                    1))
        .hasMessage("placement rest: policy region needs regions: there are none");
    assertThatThrownBy(() -> new RetrievalRule.Network(0.5))
        .hasMessage("step=0.5: must be from 1 to 1000000.0");
  }

  @Test
  void whatIsWrittenIsReadAsTheSame() throws RulesException {
    Random random = Seeds.of("rules");
    for (int i = 0; i < 3000; i++) {
      StorageRules rules = new RandomRules(random).next();
      String text = RulesText.print(rules);
      assertThat(RulesText.parse(text)).as("seed %d: %s", Seeds.seed(), text).isEqualTo(rules);
      List<String> lines = new ArrayList<>(text.lines().toList());
      Collections.shuffle(lines, random);
      assertThat(RulesText.parse(String.join("\n", lines))).isEqualTo(rules);
    }
  }

  /** A text with a random change is read, or its problems are named; nothing else happens. */
  @Test
  void aBrokenTextHasProblemsOfOneLineEach() {
    Random random = Seeds.of("broken rules");
    int broken = 0;
    for (int i = 0; i < 5000; i++) {
      StringBuilder text = new StringBuilder(RulesText.print(new RandomRules(random).next()));
      for (int change = 0; change <= random.nextInt(4); change++) {
        int at = random.nextInt(text.length());
        if (random.nextBoolean()) {
          text.deleteCharAt(at);
        } else {
          text.insert(at, (char) random.nextInt(random.nextBoolean() ? 128 : 0x3000));
        }
      }
      try {
        RulesText.parse(text.toString());
      } catch (RulesException e) {
        broken++;
        assertThat(e.problems())
            .as("seed %d: %s", Seeds.seed(), text)
            .isNotEmpty()
            .allMatch(problem -> problem.matches("(line \\d+: .*|[^ ]+ is missing: must be .*)"));
      }
    }
    assertThat(broken).isGreaterThan(1000);
  }

  /** Makes rules of all kinds. */
  private record RandomRules(Random random) {
    private static final List<PlacementKind> KINDS = List.of(PlacementKind.values());

    StorageRules next() {
      List<Tier> tiers = new ArrayList<>();
      List<DeviceType> devices = new ArrayList<>(List.of(DeviceType.values()));
      Collections.shuffle(devices, random);
      while (tiers.isEmpty() || (!devices.isEmpty() && random.nextBoolean())) {
        Set<DeviceType> some = EnumSet.of(devices.remove(0));
        if (!devices.isEmpty() && random.nextInt(3) == 0) {
          some.add(devices.remove(0));
        }
        String label = random.nextBoolean() ? "" : "label-" + random.nextInt(3);
        tiers.add(
            new Tier(
                "t" + tiers.size() + (random.nextBoolean() ? "_x" : ""),
                some,
                label,
                number(),
                number(),
                number(),
                random.nextBoolean()));
      }
      List<Region> regions = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        List<String> locations = new ArrayList<>(List.of("/c" + i));
        if (random.nextBoolean()) {
          locations.add("/é=" + i + "/r#1");
        }
        regions.add(new Region("r" + i, locations));
      }
      List<PlacementRule> placements = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        PlacementKind kind = KINDS.get(random.nextInt(KINDS.size()));
        placements.add(
            new PlacementRule(
                "p-" + i,
                path(i),
                kind == PlacementKind.REGION && regions.isEmpty() ? PlacementKind.TIER : kind,
                tiers.stream().map(Tier::name).filter(name -> random.nextBoolean()).toList()));
      }
      return new StorageRules(
          1 + (random.nextLong() & Long.MAX_VALUE) % StorageRules.MAX_VERSION,
          new Tiers(tiers),
          new Regions(regions),
          placements,
          retrieval(),
          1 + random.nextInt(512));
    }

    private String path(int i) {
      return switch (random.nextInt(4)) {
        case 0 -> "/data " + i;
        case 1 -> "/a,b/" + i + "#!=:\\";
        case 2 -> "/文/\u2028\u00a0" + i;
        default -> "/x/" + i + "/y";
      };
    }

    private double number() {
      return switch (random.nextInt(4)) {
        case 0 -> 1 + random.nextInt(1000);
        case 1 -> random.nextDouble() + 1e-9;
        case 2 -> Math.pow(10, random.nextInt(600) - 300);
        default -> Math.abs(Double.longBitsToDouble((random.nextLong() & 0x7fdfffffffffffffL) | 1));
      };
    }

    private RetrievalRule retrieval() {
      return switch (random.nextInt(4)) {
        case 0 -> new RetrievalRule.Network(1 + random.nextDouble() * 999_999);
        case 1 -> new RetrievalRule.Tier();
        case 2 -> new RetrievalRule.Hybrid(new PathSpeeds(number(), number(), number()));
        default -> new RetrievalRule.Random();
      };
    }
  }
}
