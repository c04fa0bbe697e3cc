// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.util.Locale;
import java.util.Optional;
import org.athanor.cli.topology.MachineView;
import org.athanor.topology.TopologyObject;

/**
 * The look of a box. Colours are those of lstopo: grey for cores and PUs, pink for memory, green
 * for devices. Each is light enough for black text, and everything shown by a colour is also shown
 * by text.
 */
public enum BoxStyle {
  MACHINE(0xffffff),
  GROUP(0xf5f6f8),
  PACKAGE(0xe1e4e9),
  DIE(0xeceef1),
  CACHE(0xffffff),
  CORE(0xc2c8d0),
  PU(0xffffff),
  PU_DISALLOWED(0xf4aba5),
  PU_BOUND(0xaadfa5),
  MEMORY(0xf5dbd8),
  MEMORY_DISALLOWED(0xf4aba5),
  MEMORY_CACHE(0xfcf1f0),
  PCI(0xdbe8bd),
  OS_DEVICE(0xf3f3f3),
  MISC(0xfff8e1);

  private final int rgb;

  BoxStyle(int rgb) {
    this.rgb = rgb;
  }

  /** The fill, 0xrrggbb. */
  public int rgb() {
    return rgb;
  }

  /** The name of the style in the SVG's {@code class} attributes, such as {@code pu-bound}. */
  public String className() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static BoxStyle of(TopologyObject object, Optional<MachineView.Mark> mark) {
    return switch (object.type()) {
      case MACHINE -> MACHINE;
      case PACKAGE -> PACKAGE;
      case DIE -> DIE;
      case CORE -> CORE;
      case PU -> mark.map(m -> m == MachineView.Mark.BOUND ? PU_BOUND : PU_DISALLOWED).orElse(PU);
      case L1_CACHE, L2_CACHE, L3_CACHE, L4_CACHE, L5_CACHE, L1I_CACHE, L2I_CACHE, L3I_CACHE ->
          CACHE;
      case GROUP -> GROUP;
      case NUMA_NODE -> mark.isPresent() ? MEMORY_DISALLOWED : MEMORY;
      case MEMORY_CACHE -> MEMORY_CACHE;
      case BRIDGE, PCI_DEVICE -> PCI;
      case OS_DEVICE -> OS_DEVICE;
      case MISC -> MISC;
    };
  }
}
