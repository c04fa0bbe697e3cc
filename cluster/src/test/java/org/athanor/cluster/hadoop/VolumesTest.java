// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("short")
class VolumesTest {

  @Test
  void readsCountRatesAndCapacity() {
    assertThat(Volumes.parse("ssd=2x53m/24k:20g"))
        .isEqualTo(
            new Volumes(
                VolumeType.SSD,
                2,
                OptionalLong.of(53 << 20),
                OptionalLong.of(24 << 10),
                OptionalLong.of(20L << 30)));
    assertThat(Volumes.parse("disk=-/5m"))
        .isEqualTo(
            new Volumes(
                VolumeType.DISK,
                1,
                OptionalLong.empty(),
                OptionalLong.of(5 << 20),
                OptionalLong.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "ssd=1,                 ssd=1",
    "ssd=99,                ssd=99",
    "disk=53m/24m,          disk=1x53m/24m",
    "archive=3x-/-,         archive=3",
    "archive=3x-/1k,        archive=3x-/1k",
    "nvdimm=1024k/999999t,  nvdimm=1x1m/999999t",
    "disk=2:1025m,          disk=2:1025m",
    "disk=2x6m/5m:4g,       disk=2x6m/5m:4g",
  })
  void writesTheTextThatIsReadAsTheSame(String text, String written) {
    Volumes volumes = Volumes.parse(text);
    assertThat(volumes).hasToString(written);
    assertThat(Volumes.parse(written)).isEqualTo(volumes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssd",
        "ssd=",
        "ssd=0",
        "ssd=100",
        "ssd=0x1m/1m",
        "ssd=1x",
        "ssd=1x53m",
        "ssd=53/24",
        "ssd=0m/1m",
        "ssd=1m/1m/1m",
        "ssd=1m/1m:",
        "ssd=1:-",
        "ssd=1000000t/1m"
      })
  void refusesOtherText(String text) {
    assertThatThrownBy(() -> Volumes.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "%s: must be ssd=COUNT or ssd=[COUNTx]READ/WRITE, and :CAPACITY after that if it is"
                + " limited; such as ssd=2 or ssd=2x6m/5m:20g. Rates are per second, - is none",
            text);
  }

  @Test
  void readsAList() {
    assertThat(Volumes.parseList("ssd=1x53m/24m,disk=2"))
        .extracting(Volumes::toString)
        .containsExactly("ssd=1x53m/24m", "disk=2");
    assertThatThrownBy(() -> Volumes.parseList("ssd=1,tape=2"))
        .hasMessage("tape=2: must begin with ssd= or disk= or archive= or nvdimm=");
    assertThatThrownBy(() -> Volumes.parseList("ssd=1,"))
        .hasMessage(": must begin with ssd= or disk= or archive= or nvdimm=");
  }

  @Test
  void namesWhatReleasesBefore34CannotDo() {
    assertThat(Volumes.parse("ssd=1x-/24m:1g").problemBefore34("3.3.6")).isEmpty();
    assertThat(Volumes.parse("ssd=1x53m/24m:1g").problemBefore34("3.3.6"))
        .hasValue(
            "ssd=1x53m/24m:1g: Hadoop 3.3.6 cannot limit reads, 3.4 and newer can: use"
                + " ssd=1x-/24m:1g for no limit");
    assertThat(Volumes.parse("nvdimm=1").problemBefore34("3.3.6"))
        .hasValue("nvdimm=1: Hadoop 3.3.6 has no storage type NVDIMM, 3.4 and newer do: use ssd");
  }
}
