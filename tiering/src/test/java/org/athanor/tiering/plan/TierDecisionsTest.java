// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.athanor.storage.rules.PlacementKind;
import org.athanor.storage.rules.PlacementRule;
import org.athanor.storage.rules.RulesException;
import org.athanor.storage.rules.RulesText;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.Tier;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.history.AuditLogs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TierDecisionsTest {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final Instant OLD = Instant.parse("2025-01-01T00:00:00Z");
  private static final long MB = 1_000_000;
  private static final int INHERITED = 0;
  private static final int ONE_SSD = 10;

  private static final String RULES =
      """
      format=1
      version=7
      tiers=nvme, ssd, disk, archive, far
      tier.nvme.devices=NVDIMM
      tier.nvme.read=4
      tier.nvme.write=4
      tier.nvme.iops=4
      tier.ssd.devices=SSD
      tier.ssd.read=3
      tier.ssd.write=3
      tier.ssd.iops=3
      tier.disk.devices=DISK
      tier.disk.read=2
      tier.disk.write=2
      tier.disk.iops=2
      tier.archive.devices=ARCHIVE
      tier.archive.read=1
      tier.archive.write=1
      tier.archive.iops=1
      tier.far.devices=SSD
      tier.far.label=far
      tier.far.read=1
      tier.far.write=1
      tier.far.iops=1
      regions=east
      region.east.locations=/east
      placements=data, three, fast, cold, spread, own
      placement.data.path=/data
      placement.data.policy=network
      placement.data.tiers=disk
      placement.three.path=/three
      placement.three.policy=tier
      placement.three.tiers=disk, archive
      placement.fast.path=/fast
      placement.fast.policy=hybrid
      placement.fast.tiers=nvme, disk
      placement.cold.path=/cold
      placement.cold.policy=network
      placement.cold.tiers=archive
      placement.spread.path=/spread
      placement.spread.policy=region
      placement.own.path=/data/own
      placement.own.policy=tier
      placement.own.tiers=ssd, disk
      retrieval=tier
      replication.minimum=2
      """;

  @TempDir Path directory;
  private final List<File> files = new ArrayList<>();

  /** A file of the image, and how often it is read: once in each of the first hours. */
  private record File(String path, int replicas, int policy, int reads) {}

  private static StorageRules rules(String text) {
    try {
      return RulesText.parse(text);
    } catch (RulesException e) {
      throw new IllegalStateException(e);
    }
  }

  private static TierBudget budget(StorageRules rules, String tier, long bytes) {
    return new TierBudget(rules, rules.tiers().named(tier).orElseThrow(), bytes);
  }

  private void file(String path, int replicas, int policy, int reads) {
    files.add(new File(path, replicas, policy, reads));
  }

  private TierPlan plan(StorageRules rules, long bytes, String... pins) throws IOException {
    Logs logs = new Logs();
    files.forEach(one -> logs.file(one.path(), one.replicas(), OLD, 100 * MB, one.policy()));
    int job = 0;
    for (int hour = 0; hour < 10; hour++) {
      for (File one : files) {
        if (hour < one.reads()) {
          logs.open(START.plusSeconds(3700L * hour), one.path(), job++);
        }
      }
    }
    Namespace namespace = Namespace.read(logs.image(directory.resolve("image")), ZoneOffset.UTC);
    try (AuditLogs audit =
        new AuditLogs(List.of(logs.log(directory.resolve("log"))), ZoneOffset.UTC)) {
      return Planner.plan(
              namespace,
              audit,
              new Settings().pins(pins).make(),
              Decisions.Reserved.NONE,
              Optional.of(budget(rules, "nvme", bytes)),
              events -> {})
          .tier()
          .orElseThrow();
    }
  }

  private static Map<String, String> changes(TierPlan plan) {
    Map<String, String> changes = new TreeMap<>();
    plan.changes()
        .forEach(
            one ->
                changes.put(
                    one.path(),
                    String.join("+", one.from()) + " -> " + String.join("+", one.to())));
    return changes;
  }

  /** The tiers that hold a file by rules. */
  private static List<String> holders(StorageRules rules, String path, int replicas) {
    return rules
        .placementOf(path)
        .map(
            one ->
                one.holders(rules.tiers(), rules.regions(), path, replicas).stream()
                    .map(Tier::name)
                    .toList())
        .orElse(List.of());
  }

  @Test
  void popularFilesGetAPlacementOfTheirOwn() throws IOException {
    file("/data/hot", 3, INHERITED, 5);
    file("/data/warm", 2, INHERITED, 3);
    file("/data/once", 3, INHERITED, 1);
    file("/data/never", 3, INHERITED, 0);
    file("/three/hot", 3, INHERITED, 5);
    file("/three/two", 2, INHERITED, 5);
    StorageRules before = rules(RULES);
    TierPlan plan = plan(before, 300 * MB);
    assertThat(changes(plan))
        .isEqualTo(
            Map.of(
                "/data/hot", "disk -> nvme+disk",
                "/data/warm", "disk -> nvme+disk",
                "/three/hot", "disk+archive -> nvme+disk+archive"));
    assertThat(plan.usedBytes()).isEqualTo(300 * MB);
    assertThat(plan.leftAlone()).isEqualTo(Map.of("has no replica to spare for another tier", 1));
    assertThat(plan.changesRules()).isTrue();
    assertThat(plan.rules().version()).isEqualTo(8);
    assertThat(RulesText.print(plan.rules()))
        .contains(
            "placements=data, three, fast, cold, spread, own, planned-nvme-1, planned-nvme-2, planned-nvme-3\n")
        .contains(
            """
            placement.planned-nvme-1.path=/data/hot
            placement.planned-nvme-1.policy=hybrid
            placement.planned-nvme-1.tiers=nvme, disk
            """)
        .contains("placement.planned-nvme-3.policy=tier\n");
    for (TierChange change : plan.changes()) {
      assertThat(holders(plan.rules(), change.path(), change.replicas()))
          .as(change.path())
          .containsExactlyInAnyOrderElementsOf(change.to());
      assertThat(change.movedBytes()).isEqualTo(100 * MB);
    }
    assertThat(plan.changes().get(0).reason()).isEqualTo("read 5 times");
  }

  @Test
  void whatOthersDecideAboutIsLeftAlone() throws IOException {
    file("/data/own", 3, INHERITED, 5); // has its own placement
    file("/data/policy", 3, ONE_SSD, 5);
    file("/data/one", 1, INHERITED, 5);
    file("/data/_temporary/a", 3, INHERITED, 5);
    file("/cold/a", 3, INHERITED, 5);
    file("/spread/a", 3, INHERITED, 5);
    file("/fast/a", 3, INHERITED, 5); // is there by the rules
    file("/elsewhere", 3, INHERITED, 5);
    TierPlan plan = plan(rules(RULES), 1000 * MB);
    assertThat(plan.changes()).isEmpty();
    assertThat(plan.changesRules()).isFalse();
    assertThat(plan.usedBytes()).isEqualTo(100 * MB);
    assertThat(plan.leftAlone())
        .isEqualTo(
            Map.of(
                "has a placement of its own in the rules", 1,
                "only one replica", 1,
                "temporary, or in the trash", 1,
                "placed by the rules on no disks, to which it could come back", 1,
                "placed by the rules in regions", 1));
  }

  @Test
  void othersTakeThePlaceOfFilesThatAreReadLess() throws IOException {
    file("/data/a", 3, INHERITED, 2);
    StorageRules first = plan(rules(RULES), 100 * MB).rules();
    assertThat(holders(first, "/data/a", 3)).containsExactly("nvme", "disk");
    file("/data/b", 3, INHERITED, 6);
    TierPlan second = plan(first, 100 * MB);
    assertThat(changes(second))
        .isEqualTo(Map.of("/data/a", "nvme+disk -> disk", "/data/b", "disk -> nvme+disk"));
    assertThat(second.changes().get(0).left()).containsExactly("nvme");
    assertThat(holders(second.rules(), "/data/a", 3)).containsExactly("disk");
    assertThat(second.rules().version()).isEqualTo(9);
    TierPlan third = plan(second.rules(), 100 * MB);
    assertThat(third.changes()).isEmpty();
    assertThat(third.changesRules()).isFalse();
    TierPlan pinned = plan(second.rules(), 100 * MB, "/data/a");
    assertThat(changes(pinned))
        .isEqualTo(Map.of("/data/a", "disk -> nvme+disk", "/data/b", "nvme+disk -> disk"));
  }

  /** A file that is gone has no placement any more; one that cannot be touched now keeps it. */
  @Test
  void placementsEndWithTheirFiles() throws IOException {
    file("/data/a", 3, INHERITED, 2);
    StorageRules now = rules(RULES);
    List<PlacementRule> all = new ArrayList<>(now.placements());
    for (String path : List.of("/data/a", "/data/gone", "/data/_temporary/b")) {
      all.add(
          new PlacementRule(
              "planned-nvme-" + (all.size() * 10),
              path,
              PlacementKind.HYBRID,
              List.of("nvme", "disk")));
    }
    file("/data/_temporary/b", 3, INHERITED, 2);
    TierPlan plan = plan(now.with(all), 1000 * MB);
    assertThat(plan.changes()).isEmpty();
    assertThat(plan.rules().placements().stream().map(PlacementRule::path))
        .contains("/data/a", "/data/_temporary/b")
        .doesNotContain("/data/gone");
    assertThat(plan.usedBytes()).isEqualTo(200 * MB);
  }

  /** Whatever the files, the copies fit, each change is what the new rules say, and is stable. */
  @Test
  void plansFitAndAreStable() throws IOException {
    Random random = Seeds.of("tiers");
    for (int file = 0; file < 300; file++) {
      String root = List.of("/data", "/three", "/fast", "/cold").get(random.nextInt(4));
      file(root + "/f" + file, 2 + random.nextInt(3), INHERITED, random.nextInt(5));
    }
    StorageRules now = rules(RULES);
    for (long bytes : new long[] {0, 10_000 * MB, 12_000 * MB, 9_000 * MB, 100_000 * MB}) {
      TierPlan plan = plan(now, bytes);
      long rigid = plan(rules(RULES), 0).usedBytes(); // what the rules put there
      assertThat(plan.usedBytes()).isLessThanOrEqualTo(Math.max(rigid, bytes));
      for (TierChange change : plan.changes()) {
        assertThat(holders(now, change.path(), change.replicas()))
            .as(change.path())
            .containsExactlyInAnyOrderElementsOf(change.from());
        assertThat(holders(plan.rules(), change.path(), change.replicas()))
            .as(change.path())
            .containsExactlyInAnyOrderElementsOf(change.to());
      }
      assertThat(plan(plan.rules(), bytes).changes()).isEmpty();
      now = plan.rules();
    }
  }

  @Test
  void saysWhichTiersCannotBePlanned() {
    StorageRules rules = rules(RULES);
    assertThatThrownBy(() -> budget(rules, "disk", 1))
        .hasMessageStartingWith("tier disk has disks: must be one of other devices");
    assertThatThrownBy(() -> budget(rules, "far", 1))
        .hasMessage(
            "tier far is for nodes with a label, which no NameNode knows: must be one without");
  }
}
