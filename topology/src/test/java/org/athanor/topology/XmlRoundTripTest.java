// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.athanor.topology.testing.MachineFile;
import org.athanor.topology.testing.Needs;
import org.athanor.topology.testing.TopologyText;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An exported topology equals the loaded one. */
class XmlRoundTripTest {
  @TempDir Path directory;

  @BeforeAll
  static void need() {
    Needs.library();
  }

  static List<MachineFile> machines() {
    return MachineFile.all();
  }

  @ParameterizedTest
  @MethodSource("machines")
  void exportsEverything(MachineFile machine) {
    try (Topology original = machine.loadAll();
        Topology again =
            Topology.loader(new TopologySource.XmlText(original.toXml()))
                .filterAll(TypeFilter.KEEP_ALL)
                .flags(LoadFlag.INCLUDE_DISALLOWED)
                .load()) {
      assertThat(TopologyText.of(again)).isEqualTo(TopologyText.of(original));
      assertThat(again.toXml()).isEqualTo(original.toXml());
    }
  }

  @Test
  void exportsThisMachineToAFile() throws IOException {
    Path file = directory.resolve("this.xml");
    try (Topology here = Topology.loader().filterAll(TypeFilter.KEEP_ALL).load()) {
      here.exportXml(file);
      try (Topology copy =
          Topology.loader(new TopologySource.XmlFile(file)).filterAll(TypeFilter.KEEP_ALL).load()) {
        assertThat(TopologyText.of(copy)).isEqualTo(TopologyText.of(here));
        assertThat(here.isThisSystem()).isTrue();
        assertThat(copy.isThisSystem()).isFalse();
      }
    }
  }
}
