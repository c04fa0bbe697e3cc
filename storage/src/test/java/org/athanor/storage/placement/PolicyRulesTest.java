// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.athanor.storage.PaperCluster.HDD;
import static org.athanor.storage.PaperCluster.PCIE;
import static org.athanor.storage.PaperCluster.SATA;
import static org.athanor.storage.PaperCluster.TIERS;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.storage.ChiSquare;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class PolicyRulesTest {
  private static final List<Tier> ALL = TIERS.all();
  private static final List<Place> ANYWHERE = List.of(new Place.Anywhere());
  private static final List<Place> WRITER =
      List.of(new Place.LocalNode(), new Place.LocalRack(), new Place.Anywhere());
  private static final List<Place> OTHER_RACK =
      List.of(new Place.OtherRackThan(0), new Place.Anywhere());

  private static final long CHANCE_OF_A = 0xb5318140e5a18dc2L;

  private static PlacementRequest written(int replication) {
    return PlacementRequest.from(new Writer("r1h1", "/r1"), "/a", replication, 1);
  }

  @Test
  void networkIsThePlacementOfHdfs() {
    assertThat(new NetworkPlacement(TIERS, ALL).rules(written(4)))
        .containsExactly(
            new ReplicaRule(WRITER, ALL, TierUse.ANY_OF),
            new ReplicaRule(OTHER_RACK, ALL, TierUse.ANY_OF),
            new ReplicaRule(
                List.of(new Place.SameRackAs(List.of(1)), new Place.Anywhere()),
                ALL,
                TierUse.ANY_OF),
            new ReplicaRule(ANYWHERE, ALL, TierUse.ANY_OF));
  }

  @Test
  void tierTakesTheFastestThenTheSlowestThenOneBetween() {
    List<Tier> ofFile = List.of(PCIE, HDD, SATA);
    assertThat(new TierPlacement(TIERS, ALL).rules(written(4)))
        .containsExactly(
            new ReplicaRule(ANYWHERE, ofFile, TierUse.UNUSED_FIRST),
            new ReplicaRule(ANYWHERE, ofFile, TierUse.UNUSED_FIRST),
            new ReplicaRule(ANYWHERE, ofFile, TierUse.UNUSED_FIRST),
            new ReplicaRule(ANYWHERE, List.of(HDD, SATA, PCIE), TierUse.UNUSED_FIRST));
  }

  @Test
  void aFileUsesAsManyTiersAsItHasReplicas() {
    assertThat(new TierPlacement(TIERS, ALL).rules(written(1)))
        .containsExactly(new ReplicaRule(ANYWHERE, List.of(PCIE), TierUse.UNUSED_FIRST));
    assertThat(new TierPlacement(TIERS, ALL).rules(written(2)).get(1).tiers())
        .containsExactly(PCIE, HDD);
  }

  @Test
  void theThirdReplicaTakesAnyOfTwoTiers() {
    List<ReplicaRule> rules = new TierPlacement(TIERS, List.of(HDD, SATA)).rules(written(3));
    assertThat(rules.get(1))
        .isEqualTo(new ReplicaRule(ANYWHERE, List.of(SATA, HDD), TierUse.UNUSED_FIRST));
    assertThat(rules.get(2))
        .isEqualTo(new ReplicaRule(ANYWHERE, List.of(HDD, SATA), TierUse.UNUSED_FIRST));
  }

  @Test
  void hybridStartsAtTheWriterAndChangesRackAndTier() {
    assertThat(new HybridPlacement(TIERS, ALL).rules(written(4)))
        .containsExactly(
            new ReplicaRule(WRITER, List.of(PCIE, SATA, HDD), TierUse.UNUSED_FIRST),
            new ReplicaRule(OTHER_RACK, List.of(PCIE, HDD, SATA), TierUse.UNUSED_FIRST),
            new ReplicaRule(
                List.of(new Place.SameRackAs(List.of(0, 1)), new Place.Anywhere()),
                List.of(PCIE, HDD, SATA),
                TierUse.UNUSED_FIRST),
            new ReplicaRule(ANYWHERE, List.of(HDD, SATA, PCIE), TierUse.UNUSED_FIRST));
  }

  @Test
  void withoutAWriterTheFirstReplicaGoesAnywhere() {
    PlacementRequest request = PlacementRequest.fromOutside("/a", 2, 1);
    assertThat(new HybridPlacement(TIERS, ALL).rules(request).get(0).places()).isEqualTo(ANYWHERE);
    assertThat(new NetworkPlacement(TIERS, ALL).rules(request).get(0).places()).isEqualTo(ANYWHERE);
  }

  /** Five tiers: each of the three between the fastest and the slowest has a third of the files. */
  @Test
  void thePathDecidesWhichTierBetween() {
    List<Tier> five = new ArrayList<>();
    for (DeviceType device : DeviceType.values()) {
      five.add(new Tier(device.name(), Set.of(device), "", 1, 1, 1, false));
    }
    Tiers tiers = new Tiers(five);
    TierPlacement tier = new TierPlacement(tiers, five);
    HybridPlacement hybrid = new HybridPlacement(tiers, five);
    long[] files = new long[3];
    for (int i = 0; i < 3000; i++) {
      PlacementRequest request = PlacementRequest.fromOutside("/dir/file-" + i, 3, 1);
      List<Tier> used = tier.rules(request).get(0).tiers();
      assertThat(tier.rules(request).get(0).tiers()).isEqualTo(used);
      assertThat(hybrid.rules(request).get(1).tiers()).isEqualTo(used);
      assertThat(used.subList(0, 2)).containsExactly(five.get(0), five.get(4));
      files[tiers.rank(used.get(2)) - 1]++;
    }
    assertThat(ChiSquare.of(files, new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0}))
        .isLessThan(ChiSquare.bound(3));
  }

  /** Blocks that are on disks were placed by it: if this test fails, the code is wrong. */
  @Test
  void theChanceOfAPathNeverChanges() {
    assertThat(PathChance.of("/a", "tier")).isEqualTo(CHANCE_OF_A);
    assertThat(PathChance.of("/a", "east")).isNotEqualTo(CHANCE_OF_A);
  }

  private static Regions regions(int number) {
    List<Region> regions = new ArrayList<>();
    for (int i = 1; i <= number; i++) {
      regions.add(new Region("c" + i, List.of("/c" + i)));
    }
    return new Regions(regions);
  }

  private static List<String> lastRegions(List<ReplicaRule> rules) {
    return rules.stream()
        .map(rule -> (Place.InRegion) rule.places().get(rule.places().size() - 2))
        .map(Place.InRegion::region)
        .collect(Collectors.toList());
  }

  @Test
  void aRegionOfItsOwnForEachReplicaBeginsWithTheWriters() {
    RegionPlacement policy = new RegionPlacement(regions(5), TIERS, ALL);
    PlacementRequest request = PlacementRequest.from(new Writer("h", "/c4/r1"), "/data/x", 3, 1);
    List<ReplicaRule> rules = policy.rules(request);
    assertThat(rules.get(0).places())
        .containsExactly(
            new Place.LocalNode(),
            new Place.LocalRack(),
            new Place.InRegion("c4", false),
            new Place.Anywhere());
    assertThat(new HashSet<>(lastRegions(rules))).hasSize(3).contains("c4");
    assertThat(policy.rules(request)).isEqualTo(rules);
  }

  @Test
  void thePathDecidesAboutTheOtherRegions() {
    RegionPlacement policy = new RegionPlacement(regions(5), TIERS, ALL);
    long[] files = new long[5];
    for (int i = 0; i < 5000; i++) {
      List<String> regions =
          lastRegions(policy.rules(PlacementRequest.fromOutside("/dir/file-" + i, 3, 1)));
      assertThat(regions).doesNotHaveDuplicates();
      files[regions.get(0).charAt(1) - '1']++;
    }
    assertThat(ChiSquare.of(files, new double[] {0.2, 0.2, 0.2, 0.2, 0.2}))
        .isLessThan(ChiSquare.bound(5));
  }

  @Test
  void moreReplicasThanRegionsUseOtherRacks() {
    List<ReplicaRule> rules =
        new RegionPlacement(regions(1), TIERS, ALL).rules(PlacementRequest.fromOutside("/a", 2, 1));
    assertThat(rules.get(0).places())
        .containsExactly(new Place.InRegion("c1", false), new Place.Anywhere());
    assertThat(rules.get(1).places())
        .containsExactly(
            new Place.InRegion("c1", true), new Place.InRegion("c1", false), new Place.Anywhere());
  }

  @Test
  void rejectsPoliciesThatCannotPlace() {
    assertThatThrownBy(() -> new TierPlacement(TIERS, List.of()))
        .hasMessage("a policy without tiers: must have one or more");
    assertThatThrownBy(() -> new TierPlacement(TIERS, List.of(HDD, HDD)))
        .hasMessage("a policy has a tier twice: must be different tiers");
    assertThatThrownBy(() -> new RegionPlacement(Regions.none(), TIERS, ALL))
        .hasMessage("no regions: must be one or more");
    assertThatThrownBy(() -> PlacementRequest.fromOutside("a", 1, 1))
        .hasMessage("path=\"a\": must begin with /");
    assertThatThrownBy(() -> PlacementRequest.fromOutside("/a", 0, 1))
        .hasMessage("replication=0: must be 1 or more");
  }
}
