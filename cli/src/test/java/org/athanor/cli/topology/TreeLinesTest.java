// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class TreeLinesTest {
  @Test
  void dependOnTheCharacterSet() {
    assertThat(TreeLines.in(UTF_8)).isEqualTo(TreeLines.UNICODE);
    assertThat(TreeLines.in(US_ASCII)).isEqualTo(TreeLines.ASCII);
    assertThat(TreeLines.in(ISO_8859_1)).isEqualTo(TreeLines.ASCII);
  }
}
