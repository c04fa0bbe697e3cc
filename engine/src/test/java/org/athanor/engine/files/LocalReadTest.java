// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.statistics.IOStatisticsContext;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that Hadoop's stream and ours return and count the same for random operations. */
class LocalReadTest {
  private static final int OPERATIONS = 120;

  @TempDir Path directory;

  /** The sizes of a file and of the buffer with which it is read. */
  private record Setup(int fileBytes, int chunkBytes, int bufferBytes, boolean checksums) {}

  static Stream<Setup> setups() {
    List<Setup> setups = new ArrayList<>();
    for (int fileBytes : new int[] {0, 1, 511, 512, 513, 4096, 20_000, 200_001, 900_000}) {
      for (int chunkBytes : new int[] {512, 1, 100, 4096}) {
        for (int bufferBytes : new int[] {4096, 1, 100, 512, 65_536}) {
          setups.add(new Setup(fileBytes, chunkBytes, bufferBytes, true));
          setups.add(new Setup(fileBytes, chunkBytes, bufferBytes, false));
        }
      }
    }
    return setups.stream();
  }

  /** One of the two sides: a file system, its own copy of the file, and its statistics. */
  private static final class Side {
    private final FileSystem files;
    private final org.apache.hadoop.fs.Path path;
    private final FileSystem.Statistics statistics;
    private FSDataInputStream in;

    Side(FileSystem files, Class<? extends FileSystem> raw, Path file) {
      this.files = files;
      this.path = new org.apache.hadoop.fs.Path(file.toUri());
      this.statistics = statisticsOf(raw);
    }

    @SuppressWarnings("deprecation") // the engine and Hadoop's tasks read the same statistics
    private static FileSystem.Statistics statisticsOf(Class<? extends FileSystem> raw) {
      return FileSystem.getStatistics("file", raw);
    }

    long bytesRead() {
      return statistics.getThreadStatistics().getBytesRead();
    }
  }

  /** An operation on a stream; it returns what a caller would see. */
  private interface Operation {
    Object on(FSDataInputStream in) throws IOException;
  }

  /** Held, because Hadoop forgets that of a thread which nobody holds, and counts in another. */
  private final IOStatisticsContext context = IOStatisticsContext.getCurrentIOStatisticsContext();

  private Side hadoops;
  private Side ours;
  private String history = "";

  private void open(Setup setup) throws IOException {
    Configuration conf = new Configuration();
    conf.setInt("file.bytes-per-checksum", setup.chunkBytes());
    conf.setInt("io.file.buffer.size", setup.bufferBytes());
    hadoops = side(new LocalFileSystem(), RawLocalFileSystem.class, conf, "hadoops");
    ours = side(new JobLocalFileSystem(), ProcessFreeFileSystem.class, conf, "ours");
    byte[] content = new byte[setup.fileBytes()];
    Seeds.of(setup.toString()).nextBytes(content);
    for (Side side : List.of(hadoops, ours)) {
      hadoops.files.setWriteChecksum(setup.checksums());
      try (FSDataOutputStream out = hadoops.files.create(side.path)) {
        out.write(content);
      }
    }
    openBoth();
  }

  private Side side(
      FileSystem files, Class<? extends FileSystem> raw, Configuration conf, String name)
      throws IOException {
    files.initialize(java.net.URI.create("file:///"), conf);
    return new Side(files, raw, directory.resolve(name).resolve("file"));
  }

  private void openBoth() throws IOException {
    for (Side side : List.of(hadoops, ours)) {
      long before = side.bytesRead();
      side.in = side.files.open(side.path);
      history += " open " + (side.bytesRead() - before);
    }
  }

  private void same(String name, Operation operation) {
    String expected = outcome(hadoops, operation);
    String actual = outcome(ours, operation);
    assertThat(actual).as("%s after%s", name, history).isEqualTo(expected);
    history = (history + "; " + name).substring(Math.max(0, history.length() - 400));
  }

