// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.athanor.engine.testing.SmallDisk;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that files, their checksum files and the statistics are the same as Hadoop's. */
class LocalWriteTest {
  /** The largest make files of more than a megabyte. */
  private static final int[] PIECE_BYTES = {100, 30_000, 300_000};

  @TempDir Path directory;

  private final FileSystem hadoops = new LocalFileSystem();
  private final FileSystem ours = new JobLocalFileSystem();
  private final Configuration conf = new Configuration();

  @BeforeEach
  void initialize() throws IOException {
    initialize(512);
  }

  private void initialize(int chunkBytes) throws IOException {
    conf.setInt("file.bytes-per-checksum", chunkBytes);
    hadoops.initialize(URI.create("file:///"), conf);
    ours.initialize(URI.create("file:///"), conf);
    hadoops.setConf(conf);
    ours.setConf(conf);
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(directory.resolve(name).toUri());
  }

  @SuppressWarnings("deprecation") // the engine and Hadoop's tasks read the same statistics
  private static long written(Class<? extends FileSystem> raw) {
    return FileSystem.getStatistics("file", raw).getThreadStatistics().getBytesWritten();
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1, 100, 4096, 200_000})
  void writesTheSameAsHadoop(int chunkBytes) throws IOException {
    initialize(chunkBytes);
    for (int trial = 0; trial < 20; trial++) {
      String seed = chunkBytes + " bytes to a chunk, trial " + trial;
      long before = written(RawLocalFileSystem.class);
      write(hadoops, "hadoops/file", seed);
      long expected = written(RawLocalFileSystem.class) - before;
      before = written(ProcessFreeFileSystem.class);
      write(ours, "ours/file", seed);
      assertThat(written(ProcessFreeFileSystem.class) - before).as(seed).isEqualTo(expected);
      for (String name : List.of("file", ".file.crc")) {
        assertThat(directory.resolve("ours").resolve(name))
            .as(seed)
            .hasSameBinaryContentAs(directory.resolve("hadoops").resolve(name));
      }
    }
  }

  private void write(FileSystem files, String name, String seed) throws IOException {
    Random random = Seeds.of(seed);
    long position = 0;
    try (FSDataOutputStream out = files.create(path(name))) {
      int pieces = random.nextInt(60);
      for (int i = 0; i < pieces; i++) {
        byte[] piece = new byte[random.nextInt(PIECE_BYTES[random.nextInt(PIECE_BYTES.length)])];
        random.nextBytes(piece);
        switch (random.nextInt(6)) {
          case 0 -> {
            out.write(i);
            position++;
          }
          case 1 -> {
            out.writeLong(random.nextLong());
            position += Long.BYTES;
          }
          case 2 -> out.flush();
          case 3 -> out.hflush();
          default -> {
            int offset = random.nextInt(piece.length + 1);
            out.write(piece, offset, piece.length - offset);
            position += piece.length - offset;
          }
        }
        assertThat(out.getPos()).as(seed).isEqualTo(position);
        assertThat(out.size()).as(seed).isEqualTo((int) position);
      }
    }
  }

  @Test
  void isClosedOnce() throws IOException {
    FSDataOutputStream out = ours.create(path("file"));
    out.write(1);
    out.close();
    out.close();
    assertThatThrownBy(() -> out.write(1)).isInstanceOf(ClosedChannelException.class);
    assertThatThrownBy(() -> out.write(new byte[1])).isInstanceOf(ClosedChannelException.class);
    assertThat(directory.resolve("file")).hasBinaryContent(new byte[] {1});
  }

  @Test
  void overwritesOnlyIfAsked() throws IOException {
    ours.create(path("file")).close();
    assertThatThrownBy(() -> ours.create(path("file"), false)).isInstanceOf(IOException.class);
    try (FSDataOutputStream out = ours.create(path("file"), true)) {
      out.write(7);
    }
    assertThat(directory.resolve("file")).hasBinaryContent(new byte[] {7});
  }

  @ParameterizedTest
  @ValueSource(strings = {"file/below", "directory", "file"})
  void refusesTheSamePathsAsHadoop(String name) throws IOException {
    hadoops.create(path("file")).close();
    hadoops.mkdirs(path("directory"));
    assertThat(refusal(ours, name)).isEqualTo(refusal(hadoops, name));
  }

  private String refusal(FileSystem files, String name) {
    try {
      return "created " + files.create(path(name), false);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void writesNoChecksumFileIfChecksumsAreOff() throws IOException {
    ours.create(path("file")).close();
    ours.setWriteChecksum(false);
    ours.create(path("file")).close();
    assertThat(directory.resolve(".file.crc")).doesNotExist();
  }

  @Test
  void hasTheSameCapabilitiesAsHadoop() throws IOException {
    try (FSDataOutputStream expected = hadoops.create(path("hadoops"));
        FSDataOutputStream actual = ours.create(path("ours"))) {
      for (String capability : List.of("hflush", "hsync", "iostatistics", "dropbehind")) {
        assertThat(actual.hasCapability(capability))
            .as(capability)
            .isEqualTo(expected.hasCapability(capability));
      }
      expected.write(new byte[70_000]);
      actual.write(new byte[70_000]);
      assertThat(actual.getIOStatistics().counters().keySet())
          .isEqualTo(expected.getIOStatistics().counters().keySet());
    }
  }

  @Test
  void namesTheFileOnAFullDiskAndWritesNothingMore() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), "256k")) {
      assertThat(disk).isNotNull();
      Path filler = directory.resolve("disk/filler");
      Files.write(filler, new byte[100 << 10]);
      FSDataOutputStream out = ours.create(path("disk/file"));
      String message =
          "cannot write " + directory.resolve("disk/file") + ": No space left on device";
      assertThatThrownBy(() -> out.write(new byte[1 << 20]))
          .isInstanceOf(IOException.class)
          .hasMessage(message);
      Files.delete(filler);
      long bytes = Files.size(directory.resolve("disk/file"));
      assertThatThrownBy(() -> out.write(new byte[1 << 20])).hasMessage(message);
      assertThatThrownBy(out::close).hasMessage(message);
      assertThat(Files.size(directory.resolve("disk/file"))).isEqualTo(bytes);
    }
  }

  /** A small file is written when it is closed. */
  @Test
  void saysWhichFileADiskHasNoRoomForWhenItIsClosed() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), "256k")) {
      assertThat(disk).isNotNull();
      FSDataOutputStream out = ours.create(path("disk/file"));
      out.write(1);
      assertThatThrownBy(() -> Files.write(directory.resolve("disk/filler"), new byte[1 << 20]))
          .hasMessage("No space left on device");
      assertThatThrownBy(out::close)
          .isInstanceOf(IOException.class)
          .hasMessage(
              "cannot write " + directory.resolve("disk/file") + ": No space left on device");
    }
  }
}
