// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.athanor.storage.PaperCluster.HDD;
import static org.athanor.storage.PaperCluster.PCIE;
import static org.athanor.storage.PaperCluster.SATA;
import static org.athanor.storage.PaperCluster.TIERS;

import java.util.List;
import java.util.Optional;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.ClusterSnapshot;
import org.athanor.storage.view.ClusterView;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Replica;
import org.athanor.storage.view.Volume;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class ExcessPolicyTest {
  private static final ClusterView VIEW = view(Regions.none());

  private static ClusterView view(Regions regions, Volume... volumes) {
    List<Volume> list = List.of(volumes);
    return new ClusterSnapshot(list.stream().map(Volume::node).toList(), list, TIERS, regions);
  }

  private static Replica on(Tier tier, String host, String rack) {
    return onNode(tier, host + "-" + tier.name(), host, rack);
  }

  private static Replica onNode(Tier tier, String name, String host, String rack) {
    DeviceType device = tier.devices().iterator().next();
    return new Replica(new Node(name, host, rack, tier.nodeLabel()), device);
  }

  private static List<ReplicaRule> hybrid(int replication, Tier... allowed) {
    return new HybridPlacement(TIERS, List.of(allowed))
        .rules(PlacementRequest.fromOutside("/a", replication, 1));
  }

  private static ExcessDecision choose(List<ReplicaRule> rules, Replica... replicas) {
    return ExcessPolicy.choose(VIEW, rules, List.of(replicas), Optional.empty());
  }

  @Test
  void enoughIsNotTooMany() {
    Replica a = on(HDD, "a", "/r1");
    assertThat(choose(hybrid(1, HDD), a)).isEqualTo(new ExcessDecision(List.of(), List.of()));
    assertThat(ExcessPolicy.choose(VIEW, hybrid(1, HDD), List.of(a), Optional.of(a)).deletable())
        .isEmpty();
  }

  @Test
  void theSourceOfAMoveGoesFirst() {
    Replica source = on(HDD, "a", "/r1");
    Replica target = on(SATA, "b", "/r1");
    Replica third = on(HDD, "c", "/r2");
    Replica fourth = on(HDD, "d", "/r2");
    ExcessDecision decision =
        ExcessPolicy.choose(
            VIEW, hybrid(3, HDD), List.of(source, target, third, fourth), Optional.of(source));
    assertThat(decision).isEqualTo(new ExcessDecision(List.of(source), List.of()));
  }

  @Test
  void theOnlyReplicaOnAWantedTierStays() {
    Replica flash = on(SATA, "a", "/r1");
    Replica b = on(HDD, "b", "/r2");
    Replica c = on(HDD, "c", "/r2");
    ExcessDecision decision =
        ExcessPolicy.choose(VIEW, hybrid(2, SATA, HDD), List.of(flash, b, c), Optional.of(flash));
    assertThat(decision)
        .isEqualTo(
            new ExcessDecision(
                List.of(b),
                List.of("node a-sata keeps its replica: it is the only one on tier sata")));
  }

  @Test
  void theOnlyReplicaInASecondRackStays() {
    Replica a = on(HDD, "a", "/r1");
    Replica b = on(HDD, "b", "/r1");
    Replica c = on(HDD, "c", "/r2");
    ExcessDecision decision =
        ExcessPolicy.choose(VIEW, hybrid(2, HDD), List.of(a, b, c), Optional.of(c));
    assertThat(decision)
        .isEqualTo(
            new ExcessDecision(
                List.of(a), List.of("node c-hdd keeps its replica: all others are in rack /r1")));
  }

  @Test
  void theOnlyReplicaInARegionStays() {
    Regions regions =
        new Regions(List.of(new Region("c1", List.of("/c1")), new Region("c2", List.of("/c2"))));
    List<ReplicaRule> rules =
        new RegionPlacement(regions, TIERS, TIERS.all())
            .rules(PlacementRequest.fromOutside("/a", 2, 1));
    Replica a = on(HDD, "a", "/c1/r1");
    Replica b = on(HDD, "b", "/c1/r2");
    Replica c = on(HDD, "c", "/c2/r1");
    Replica d = on(HDD, "d", "/c3/r1");
    assertThat(ExcessPolicy.choose(view(regions), rules, List.of(c, a, b, d), Optional.of(c)))
        .isEqualTo(
            new ExcessDecision(
                List.of(d, a),
                List.of("node c-hdd keeps its replica: it is the only one in region c2")));
  }

  /** Each is the only one on its tier, or the only one outside rack /r1. */
  @Test
  void replicasStayIfAllAreProtected() {
    assertThat(
            choose(
                hybrid(2, PCIE, HDD),
                on(PCIE, "a", "/r1"),
                on(HDD, "b", "/r1"),
                on(SATA, "c", "/r2")))
        .isEqualTo(
            new ExcessDecision(
                List.of(), List.of("3 replicas stay, 2 are wanted: each of them is protected")));
  }

  @Test
  void oneOfTwoOnAHostGoesFirst() {
    Replica a = on(HDD, "a", "/r1");
    Replica b = onNode(HDD, "n2", "b", "/r2");
    Replica sibling = onNode(HDD, "n1", "b", "/r2");
    Replica c = on(SATA, "c", "/r3");
    assertThat(choose(hybrid(3, HDD), a, b, sibling, c).deletable()).containsExactly(sibling);
  }

  @Test
  void aReplicaOnATierThatNoRuleNamesGoesNext() {
    assertThat(
            choose(hybrid(2, HDD), on(HDD, "a", "/r1"), on(SATA, "b", "/r2"), on(HDD, "c", "/r2"))
                .deletable())
        .containsExactly(on(SATA, "b", "/r2"));
  }

  @Test
  void theRackWithTheMostReplicasGivesOneThenTheFullestVolume() {
    Replica a = on(HDD, "a", "/r1");
    Replica b = on(HDD, "b", "/r2");
    Replica c = on(HDD, "c", "/r2");
    ClusterView view =
        view(
            Regions.none(),
            new Volume(a.node(), HDD.devices().iterator().next(), 100, 1, 0),
            new Volume(b.node(), HDD.devices().iterator().next(), 100, 50, 0),
            new Volume(c.node(), HDD.devices().iterator().next(), 100, 40, 0));
    assertThat(
            ExcessPolicy.choose(view, hybrid(2, HDD), List.of(a, b, c), Optional.empty())
                .deletable())
        .containsExactly(c);
  }

  @Test
  void theTierWithTheMostReplicasGivesOne() {
    assertThat(
            choose(
                    hybrid(2, SATA, HDD),
                    on(SATA, "a", "/r1"),
                    on(SATA, "b", "/r2"),
                    on(HDD, "c", "/r3"),
                    on(HDD, "d", "/r4"),
                    on(HDD, "e", "/r5"))
                .deletable()
                .get(0))
        .isEqualTo(on(HDD, "c", "/r3"));
  }

  @Test
  void theOnlyReplicaOnTheOnlyAllowedTierStays() {
    List<ReplicaRule> rules =
        new NetworkPlacement(TIERS, List.of(SATA)).rules(PlacementRequest.fromOutside("/a", 1, 1));
    Replica flash = on(SATA, "a", "/r1");
    Replica disk = on(HDD, "b", "/r1");
    assertThat(
            ExcessPolicy.choose(VIEW, rules, List.of(flash, disk), Optional.of(flash)).deletable())
        .containsExactly(disk);
  }

  @Test
  void keepsAtLeastOne() {
    assertThatThrownBy(() -> choose(List.of(), on(HDD, "a", "/r1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no rules: must be one for each replica to keep");
  }
}
