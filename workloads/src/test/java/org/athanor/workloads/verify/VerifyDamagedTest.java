// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.athanor.workloads.Verify;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Outputs that cannot be read are wrong; where the input or the file system fails, nobody knows.
 */
class VerifyDamagedTest {
  private static final int RIGHT = 0;
  private static final int WRONG = 1;
  private static final int UNKNOWN = 3;

  @TempDir Path directory;
  private final Configuration configuration = new Configuration();
  private Path input;
  private Path output;

  @BeforeEach
  void makeDirectories() throws IOException {
    input = Files.createDirectory(directory.resolve("in"));
    output = Files.createDirectory(directory.resolve("out"));
  }

  /** Returns so many words, which gzip cannot make much shorter, each on a line of its own. */
  private static String words(String end) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append(Integer.toHexString(i * 0x9E3779B1)).append(end).append('\n');
    }
    return text.toString();
  }

  private static byte[] gzip(Path file, String text) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
    }
    return Files.readAllBytes(file);
  }

  private String[] arguments(String kind) {
    return new String[] {kind, "--input", input.toString(), "--output", output.toString()};
  }

  private void isWrong(String kind, String message) throws InterruptedException {
    assertThatThrownBy(() -> Verify.check(configuration, arguments(kind)))
        .isInstanceOf(WrongOutputException.class)
        .hasMessageMatching(message);
    assertThat(Verify.run(configuration, arguments(kind))).isEqualTo(WRONG);
  }

  @Test
  void compressedTextThatIsDamagedIsWrong() throws Exception {
    gzip(input.resolve("words.gz"), words(""));
    Path part = output.resolve("part-0.gz");
    byte[] right = gzip(part, words("\t1"));
    assertThat(Verify.run(configuration, arguments("wordcount"))).isEqualTo(RIGHT);

    Files.write(part, Arrays.copyOf(right, right.length / 2));
    isWrong(
        "wordcount",
        "part-0\\.gz: cannot be read after record [1-9]\\d*: Unexpected end of input stream");
    byte[] flipped = right.clone();
    Arrays.fill(flipped, right.length / 2, right.length / 2 + 100, (byte) 0x55);
    Files.write(part, flipped);
    isWrong("wordcount", "part-0\\.gz: cannot be read after record \\d+: .+");
    Files.writeString(part, words("\t1"));
    isWrong("wordcount", "part-0\\.gz: cannot be read after record 0: .+");
  }

  @Test
  void damagedInputIsNoFaultOfTheOutput() throws Exception {
    byte[] right = gzip(input.resolve("words.gz"), words(""));
    Files.write(input.resolve("words.gz"), Arrays.copyOf(right, right.length / 2));
    gzip(output.resolve("part-0.gz"), words("\t1"));
    assertThatThrownBy(() -> Verify.check(configuration, arguments("wordcount")))
        .isInstanceOf(IOException.class);
    assertThat(Verify.run(configuration, arguments("wordcount"))).isEqualTo(UNKNOWN);
  }

  /** A checksum of Hadoop's local file system is beside the file. */
  @Test
  void whatTheFileSystemCannotReadIsNoFaultOfTheOutput() throws Exception {
    Files.writeString(input.resolve("words"), words(""));
    org.apache.hadoop.fs.Path part =
        new org.apache.hadoop.fs.Path(output.resolve("part-0").toUri());
    try (OutputStream out = part.getFileSystem(configuration).create(part)) {
      out.write(words("\t1").getBytes(StandardCharsets.US_ASCII));
    }
    assertThat(Verify.run(configuration, arguments("wordcount"))).isEqualTo(RIGHT);
    byte[] content = Files.readAllBytes(output.resolve("part-0"));
    content[50_000] ^= 1;
    Files.write(output.resolve("part-0"), content);
    assertThatThrownBy(() -> Verify.check(configuration, arguments("wordcount")))
        .isInstanceOf(ChecksumException.class);
    assertThat(Verify.run(configuration, arguments("wordcount"))).isEqualTo(UNKNOWN);
  }

  private void sequence(Path file) throws IOException {
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            configuration,
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(file.toUri())),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(Text.class))) {
      for (int i = 0; i < 5_000; i++) {
        writer.append(new Text("key " + (10_000 + i)), new Text("value"));
      }
    }
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
  }

  @Test
  void sequenceFilesThatAreDamagedAreWrong() throws Exception {
    sequence(input.resolve("data"));
    Path part = output.resolve("part-0");
    sequence(part);
    assertThat(Verify.run(configuration, arguments("sort"))).isEqualTo(RIGHT);

    byte[] right = Files.readAllBytes(part);
    byte[] damaged = right.clone();
    Arrays.fill(damaged, right.length / 2, right.length / 2 + 100, (byte) 0x85);
    Files.write(part, damaged);
    isWrong("sort", "part-0: cannot be read after record [1-9]\\d*: .+");
    Files.write(part, Arrays.copyOf(right, right.length / 2));
    isWrong("sort", "part-0: ends in the middle of a record, after record [1-9]\\d*");
    Files.writeString(part, words("\t1"));
    isWrong("sort", "part-0: cannot be read after record 0: .+ not a SequenceFile");
    Files.write(part, new byte[0]);
    isWrong("sort", "part-0: ends in the middle of a record, after record 0");
  }
}
