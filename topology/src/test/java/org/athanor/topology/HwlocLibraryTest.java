// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.athanor.topology.hwloc.HwlocLoading;
import org.athanor.topology.hwloc.HwlocVersion;
import org.athanor.topology.testing.Needs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loading with and without libhwloc. Most tests do not need libhwloc. */
@Tag("short")
@Timeout(60)
class HwlocLibraryTest {
  private static final String MISSING =
      "libhwloc not found (looked for libhwloc-missing.so.15): install package libhwloc15 (Debian,"
          + " Ubuntu) or hwloc-libs (Fedora, RHEL), or name the file with"
          + " -Dathanor.topology.library";

  @Test
  void isAvailableOrSaysWhyNot() {
    assertThat(HwlocLibrary.isAvailable()).isEqualTo(HwlocLibrary.unavailableReason().isEmpty());
  }

  @Test
  void returnsItsVersion() {
    Needs.library();
    assertThat(HwlocLibrary.version()).matches("2\\.\\d+\\.\\d+");
  }

  @Test
  void saysWhatToInstallIfTheLibraryIsMissing() {
    assertThat(HwlocLoading.load("libhwloc-missing.so.15"))
        .isEqualTo(new HwlocLoading.Failed(MISSING));
  }

  @Test
  void saysSoIfALibraryIsNotHwloc() {
    assertThat(HwlocLoading.load("libm.so.6")).isInstanceOf(HwlocLoading.Failed.class);
  }

  @Test
  void takesAnyVersion2AndNoOther() {
    assertThat(HwlocVersion.refusal("libhwloc.so.15", 0x00020000)).isEmpty();
    assertThat(HwlocVersion.refusal("libhwloc.so.15", 0x00020e01)).isEmpty();
    assertThat(HwlocVersion.refusal("libhwloc.so.16", 0x00030000)).isPresent();
    assertThat(HwlocVersion.refusal("libhwloc.so.5", 0x00010b06))
        .contains(
            "libhwloc.so.5 has interface 1.11.6 of hwloc, but 2.x is needed: install package libhwloc15"
                + " (Debian, Ubuntu) or hwloc-libs (Fedora, RHEL) of version 2");
  }

  /** Runs in a separate JVM, because a process loads the library once. */
  @Test
  void affectsNothingElseIfTheLibraryIsMissing() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dathanor.topology.library=libhwloc-missing.so.15",
                "-cp",
                System.getProperty("java.class.path"),
                WithoutLibrary.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(output.lines()).containsExactly("{1}", "false", MISSING, MISSING);
  }

  /** The program of that JVM. */
  static final class WithoutLibrary {
    private WithoutLibrary() {}

    public static void main(String[] arguments) {
      System.out.println(CpuSet.parseList("0-1").and(CpuSet.parseMask("0x2")));
      System.out.println(HwlocLibrary.isAvailable());
      System.out.println(HwlocLibrary.unavailableReason().orElseThrow());
      try {
        Topology.load().close();
      } catch (HwlocUnavailableException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
