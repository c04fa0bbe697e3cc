// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IpmiMeterTest {
  private static final String NO_SESSION = "Error: Unable to establish IPMI v2 / RMCP+ session";

  @TempDir Path directory;

  private PowerException failure(String... printed) throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "pw\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    Path program = directory.resolve("ipmitool");
    String text = String.join("\n", printed);
    Files.writeString(program, "#!/bin/sh\ncat <<'END'\n" + text + "\nEND\nexit 1\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    IpmiMeter meter =
        new IpmiMeter(program.toString(), "n1", "reader", secret, Duration.ofSeconds(20));
    return catchThrowableOfType(PowerException.class, meter::read);
  }

  /** Who is refused again and again may be locked out. */
  @Test
  void knowsThatTheDeviceRefusesTheUser() throws Exception {
    assertThat(failure("RAKP 2 HMAC is invalid", NO_SESSION).isRefusal()).isTrue();
    assertThat(
            failure("> RAKP 2 message indicates an error : unauthorized name", NO_SESSION)
                .isRefusal())
        .isTrue();
    assertThat(failure("RAKP 4 message has invalid HMAC").isRefusal()).isTrue();
    assertThat(failure(NO_SESSION).isRefusal()).isTrue();
    PowerException privilege =
        failure("DCMI request failed because: Insufficient privilege level (d4)");
    assertThat(privilege.isRefusal()).isTrue();
    assertThat(privilege)
        .hasMessage(
            "fails: DCMI request failed because: Insufficient privilege level (d4); check user and"
                + " secret");
  }

  @Test
  void asksAgainAfterOtherFailures() throws Exception {
    assertThat(failure("Address lookup for n1 failed", NO_SESSION).isRefusal()).isFalse();
    assertThat(
            failure(
                    "> RAKP 2 message indicates an error : insufficient resources for session",
                    NO_SESSION)
                .isRefusal())
        .isFalse();
    assertThat(failure("DCMI request failed because: Node busy (c0)").isRefusal()).isFalse();
  }
}