  /** Returns the operation's result or exception, the statistics, and the stream's position. */
  private String outcome(Side side, Operation operation) {
    long before = side.bytesRead();
    String result;
    try {
      result = String.valueOf(operation.on(side.in));
    } catch (IndexOutOfBoundsException e) {
      result = "outside";
    } catch (IOException | RuntimeException e) {
      result = e.getClass() + " " + e.getMessage();
    }
    return result.replace(
            directory.resolve("ours").toString(), directory.resolve("hadoops").toString())
        + ", bytes read: "
        + (side.bytesRead() - before)
        + ", position: "
        + position(side);
  }

  private static String position(Side side) {
    try {
      return side.in.getPos() + ", available: " + side.in.available();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static Object read(FSDataInputStream in, int length) throws IOException {
    byte[] bytes = new byte[length + 3];
    int read = in.read(bytes, 2, length);
    return read + " " + Arrays.hashCode(bytes);
  }

  @ParameterizedTest
  @MethodSource("setups")
  void returnsAndCountsTheSameAsHadoop(Setup setup) throws IOException {
    open(setup);
    Random random = Seeds.of("operations on " + setup);
    for (int i = 0; i < OPERATIONS; i++) {
      int length = length(random);
      long target = target(random, setup.fileBytes());
      switch (random.nextInt(12)) {
        case 0 -> same("byte", in -> in.read());
        case 1 -> same("int", in -> in.readInt());
        case 2, 3, 4, 5 -> same("read " + length, in -> read(in, length));
        case 6 ->
            same(
                "fully " + length,
                in -> {
                  byte[] bytes = new byte[length];
                  in.readFully(bytes);
                  return Arrays.hashCode(bytes);
                });
        case 7, 8 ->
            same(
                "seek " + target,
                in -> {
                  in.seek(target);
                  return "";
                });
        case 9 -> same("skip " + length, in -> in.skip(length));
        case 10 ->
            same(
                "read " + length + " at " + target,
                in -> {
                  byte[] bytes = new byte[length];
                  return in.read(target, bytes, 0, length) + " " + Arrays.hashCode(bytes);
                });
        default ->
            same(
                "back",
                in -> {
                  in.seek(Math.max(0, in.getPos() - length));
                  return "";
                });
      }
    }
    same("outside", in -> in.read(new byte[4], 2, 3));
    same("nothing", in -> in.read(new byte[4], 4, 0));
    same("mark", in -> in.markSupported());
    same("statistics", in -> new TreeMap<>(in.getIOStatistics().counters()));
    long[] closed = new long[2];
    for (Side side : List.of(hadoops, ours)) {
      context.reset();
      side.in.close();
      side.in.close();
      closed[side == ours ? 1 : 0] =
          context.getIOStatistics().counters().getOrDefault("stream_read_bytes", 0L);
    }
    assertThat(closed[1]).isEqualTo(closed[0]);
    assertThatThrownBy(() -> ours.in.read()).isInstanceOf(IOException.class);
  }

  private static int length(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextInt(20);
      case 1 -> 500 + random.nextInt(30);
      case 2 -> random.nextInt(10_000);
      case 3 -> 4096 * (1 + random.nextInt(8));
      default -> random.nextInt(150_000);
    };
  }

  private static long target(Random random, int fileBytes) {
    return switch (random.nextInt(8)) {
      case 0 -> fileBytes;
      case 1 -> fileBytes + 1L;
      case 2 -> -1;
      case 3 -> 0;
      case 4 -> random.nextInt(fileBytes + 1) & -512;
      default -> random.nextInt(fileBytes + 1);
    };
  }

  /** Jobs read sequentially, and the window grows to its full size. */
  @ParameterizedTest
  @ValueSource(ints = {7, 512, 4096, 65_536})
  void readsSequentially(int pieces) throws IOException {
    open(new Setup(900_000, 512, 4096, true));
    for (int i = 0; i < 900_000 / pieces + 3; i++) {
      same("read " + pieces, in -> read(in, pieces));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 600, 50_000})
  void aCorruptChunkIsReportedAsByHadoopAndOnlyWhenItIsRead(int pieces) throws IOException {
    open(new Setup(200_000, 512, 4096, true));
    for (Side side : List.of(hadoops, ours)) {
      Path file = Path.of(side.path.toUri());
      byte[] content = Files.readAllBytes(file);
      content[100_000] ^= 1;
      Files.write(file, content);
    }
    openBoth();
    same("before it", in -> read(in, 90_000));
    same(
        "seek behind it",
        in -> {
          in.seek(110_000);
          return read(in, 50_000);
        });
    same(
        "seek before it",
        in -> {
          in.seek(90_000);
          return "";
        });
    for (Side side : List.of(hadoops, ours)) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100_000; i += pieces) {
                  read(side.in, pieces);
                }
              })
          .isInstanceOf(ChecksumException.class)
          .hasMessageContaining("at 99840");
    }
  }

  @Test
  void aFileThatGrowsIsReadToItsNewEnd() throws IOException {
    open(new Setup(10_000, 512, 4096, false));
    same("all", in -> read(in, 20_000));
    same("end", in -> in.read());
    for (Side side : List.of(hadoops, ours)) {
      Files.write(Path.of(side.path.toUri()), new byte[5000], StandardOpenOption.APPEND);
    }
    same("more", in -> read(in, 3000));
    same("byte", in -> in.read());
    same("the rest", in -> read(in, 3000));
    same("end", in -> in.read());
  }

  @Test
  void aFileThatShrinksIsReadToItsNewEnd() throws IOException {
    open(new Setup(300_000, 512, 4096, false));
    same("some", in -> read(in, 10_000));
    for (Side side : List.of(hadoops, ours)) {
      Files.write(Path.of(side.path.toUri()), new byte[100_000]);
    }
    for (Side side : List.of(hadoops, ours)) {
      int sum = 10_000;
      for (int read; (read = side.in.read(new byte[20_000])) > 0; ) {
        sum += read;
      }
      assertThat(sum).isEqualTo(100_000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "637263", "6372630000000200", "00000000000002000000000000"})
  void aFileWithAnInvalidChecksumFileIsReadAsByHadoop(String checksums) throws IOException {
    open(new Setup(700, 512, 4096, true));
    for (Side side : List.of(hadoops, ours)) {
      Files.write(
          Path.of(side.path.toUri()).resolveSibling(".file.crc"),
          HexFormat.of().parseHex(checksums));
    }
    openBoth();
    same("read", in -> read(in, 1000));
  }

  @Test
  void withoutVerificationNothingIsVerified() throws IOException {
    open(new Setup(700, 512, 4096, true));
    for (Side side : List.of(hadoops, ours)) {
      Files.write(Path.of(side.path.toUri()), new byte[700]);
      side.files.setVerifyChecksum(false);
    }
    openBoth();
    same("read", in -> read(in, 1000));
  }

  @Test
  void ranges() throws IOException {
    open(new Setup(100_000, 512, 4096, true));
    same("some", in -> read(in, 1000));
    same(
        "ranges",
        in -> {
          List<FileRange> ranges =
              List.of(FileRange.createFileRange(70_000, 500), FileRange.createFileRange(5, 8000));
          in.readVectored(ranges, ByteBuffer::allocate);
          return ranges.get(0).getData().join().hashCode() + " " + ranges.get(1).getData().join();
        });
    same("capability", in -> in.hasCapability("in:readvectored"));
    same("capability", in -> in.hasCapability("iostatistics"));
    same("capability", in -> in.hasCapability("fs.capability.vectoredio.sliced"));
    same("limit", in -> in.maxReadSizeForVectorReads());
    same("more", in -> read(in, 1000));
  }

  @Test
  void opensOnlyFiles() throws IOException {
    open(new Setup(1, 512, 4096, true));
    for (String name : List.of("none", "")) {
      List<String> failures = new ArrayList<>();
      for (Side side : List.of(hadoops, ours)) {
        org.apache.hadoop.fs.Path path =
            name.isEmpty() ? side.path.getParent() : side.path.suffix(name);
        try (FSDataInputStream in = side.files.open(path)) {
          failures.add("opened " + in);
        } catch (IOException e) {
          failures.add(e.toString().replace("/ours", "/hadoops"));
        }
      }
      assertThat(failures.get(1)).isEqualTo(failures.get(0));
    }
  }
}
