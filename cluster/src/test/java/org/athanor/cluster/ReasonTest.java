// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class ReasonTest {
  @Test
  void addsTheReasonThatJavaLeavesOut() {
    assertThat(Reason.withFile(new NoSuchFileException("/f")))
        .isEqualTo("/f: there is no such file");
    assertThat(Reason.withFile(new AccessDeniedException("/f"))).isEqualTo("/f: permission denied");
    assertThat(Reason.withFile(new FileAlreadyExistsException("/f")))
        .isEqualTo("/f: there is a file of this name");
    assertThat(Reason.withFile(new FileSystemException("/f", null, "Read-only file system")))
        .isEqualTo("/f: Read-only file system");
    assertThat(Reason.of(new MalformedInputException(1))).isEqualTo("it is not text in UTF-8");
    assertThat(Reason.withFile(new IOException("h1: one\nh2: two"))).isEqualTo("h1: one\nh2: two");
  }
}
