// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.security.Credentials;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {
  private static final JobID FIRST = new JobID("1", 1);
  private static final JobID SECOND = new JobID("1", 2);

  @TempDir private Path directory;
  private Path file;
  private TokenFile tokens;

  @BeforeEach
  void write() throws IOException {
    file = directory.resolve("container_tokens");
    credentials("session", "secret")
        .writeTokenStorageFile(
            new org.apache.hadoop.fs.Path(file.toUri()), new Configuration(false));
    tokens = new TokenFile(file);
  }

  private static Credentials credentials(String key, String secret) {
    Credentials made = new Credentials();
    made.addSecretKey(new Text(key), secret.getBytes(StandardCharsets.US_ASCII));
    return made;
  }

  private String secret(String key) throws IOException {
    byte[] secret =
        Credentials.readTokenStorageFile(file.toFile(), new Configuration(false))
            .getSecretKey(new Text(key));
    return secret == null ? "none" : new String(secret, StandardCharsets.US_ASCII);
  }

  @Test
  void hasTheCredentialsOfTheOpenJobsOnly() throws IOException {
    tokens.clear();
    assertThat(secret("session")).isEqualTo("none");
    tokens.add(FIRST, credentials("a", "of the first"));
    tokens.add(SECOND, credentials("b", "of the second"));
    assertThat(secret("a")).isEqualTo("of the first");
    assertThat(secret("b")).isEqualTo("of the second");
    tokens.remove(FIRST);
    tokens.remove(FIRST);
    assertThat(secret("a")).isEqualTo("none");
    assertThat(secret("b")).isEqualTo("of the second");
  }

  @Test
  void hasThoseOfTheLatestJobWhereTwoDiffer() throws IOException {
    tokens.add(FIRST, credentials("a", "of the first"));
    tokens.add(SECOND, credentials("a", "of the second"));
    assertThat(secret("a")).isEqualTo("of the second");
    tokens.remove(SECOND);
    assertThat(secret("a")).isEqualTo("of the first");
  }

  @Test
  void onlyTheOwnerCanReadIt() throws IOException {
    tokens.add(FIRST, credentials("a", "of the first"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (Stream<Path> all = Files.list(directory)) {
      assertThat(all.map(path -> path.getFileName().toString()))
          .containsOnly("container_tokens", ".container_tokens.crc");
    }
  }

  @Test
  void needNotExist() throws IOException {
    TokenFile none = new TokenFile(null);
    none.add(FIRST, credentials("a", "of the first"));
    none.remove(FIRST);
    none.clear();
  }
}
