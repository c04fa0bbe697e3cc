// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HooksFileTest {
  private static final String SECRET = "T0S3CR3T";

  @TempDir Path directory;

  private static List<String> problems(String text) {
    HooksFile file =
        HooksFile.parse(Path.of("hooks.yaml"), text.getBytes(StandardCharsets.UTF_8), true);
    assertThat(file.hooks()).isEmpty();
    return file.problems().stream().map(Problem::toString).toList();
  }

  @Test
  void readsProgramsAndAddresses() {
    HooksFile file =
        HooksFile.parse(
            Path.of("hooks.yaml"),
            """
            hooks:
              mail:
                command: [/usr/bin/tell, --from, a b]
              pager:
                url: https://hooks.example.org:8443/T0S3CR3T?key=T0S3CR3T
                events: [sla-at-risk, sla-missed]
                timeout: 3s
            """
                .getBytes(StandardCharsets.UTF_8),
            true);
    assertThat(file.problems()).isEmpty();
    assertThat(file.hooks())
        .containsExactly(
            new Hook(
                "mail",
                new Hook.Program(List.of("/usr/bin/tell", "--from", "a b")),
                EnumSet.allOf(Alert.Kind.class),
                Duration.ofSeconds(10)),
            new Hook(
                "pager",
                new Hook.Webhook(
                    URI.create("https://hooks.example.org:8443/T0S3CR3T?key=T0S3CR3T")),
                Set.of(Alert.Kind.SLA_AT_RISK, Alert.Kind.SLA_MISSED),
                Duration.ofSeconds(3)));
    assertThat(file.toString()).contains("https://hooks.example.org:8443").doesNotContain(SECRET);
  }

  @Test
  void reportsEverythingAndNeverAnAddress() {
    List<String> problems =
        problems(
            """
            hooks:
              none: {timeout: 2s}
              both: {command: [a], url: "http://h/T0S3CR3T"}
              user: {url: "https://me:T0S3CR3T@example.org/"}
              file: {url: "file:///etc/T0S3CR3T"}
              word: {urls: "https://example.org/T0S3CR3T"}
              when: {command: a, events: [sla-mised]}
              slow: {command: a, timeout: 1h}
            """);
    assertThat(String.join("\n", problems)).doesNotContain(SECRET);
    assertThat(problems)
        .anySatisfy(it -> assertThat(it).startsWith("hooks.yaml:2:").contains("one of command"))
        .anySatisfy(it -> assertThat(it).startsWith("hooks.yaml:3:").contains("one of command"))
        .anySatisfy(
            it ->
                assertThat(it)
                    .isEqualTo(
                        "hooks.yaml:4: hooks.user.url: must be an address such as"
                            + " https://… without user or password"))
        .anySatisfy(it -> assertThat(it).startsWith("hooks.yaml:5: hooks.file.url: must be"))
        .anySatisfy(it -> assertThat(it).startsWith("hooks.yaml:6:").contains("url"))
        .anySatisfy(it -> assertThat(it).startsWith("hooks.yaml:7:").contains("sla-missed"))
        .anySatisfy(it -> assertThat(it).startsWith("hooks.yaml:8:").contains("10m"));
  }

  @Test
  void refusesAnAddressThatOthersCanRead() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("hooks.yaml"), "hooks:\n  a: {url: 'https://example.org/x'}\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(HooksFile.read(file).problems())
        .singleElement()
        .asString()
        .contains("hooks.yaml:2: hooks.a.url: others can read the file", "chmod");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(HooksFile.read(file).hooks()).hasSize(1);
    assertThat(HooksFile.read(directory.resolve("none")).problems())
        .singleElement()
        .asString()
        .contains("there is no such file");
  }
}
