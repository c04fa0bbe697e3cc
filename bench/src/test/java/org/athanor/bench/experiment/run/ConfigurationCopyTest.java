// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.athanor.cluster.Nodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationCopyTest {
  @TempDir Path directory;

  @Test
  void removesSecretsThatAnotherFileNames() throws IOException, InterruptedException {
    Path conf = Files.createDirectory(directory.resolve("original"));
    Files.writeString(
        conf.resolve("core-site.xml"),
        "<property><name>hadoop.security.sensitive-config-keys</name><value>vault</value></property>");
    Files.writeString(
        conf.resolve("mapred-site.xml"),
        "<property><name>my.vault</name><value>s3cr3t</value></property>");
    Files.write(
        conf.resolve("latin.properties"),
        "owner=J\u00fcrgen\npassword=s3cr3t\n".getBytes(StandardCharsets.ISO_8859_1));
    Files.writeString(conf.resolve("server.jks"), "s3cr3t");

    Path copy = directory.resolve("conf");
    ConfigurationCopy.take(Nodes.localhost(), conf.toString(), copy);

    try (Stream<Path> files = Files.walk(directory.resolve("conf"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain("s3cr3t");
      }
    }
    assertThat(Files.readAllBytes(copy.resolve("latin.properties")))
        .isEqualTo(
            "owner=J\u00fcrgen\npassword=(redacted)\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(copy.resolve("server.jks")).doesNotExist();
  }

  @Test
  void leavesNothingOfACopyThatFails() throws IOException {
    Path copies = Files.createDirectory(directory.resolve("copies"));
    assertThatThrownBy(
            () ->
                ConfigurationCopy.take(
                    Nodes.localhost(),
                    directory.resolve("missing").toString(),
                    copies.resolve("conf")))
        .isInstanceOf(IOException.class);
    assertThat(copies).isEmptyDirectory();
  }
}
