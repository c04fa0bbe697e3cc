// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class StoredPathTest {
  private static DataInputStream written(String path) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    StoredPath.write(new DataOutputStream(bytes), path);
    return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
  }

  @Test
  void keepsPathsThatRenamedDirectoriesMadeLong() throws IOException {
    for (String path : new String[] {"/", "/a b/ä€", ("/" + "x".repeat(254)).repeat(400)}) {
      assertThat(StoredPath.read(written(path))).isEqualTo(path);
    }
  }

  @Test
  void refusesALengthThatNoPathHas() {
    byte[] negative = {-1, -1, -1, -1};
    assertThatThrownBy(
            () -> StoredPath.read(new DataInputStream(new ByteArrayInputStream(negative))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("-1 bytes");
  }
}
