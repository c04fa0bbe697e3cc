// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.athanor.workloads.mesh.TableMesh;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeshRowsTest {
  private static final String MODEL = "0123456789abcdef0123456789abcdef";

  private static MeshRows rows(String analysis, double step) {
    return new MeshRows(new TableMesh("t", MODEL, analysis, step));
  }

  private static String text(byte[] key) {
    return new String(key, StandardCharsets.UTF_8);
  }

  @Test
  void aKeyIsModelLengthAnalysisStepAndPart() {
    assertThat(text(rows("heat", 1.5).first()))
        .isEqualTo(MODEL + "00000004" + "heat" + "3ff8000000000000");
    assertThat(text(rows("hé", -2).first()))
        .isEqualTo(MODEL + "00000003" + "hé" + "c000000000000000");
    assertThat(text(rows("heat", 0).of(MeshRows.PARTS * 7L + 0xab)))
        .isEqualTo(MODEL + "00000004heat0000000000000000" + "000000ab");
    assertThat(text(rows("heat", 0).of(Long.MAX_VALUE))).endsWith("00000fff");
  }

  /** All rows of a mesh, and none of another, are in its range. */
  @Test
  void meshesDoNotMix() {
    MeshRows mesh = rows("heat", 1);
    for (int part = 0; part < MeshRows.PARTS; part++) {
      assertThat(isIn(mesh, mesh.part(part))).isTrue();
    }
    assertThat(isIn(mesh, mesh.first())).isTrue();
    for (MeshRows other :
        new MeshRows[] {
          rows("heat", Math.nextUp(1.0)),
          rows("heat", Math.nextDown(1.0)),
          rows("hea", 1),
          rows("heat3ff0000000000000", 1),
          rows("heau", 1)
        }) {
      assertThat(isIn(mesh, other.first())).isFalse();
      assertThat(isIn(mesh, other.part(0))).isFalse();
      assertThat(isIn(mesh, other.part(MeshRows.PARTS - 1))).isFalse();
    }
  }

  private static boolean isIn(MeshRows mesh, byte[] key) {
    return Arrays.compareUnsigned(mesh.first(), key) <= 0
        && Arrays.compareUnsigned(key, mesh.after()) < 0;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 4096})
  void bordersDivideThePartsEvenly(int regions) {
    MeshRows rows = rows("heat", 1);
    byte[][] borders = rows.borders(regions);
    int[] parts = new int[regions];
    for (int part = 0; part < MeshRows.PARTS; part++) {
      byte[] key = rows.part(part);
      parts[
          (int)
              Arrays.stream(borders)
                  .filter(border -> Arrays.compareUnsigned(border, key) <= 0)
                  .count()]++;
    }

    assertThat(borders.length).isEqualTo(regions - 1);
    assertThat(Arrays.stream(parts).max().orElseThrow() - Arrays.stream(parts).min().orElseThrow())
        .isLessThanOrEqualTo(1);
  }
}
