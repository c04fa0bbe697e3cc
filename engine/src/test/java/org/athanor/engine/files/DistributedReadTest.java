// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.UncompressedSplitLineReader;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callers see of the streams to HDFS what they see of Hadoop's, in all orders of operations. */
@Timeout(120)
class DistributedReadTest {
  private static final int BLOCK = 16 << 10;
  private static final int FILE = 3 * BLOCK + 1234;
  private static final int THREADS = 4;
  private static final int FILES_PER_THREAD = 3;
  private static final int OPERATIONS = 250;

  @TempDir static Path directory;
  private static MiniDFSCluster cluster;
  private static FileSystem hadoops;
  private static FileSystem ours;

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setInt("dfs.blocksize", BLOCK);
    conf.setInt("dfs.namenode.fs-limits.min-block-size", 512);
    conf.setInt("dfs.client.retry.window.base", 10); // ms
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    cluster.waitActive();
    hadoops = initialized(new DistributedFileSystem());
    ours = initialized(new JobDistributedFileSystem());
  }

  private static FileSystem initialized(FileSystem files) throws IOException {
    files.initialize(cluster.getURI(), cluster.getConfiguration(0));
    return files;
  }

  @AfterAll
  static void stop() throws IOException {
    hadoops.close();
    ours.close();
    cluster.shutdown();
  }

  @Test
  void returnsAndCountsTheSameAsHadoopOnManyThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        String name = "thread " + thread;
        all.add(
            threads.submit(
                () -> {
                  for (int file = 0; file < FILES_PER_THREAD; file++) {
                    try (Pair pair = new Pair(name + " file " + file)) {
                      pair.run();
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
      threads.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  /** A file, and two streams to it. */
  private static final class Pair implements AutoCloseable {
    private final org.apache.hadoop.fs.Path path;
    private final Random random;
    private final byte[] content = new byte[FILE];
    private final StringBuilder history;
    private final long readByHadoop = bytesRead(hadoops);
    private final long readByUs = bytesRead(ours);
    private final FSDataInputStream hadoop;
    private final FSDataInputStream our;

    Pair(String name) throws IOException {
      path = new org.apache.hadoop.fs.Path("/" + name.replace(' ', '-'));
      random = Seeds.of(name);
      history = new StringBuilder("seed " + Seeds.seed() + ", " + name + ":");
      random.nextBytes(content);
      write(path, content);
      hadoop = hadoops.open(path);
      our = ours.open(path);
      assertThat(our.getClass()).isEqualTo(DistributedInput.class);
    }

    void run() throws IOException {
      for (int i = 0; i < OPERATIONS; i++) {
        operate();
        same("position", in -> in.getPos() + " " + in.available());
        long ahead = bytesRead(ours) - readByUs - (bytesRead(hadoops) - readByHadoop);
        assertThat(ahead)
            .as("bytes counted too early, %s", history)
            .isBetween(0L, (long) SmallReads.BUFFER_BYTES);
      }
      hadoop.close();
      our.close();
      assertThat(bytesRead(ours) - readByUs)
          .as("bytes read, %s", history)
          .isEqualTo(bytesRead(hadoops) - readByHadoop);
      same("position of the closed stream", FSDataInputStream::getPos);
      for (int i = 0; i < 20; i++) {
        operate(); // on closed streams
      }
    }

    private void operate() throws IOException {
      int length = length();
      long target = target();
      switch (random.nextInt(21)) {
        case 0, 1, 2 -> same("byte", FSDataInputStream::read);
        case 3, 4, 5 -> same("int", FSDataInputStream::readInt);
        case 6, 7, 8, 9 -> some("read " + length, length, DistributedReadTest::read);
        case 10, 11 -> same("fully " + length, in -> fully(in, length));
        case 12 -> same("seek " + target, in -> moved(in, target));
        case 13 -> {
          long near = position() + random.nextInt(3000) - 1500;
          same("seek near " + near, in -> moved(in, near));
        }
        case 14 -> same("skip " + length, in -> in.skip(length));
        case 15 -> same("skip back", in -> in.skip(-length));
        case 16 -> same("fully at " + target, in -> fullyAt(in, target, length));
        case 17 -> some("into buffer " + length, length, DistributedReadTest::readBuffer);
        case 18 ->
            same(
                "unbuffer",
                in -> {
                  in.unbuffer();
                  return in.hasCapability(StreamCapabilities.READBYTEBUFFER);
                });
        case 19 -> same("mark", FSDataInputStream::markSupported);
        default -> rarely(length);
      }
    }

    /** After some of these nothing is buffered any more, so they are rare. */
    private void rarely(int length) throws IOException {
      switch (random.nextInt(40)) {
        case 0 -> {
          try (FSDataOutputStream out = hadoops.append(path)) {
            out.write(new byte[100]); // which streams that are open do not see
          }
          history.append("; append");
        }
        case 1 -> same("wrapped", in -> ((DFSInputStream) in.getWrappedStream()).read());
        case 2 -> same("reset", DistributedReadTest::reset);
        case 3 -> same("wrong arguments", in -> in.read(new byte[3], 2, 5));
        case 4 -> same("nothing", in -> in.read(new byte[3], 2, 0));
        case 5 ->
            same("length", in -> ((HdfsDataInputStream) in).getVisibleLength() + " " + in.getPos());
        case 6 -> same("blocks", in -> ((HdfsDataInputStream) in).getAllBlocks().size());
        case 7, 8 -> some("zero copies " + length, length, DistributedReadTest::readFromPool);
        default -> same("short", FSDataInputStream::readShort);
      }
    }

    private long position() {
      try {
        return our.getPos();
      } catch (IOException e) {
        return 0;
      }
    }

    private int length() {
      return switch (random.nextInt(4)) {
        case 0 -> random.nextInt(10);
        case 1 -> random.nextInt(SmallReads.BUFFER_BYTES);
        case 2 -> SmallReads.BUFFER_BYTES + random.nextInt(3) - 1;
        default -> random.nextInt(3 * SmallReads.BUFFER_BYTES);
      };
    }

    private long target() {
      return random.nextInt(10) == 0 ? random.nextInt(3 * FILE) - FILE : random.nextInt(FILE + 1);
    }

    private void same(String name, Operation operation) {
      history.append("; ").append(name);
      assertThat(outcome(our, operation)).as("%s", history).isEqualTo(outcome(hadoop, operation));
    }

    /** An operation that may read less than asked for: then the stream behind reads on. */
    private void some(String name, int length, Reading reading) {
      history.append("; ").append(name);
      Object expected = outcome(hadoop, in -> reading.read(in, length));
      Object actual = outcome(our, in -> reading.read(in, length));
      if (!(expected instanceof byte[] one) || !(actual instanceof byte[] other)) {
        assertThat(actual).as("%s", history).isEqualTo(expected);
        return;
      }
      assertThat(one.length == 0).as("%s", history).isEqualTo(other.length == 0);
      int most = Math.max(one.length, other.length);
      byte[] first = readOn(hadoop, one, most);
      assertThat(readOn(our, other, most)).as("%s", history).isEqualTo(first);
      int end = (int) position();
      assertThat(Arrays.copyOfRange(content, end - most, end)).as("%s", history).isEqualTo(first);
    }

    @Override
    public void close() throws IOException {
      hadoop.close();
      our.close();
    }
  }

  private interface Operation {
    Object on(FSDataInputStream in) throws IOException;
  }

  private interface Reading {
    /** Returns what was read, or -1 at the end of the file. */
    Object read(FSDataInputStream in, int length) throws IOException;
  }

  private static Object outcome(FSDataInputStream in, Operation operation) {
    try {
      return operation.on(in);
    } catch (EOFException e) {
      return "end of file: " + e.getMessage();
    } catch (IOException | RuntimeException e) {
      return e.toString();
    }
  }

  private static byte[] readOn(FSDataInputStream in, byte[] begin, int length) {
    byte[] all = Arrays.copyOf(begin, length);
    try {
      in.readFully(all, begin.length, length - begin.length);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return all;
  }

  private static Object taken(byte[] bytes, int read) {
    return read < 0 ? (Object) read : Arrays.copyOf(bytes, read);
  }

  private static Object read(FSDataInputStream in, int length) throws IOException {
    byte[] bytes = new byte[length];
    return taken(bytes, in.read(bytes));
  }

  private static Object readBuffer(FSDataInputStream in, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    int read = in.read(bytes);
    assertThat(bytes.position()).isEqualTo(Math.max(read, 0));
    return taken(bytes.array(), read);
  }

  private static Object readFromPool(FSDataInputStream in, int length) throws IOException {
    ByteBuffer bytes = in.read(new ElasticByteBufferPool(), length);
    if (bytes == null) {
      return -1;
    }
    byte[] read = new byte[bytes.remaining()];
    bytes.get(read);
    in.releaseBuffer(bytes);
    return read;
  }

  private static Object fully(FSDataInputStream in, int length) throws IOException {
    byte[] bytes = new byte[length];
    long begin = in.getPos();
    try {
      in.readFully(bytes);
    } catch (EOFException e) {
      in.seek(begin); // how much was read before is not said
      throw e;
    }
    return Arrays.hashCode(bytes);
  }

  private static Object fullyAt(FSDataInputStream in, long position, int length)
      throws IOException {
    byte[] bytes = new byte[length];
    in.readFully(position, bytes);
    return Arrays.hashCode(bytes);
  }

  private static Object moved(FSDataInputStream in, long target) throws IOException {
    in.seek(target);
    return in.getPos();
  }

  private static Object reset(FSDataInputStream in) throws IOException {
    in.mark(10);
    in.reset();
    return in.getPos();
  }

  private static void write(org.apache.hadoop.fs.Path path, byte[] content) throws IOException {
    try (FSDataOutputStream out = hadoops.create(path)) {
      out.write(content);
    }
  }

  /** What the calling thread has read. */
  @SuppressWarnings("deprecation") // as the engine's counters
  private static long bytesRead(FileSystem files) {
    return FileSystem.getStatistics("hdfs", files.getClass()).getThreadStatistics().getBytesRead();
  }

  @Test
  void readsOneStreamFromManyThreads() throws Exception {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/shared");
    byte[] content = new byte[FILE];
    Seeds.of("shared").nextBytes(content);
    write(path, content);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (FSDataInputStream in = ours.open(path)) {
      List<Future<Integer>> others = new ArrayList<>();
      for (int thread = 1; thread < THREADS; thread++) {
        Random random = Seeds.of("shared, thread " + thread);
        others.add(
            threads.submit(
                () -> {
                  byte[] bytes = new byte[100];
                  for (int i = 0; i < 100; i++) {
                    int at = random.nextInt(FILE - bytes.length);
                    in.readFully(at, bytes);
                    assertThat(bytes).isEqualTo(Arrays.copyOfRange(content, at, at + 100));
                  }
                  return 0;
                }));
      }
      byte[] all = new byte[FILE];
      for (int i = 0; i < all.length; i++) {
        all[i] = in.readByte();
      }
      assertThat(all).isEqualTo(content);
      for (Future<Integer> other : others) {
        other.get();
      }
    } finally {
      threads.shutdownNow();
      threads.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  @Test
  void countsWhatHadoopCountsForAPartOfASequenceFile() throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/records");
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            cluster.getConfiguration(0),
            SequenceFile.Writer.file(path.makeQualified(cluster.getURI(), path)),
            SequenceFile.Writer.keyClass(LongWritable.class),
            SequenceFile.Writer.valueClass(Text.class),
            SequenceFile.Writer.compression(SequenceFile.CompressionType.NONE))) {
      for (int i = 0; i < 8000; i++) {
        out.append(new LongWritable(i), new Text("value " + i));
      }
    }
    assertThat(part(ours, path)).isEqualTo(part(hadoops, path)).doesNotStartWith("0 records");
  }

  private static String part(FileSystem files, org.apache.hadoop.fs.Path path) throws IOException {
    long before = bytesRead(files);
    int records = 0;
    Configuration conf = new Configuration(false);
    try (SequenceFile.Reader in =
        new SequenceFile.Reader(
            conf,
            SequenceFile.Reader.stream(files.open(path)),
            SequenceFile.Reader.length(files.getFileStatus(path).getLen()))) {
      in.sync(50_000); // there is a marker in each 100 kB
      LongWritable key = new LongWritable();
      while (in.getPosition() < 150_000 && in.next(key)) {
        records++;
      }
    }
    return records + " records, bytes read: " + (bytesRead(files) - before);
  }

  @Test
  void countsWhatHadoopCountsForPartsOfAText() throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/lines");
    Random random = Seeds.of("lines");
    StringBuilder lines = new StringBuilder();
    while (lines.length() < 2 * FILE) {
      lines.append("a".repeat(random.nextInt(200))).append('\n');
    }
    byte[] content = lines.toString().getBytes(StandardCharsets.US_ASCII);
    write(path, content);
    Configuration conf = new Configuration();
    for (int i = 0; i < 20; i++) {
      int begin = random.nextInt(content.length);
      int length = 1 + random.nextInt(content.length - begin);
      assertThat(lines(ours, conf, path, begin, length))
          .as("seed %s, %s bytes from %s", Seeds.seed(), length, begin)
          .isEqualTo(lines(hadoops, conf, path, begin, length));
    }
  }

  private static String lines(
      FileSystem files, Configuration conf, org.apache.hadoop.fs.Path path, long begin, long length)
      throws IOException {
    long before = bytesRead(files);
    int lines = 0;
    try (FSDataInputStream in = files.open(path)) {
      in.seek(begin);
      UncompressedSplitLineReader reader = new UncompressedSplitLineReader(in, conf, null, length);
      Text line = new Text();
      while (in.getPos() < begin + length || reader.needAdditionalRecordAfterSplit()) {
        if (reader.readLine(line) == 0) {
          break;
        }
        lines++;
      }
    }
    return lines + " lines, bytes read: " + (bytesRead(files) - before);
  }

  @Test
  void throwsLaterWhyAReadThatGotSomethingEndedEarly() throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/failing");
    write(path, new byte[FILE]);
    try (DFSInputStream hadoop = (DFSInputStream) hadoops.open(path).getWrappedStream();
        SmallReads in = new SmallReads(hadoop, new FileSystem.Statistics("hdfs"))) {
      readToTheFailure(in, hadoop);
      assertThat(in.getPos()).isEqualTo(SmallReads.BUFFER_BYTES);
      assertThatThrownBy(in::read)
          .hasMessage("Stream closed")
          .hasStackTraceContaining("readToTheFailure");
      assertThatThrownBy(in::read)
          .hasMessage("Stream closed")
          .satisfies(
              e ->
                  assertThat(e.getStackTrace())
                      .extracting(StackTraceElement::getMethodName)
                      .doesNotContain("readToTheFailure"));
    }
  }

  private static void readToTheFailure(SmallReads in, DFSInputStream hadoop) throws IOException {
    assertThat(in.read()).isZero(); // fills the buffer
    hadoop.close();
    byte[] bytes = new byte[SmallReads.BUFFER_BYTES];
    assertThat(in.read(bytes, 0, bytes.length)).isEqualTo(bytes.length - 1);
  }

  @Test
  void buffersNothingOnceTheCallerHasChosenASource() throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/sources");
    byte[] content = new byte[FILE];
    Seeds.of("sources").nextBytes(content);
    write(path, content);
    try (FSDataInputStream in = ours.open(path)) {
      assertThat(in.read()).isEqualTo(content[0] & 0xff);
      in.seekToNewSource(100);
      assertThat(in.getPos()).isEqualTo(100);
      long before = bytesRead(ours);
      assertThat(in.read()).isEqualTo(content[100] & 0xff);
      assertThat(bytesRead(ours) - before).isEqualTo(1);
    }
  }

  @Test
  void isUsedWhereTheConfigurationNamesNoOther() throws IOException {
    Configuration conf = new Configuration();
    conf.set(FileSystem.FS_DEFAULT_NAME_KEY, cluster.getURI().toString());
    TaskFileSystems.useIn(conf);
    try (FileSystem files = FileSystem.newInstance(conf)) {
      assertThat(files).isInstanceOf(JobDistributedFileSystem.class);
    }
    conf.setClass("fs.hdfs.impl", DistributedFileSystem.class, FileSystem.class);
    TaskFileSystems.useIn(conf);
    try (FileSystem files = FileSystem.newInstance(conf)) {
      assertThat(files.getClass()).isEqualTo(DistributedFileSystem.class);
    }
  }
}
