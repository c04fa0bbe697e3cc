// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class TiersTest {
  private static final Tier FLASH = tier("flash", "", DeviceType.SSD, DeviceType.NVDIMM);
  private static final Tier QUICK_FLASH = tier("quick-flash", "quick", DeviceType.SSD);
  private static final Tier DISK = tier("disk", "", DeviceType.DISK);

  private static Tier tier(String name, String label, DeviceType... devices) {
    return new Tier(name, Set.of(devices), label, 1, 1, 1, false);
  }

  private static void assertRefused(String message, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  @Test
  void ordersTiersFromTheFastestToTheSlowest() {
    Tiers tiers = new Tiers(List.of(FLASH, DISK));
    assertThat(tiers.all()).containsExactly(FLASH, DISK);
    assertThat(tiers.rank(FLASH)).isZero();
    assertThat(tiers.rank(DISK)).isEqualTo(1);
    assertThat(tiers.named("disk")).contains(DISK);
    assertThat(tiers.named("tape")).isEmpty();
    assertRefused(
        "tier quick-flash is none of the tiers flash, disk", () -> tiers.rank(QUICK_FLASH));
  }

  @Test
  void aTierOfTheNodesLabelGoesBeforeOneOfAnyNode() {
    Tiers tiers = new Tiers(List.of(QUICK_FLASH, FLASH));
    assertThat(tiers.of(DeviceType.SSD, "quick")).contains(QUICK_FLASH);
    assertThat(tiers.of(DeviceType.SSD, "other")).contains(FLASH);
    assertThat(tiers.of(DeviceType.SSD, "")).contains(FLASH);
    assertThat(tiers.of(DeviceType.NVDIMM, "quick")).contains(FLASH);
    assertThat(tiers.of(DeviceType.DISK, "quick")).isEmpty();
  }

  @Test
  void rejectsTiersThatCannotBeToldApart() {
    assertRefused("no tiers: must be one or more", () -> new Tiers(List.of()));
    assertRefused("two tiers have the name disk", () -> new Tiers(List.of(DISK, DISK)));
    assertRefused(
        "tiers flash and other both have SSD of any node: must be one of them",
        () -> new Tiers(List.of(FLASH, tier("other", "", DeviceType.SSD))));
    assertRefused(
        "tiers quick-flash and other both have SSD of nodes with the label quick: must be one of"
            + " them",
        () -> new Tiers(List.of(QUICK_FLASH, tier("other", "quick", DeviceType.SSD))));
  }

  @Test
  void rejectsATierThatCannotBe() {
    assertRefused(
        "tier=\"a b\": must begin with a letter or digit, and have only letters, digits, - and _",
        () -> tier("a b", "", DeviceType.SSD));
    assertRefused("tier a has no devices: must have one or more", () -> tier("a", ""));
    assertRefused(
        "read rate of tier a=0.0: must be above 0 and finite",
        () -> new Tier("a", Set.of(DeviceType.SSD), "", 0, 1, 1, false));
    assertRefused(
        "write rate of tier a=NaN: must be above 0 and finite",
        () -> new Tier("a", Set.of(DeviceType.SSD), "", 1, Double.NaN, 1, false));
    assertRefused(
        "operations per second of tier a=Infinity: must be above 0 and finite",
        () -> new Tier("a", Set.of(DeviceType.SSD), "", 1, 1, Double.POSITIVE_INFINITY, false));
  }

  @Test
  void aRegionHasTheNodesAtAndBelowItsLocations() {
    Region east = new Region("east", List.of("/center1", "/center2/rack1"));
    Region inner = new Region("inner", List.of("/center1/rack9"));
    Regions regions = new Regions(List.of(east, inner));
    assertThat(regions.of("/center1")).contains(east);
    assertThat(regions.of("/center1/rack1")).contains(east);
    assertThat(regions.of("/center1/rack9")).contains(inner);
    assertThat(regions.of("/center1/rack90")).contains(east);
    assertThat(regions.of("/center2/rack1")).contains(east);
    assertThat(regions.of("/center2")).isEmpty();
    assertThat(regions.of("/center10/rack1")).isEmpty();
    assertThat(regions.named("inner")).contains(inner);
    assertThat(Regions.none().of("/center1")).isEmpty();
  }

  @Test
  void rejectsRegionsThatCannotBeToldApart() {
    Region east = new Region("east", List.of("/r1"));
    assertRefused("two regions have the name east", () -> new Regions(List.of(east, east)));
    assertRefused(
        "regions east and west both have the location /r1: must be one of them",
        () -> new Regions(List.of(east, new Region("west", List.of("/r1")))));
    assertRefused(
        "location of region a=\"r1/\": must be like /rack1 or /center1/rack1",
        () -> new Region("a", List.of("r1/")));
    assertRefused(
        "region a has no locations: must have one or more", () -> new Region("a", List.of()));
  }
}
