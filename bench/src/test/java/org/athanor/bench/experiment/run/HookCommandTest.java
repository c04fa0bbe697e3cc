// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HookCommandTest {
  private static String run(HookCommand hook, byte[] input) throws Exception {
    Process process = new ProcessBuilder(hook.command().arguments()).start();
    try (OutputStream stream = process.getOutputStream()) {
      stream.write(input);
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + said;
  }

  /** A command such as rm -r "$STORE"/x must not run without its variables. */
  @Test
  void doesNotRunIfTheConnectionIsLostWhileVariablesAreSent() throws Exception {
    HookCommand hook =
        new HookCommand("echo $STORE$OTHER", new TreeMap<>(Map.of("STORE", "it's", "OTHER", "a")));
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    hook.send(sent);
    byte[] all = sent.toByteArray();
    assertThat(run(hook, all)).isEqualTo("0 it'sa\n");
    for (int length = 0; length < all.length - 1; length++) {
      assertThat(run(hook, Arrays.copyOf(all, length)))
          .as("%d of %d bytes", length, all.length)
          .doesNotStartWith("0 ")
          .doesNotContain("it'sa");
    }
  }
}
