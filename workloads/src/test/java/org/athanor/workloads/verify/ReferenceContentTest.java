// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReferenceContentTest {

  @Test
  void aResultThatNoArrayCanHaveIsRefused() throws Exception {
    Reference.Content content = new Reference.Content(5);
    content.write(new byte[] {1, 2, 3, 4});
    assertThatThrownBy(() -> content.write(new byte[2]))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "the expected result is longer than the 5 bytes that a check can keep; the input must"
                + " be smaller");
    content.write(5);
    assertThatThrownBy(() -> content.write(6)).hasMessageContaining("longer than the 5 bytes");

    assertThat(content.bytes()).containsExactly(1, 2, 3, 4, 5);
  }
}
