// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.athanor.workloads.lines.MalformedRecordException;
import org.athanor.workloads.mesh.MeshRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeshCellsTest {
  private static final String TETRAHEDRON = "m000001cn_0000000000000005";
  private static final String VERTEX = "m000001co_0000000000000005";

  private final MeshRecord read = new MeshRecord();

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static ByteBuffer corners(long... ids) {
    ByteBuffer value = ByteBuffer.allocate(ids.length * Long.BYTES);
    for (long id : ids) {
      value.putLong(id);
    }
    return value.flip();
  }

  private static ByteBuffer coordinates(double... numbers) {
    ByteBuffer value = ByteBuffer.allocate(numbers.length * Double.BYTES);
    for (double number : numbers) {
      value.putDouble(number);
    }
    return value.flip();
  }

  /** The same bytes amid others, as in a block of HBase. */
  private static ByteBuffer amid(byte[] bytes) {
    byte[] block = new byte[bytes.length + 14];
    java.util.Arrays.fill(block, (byte) 'm');
    System.arraycopy(bytes, 0, block, 7, bytes.length);
    return ByteBuffer.wrap(block, 7, bytes.length);
  }

  @Test
  void aTetrahedronIsFourBigEndianIds() {
    read.setTetrahedron(0xabcL);
    for (int i = 0; i < 4; i++) {
      read.setCorner(i, 256 + i);
    }

    assertThat(
            new String(MeshCells.qualifier(MeshCells.prefix(12), read), StandardCharsets.US_ASCII))
        .isEqualTo("m000012cn_0000000000000abc");
    assertThat(MeshCells.value(read))
        .containsExactly(
            0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0,
            0, 1, 3);
  }

  @Test
  void whatIsWrittenIsRead() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    MeshRecord written = new MeshRecord();
    for (int i = 0; i < 1000; i++) {
      long id = 1 + random.nextLong(Long.MAX_VALUE);
      if (random.nextBoolean()) {
        written.setVertex(id, random.nextGaussian(), -random.nextDouble() * 1e300, 1e-320);
      } else {
        written.setTetrahedron(id);
        for (int j = 0; j < 4; j++) {
          written.setCorner(j, 4 * (1 + random.nextLong(1L << 60)) + j);
        }
      }
      byte[] prefix = MeshCells.prefix(1 + random.nextInt(MeshCells.MOST_FILES));

      assertThat(
              MeshCells.read(
                  amid(MeshCells.qualifier(prefix, written)), amid(MeshCells.value(written)), read))
          .as("seed %d", seed)
          .isTrue();
      assertThat(read)
          .as("seed %d", seed)
          .usingRecursiveComparison()
          .comparingOnlyFields("id", "vertex")
          .isEqualTo(written);
      assertThat(MeshCells.value(read)).as("seed %d", seed).isEqualTo(MeshCells.value(written));
    }
  }

  @Test
  void aCoordinateIsNeverMinusZero() throws Exception {
    assertThat(MeshCells.read(text(VERTEX), coordinates(-0.0, 1, 2), read)).isTrue();
    assertThat(Double.doubleToRawLongBits(read.x())).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "m",
        "import",
        "m00000acn_0000000000000005",
        "m000001cx_0000000000000005",
        "x000001cn_0000000000000005",
        "m000001c",
        "m000001rs_velocity"
      })
  void otherCellsAreLeftOut(String qualifier) throws Exception {
    assertThat(MeshCells.read(text(qualifier), text(""), read)).isFalse();
    assertThat(MeshCells.isRecord(text(qualifier))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "m000001cn_",
        "m000001cn_5",
        "m000001cn_0000000000000000",
        "m000001cn_8000000000000000",
        "m000001cn_000000000000000g",
        "m000001cn_00000000000000005"
      })
  void aQualifierWithoutAnIdIsAnError(String qualifier) {
    assertThat(MeshCells.isRecord(text(qualifier))).isTrue();
    assertThatThrownBy(() -> MeshCells.read(text(qualifier), corners(1, 2, 3, 4), read))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage("the qualifier must end in an id from 1, in 16 hexadecimal digits");
  }

  @ParameterizedTest
  @CsvSource({
    "1 2 3, the value has 24 bytes; must have 32: the ids of four vertices",
    "1 2 3 4 5, the value has 40 bytes; must have 32: the ids of four vertices",
    "1 2 0 4, corner 0: must be an id from 1",
    "1 2 -3 4, corner -3: must be an id from 1",
    "1 2 3 2, two corners are vertex 2; must be four vertices",
  })
  void aWrongTetrahedronIsAnError(String ids, String message) {
    long[] corners =
        java.util.Arrays.stream(ids.split(" ", -1)).mapToLong(Long::parseLong).toArray();

    assertThatThrownBy(() -> MeshCells.read(text(TETRAHEDRON), corners(corners), read))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage(message);
  }

  @Test
  void aWrongVertexIsAnError() {
    assertThatThrownBy(() -> MeshCells.read(text(VERTEX), coordinates(1, 2), read))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage("the value has 16 bytes; must have 24: three coordinates");
    assertThatThrownBy(() -> MeshCells.read(text(VERTEX), coordinates(1, Double.NaN, 3), read))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage("coordinates 1.0, NaN, 3.0: must be finite numbers");
  }
}
