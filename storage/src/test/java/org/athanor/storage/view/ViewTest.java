// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class ViewTest {
  private static final Tiers TIERS =
      new Tiers(List.of(new Tier("disk", Set.of(DeviceType.DISK), "", 1, 1, 1, false)));
  private static final Node NODE = new Node("d1:9866", "h1", "/r1", "");

  private static void assertRefused(String message, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  @Test
  void rejectsNodesAndVolumesThatCannotBe() {
    assertRefused("name of a node is empty: must have a name", () -> new Node("", "h1", "/r1", ""));
    assertRefused(
        "location of node d=\"r1\": must begin with /", () -> new Node("d", "h1", "r1", ""));
    assertRefused(
        "free space of node d1:9866=2: must not be more than its capacity, 1",
        () -> new Volume(NODE, DeviceType.DISK, 1, 2, 0));
    assertRefused(
        "load of node d1:9866=-1: must be 0 or more",
        () -> new Volume(NODE, DeviceType.DISK, 1, 1, -1));
  }

  @Test
  void aSnapshotHasTheNodesOfItsVolumes() {
    Volume volume = new Volume(NODE, DeviceType.DISK, 1, 1, 0);
    assertThat(new ClusterSnapshot(List.of(NODE), List.of(volume), TIERS, Regions.none()).volumes())
        .containsExactly(volume);
    assertRefused(
        "a volume belongs to node d1:9866, which the view does not have",
        () -> new ClusterSnapshot(List.of(), List.of(volume), TIERS, Regions.none()));
    assertRefused(
        "two nodes have the name d1:9866",
        () ->
            new ClusterSnapshot(
                List.of(NODE, new Node("d1:9866", "h2", "/r1", "")),
                List.of(),
                TIERS,
                Regions.none()));
  }

  @Test
  void rejectsFilesThatCannotBe() {
    assertRefused(
        "path=\"a\": must begin with /", () -> new FileFacts("a", 1, 1, 1, 1, 3, Instant.EPOCH));
    assertRefused(
        "replication of /a=0: must be 1 or more",
        () -> new FileFacts("/a", 1, 1, 1, 1, 0, Instant.EPOCH));
    assertRefused(
        "block length of /a=0: must be 1 or more",
        () -> new FileFacts("/a", 1, 1, 1, 0, 1, Instant.EPOCH));
  }
}
