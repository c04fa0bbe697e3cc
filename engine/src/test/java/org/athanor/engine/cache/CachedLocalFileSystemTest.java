// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.JobID;
import org.athanor.engine.files.JobLocalFileSystem;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Callers see of the cached local files what they see of Hadoop's; others see them written. */
@Timeout(120)
class CachedLocalFileSystemTest {
  private static final int THREADS = 3;
  private static final int OPERATIONS = 100;
  private static final String ATTEMPT = "out/_temporary/0/_temporary/attempt_1_0001_r_000000_0";

  @TempDir Path directory;

  private static Configuration conf(String mode) {
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", "file:///");
    conf.set("athanor.cache", "on");
    conf.set("athanor.cache.mode", mode);
    conf.set("athanor.cache.input", "on");
    CachedFiles.classes().forEach(conf::set);
    return conf;
  }

  private static FileSystem initialized(FileSystem files, Configuration conf) throws IOException {
    files.initialize(files.getUri() == null ? null : files.getUri(), conf);
    return files;
  }

  private static FileSystem cached(String mode) throws IOException {
    if (mode.equals("deferred")) {
      CachedFiles.defer(new JobID("1", 1)); // that of the attempt
    }
    return initialized(new CachedLocalFileSystem(), conf(mode));
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(directory.resolve(name).toUri());
  }

  @AfterEach
  void forget() {
    CachedFiles.endApplication();
    assertThat(CachedFiles.cache().used()).as("bytes that nobody has given back").isZero();
  }

  @ParameterizedTest
  @CsvSource({"write-through, 64m", "write-through, 200k", "deferred, 64m", "deferred, 200k"})
  void isLikeHadoopsOnManyThreads(String mode, String size) throws Exception {
    Configuration plain = new Configuration();
    plain.set("fs.defaultFS", "file:///");
    // Which is as Hadoop's, and starts no processes.
    FileSystem hadoops = initialized(new JobLocalFileSystem(), plain);
    FileSystem ours = cached(mode);
    CachedFiles.cache().limit(size.equals("64m") ? 64 << 20 : 200 << 10);
    TwoFileSystems shared = pair(hadoops, plain, ours, mode, "shared");
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        TwoFileSystems own = pair(hadoops, plain, ours, mode, "thread-" + i);
        all.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < OPERATIONS; n++) {
                    own.operate();
                    synchronized (shared) {
                      shared.operate();
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
    assertThat(CachedFiles.deferred().flushAll()).isEmpty();
    assertThat(contents("ours")).as("seed %d", Seeds.seed()).isEqualTo(contents("hadoops"));
  }

  private TwoFileSystems pair(
      FileSystem hadoops, Configuration plain, FileSystem ours, String mode, String name)
      throws IOException {
    Random random = Seeds.of(mode + " " + name);
    return new TwoFileSystems(
        hadoops, plain, path("hadoops/" + name), ours, conf(mode), path("ours/" + name), random);
  }

  /** Names, permissions and bytes of all files, those of checksums included, by the JDK. */
  private Map<String, String> contents(String root) throws IOException {
    Map<String, String> all = new TreeMap<>();
    Path top = directory.resolve(root);
    try (Stream<Path> files = Files.walk(top)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String bytes =
            Files.isDirectory(file)
                ? "directory"
                : new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        all.put(top.relativize(file).toString(), Files.getPosixFilePermissions(file) + bytes);
      }
    }
    return all;
  }

  private void write(FileSystem files, String name, String text) throws IOException {
    try (FSDataOutputStream out = files.create(path(name))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private String read(FileSystem files, String name) throws IOException {
    try (InputStream in = files.open(path(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Writes an output as a task and Hadoop's committer do. */
  private void runJob(FileSystem files, String text) throws IOException {
    write(files, ATTEMPT + "/part-r-00000", text);
    assertThat(files.rename(path(ATTEMPT + "/part-r-00000"), path("out/part-r-00000"))).isTrue();
    assertThat(files.delete(path("out/_temporary"), true)).isTrue();
    files.create(path("out/_SUCCESS"), true).close();
  }

  @Test
  void othersSeeAnUnfinishedJobUntilItsDataIsWritten() throws IOException {
    FileSystem files = cached("deferred");
    runJob(files, "text");
    assertThat(read(files, "out/part-r-00000")).isEqualTo("text");
    assertThat(files.exists(path("out/_SUCCESS"))).isTrue();
    assertThat(files.listStatus(path("out"))).hasSize(2);
    assertThat(directory.resolve("out/_SUCCESS")).doesNotExist();
    assertThat(directory.resolve("out/part-r-00000")).isEmptyFile();

    assertThat(files.rename(path("out"), path("result"))).isTrue();
    long modified = files.getFileStatus(path("result/part-r-00000")).getModificationTime();
    CachedFiles.endApplication();
    assertThat(directory.resolve("result/part-r-00000")).hasContent("text");
    assertThat(directory.resolve("result/_SUCCESS")).isEmptyFile();
    assertThat(files.getFileStatus(path("result/part-r-00000")).getModificationTime())
        .isEqualTo(modified);
  }

  @Test
  void whatIsDeletedIsNeverWritten() throws IOException {
    FileSystem files = cached("deferred");
    runJob(files, "text");
    long taken = CachedFiles.cache().used();
    assertThat(taken).isPositive();
    assertThat(files.delete(path("out"), true)).isTrue();
    assertThat(CachedFiles.deferred().areNone()).isTrue();
    CachedFiles.endApplication();
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void contextsAndFilesOfTheJdkFindWhatTheyAskHadoopFor() throws Exception {
    FileSystem files = cached("deferred");
    runJob(files, "text");
    FileContext context = FileContext.getFileContext(conf("deferred"));
    assertThat(context.getFileStatus(path("out/part-r-00000")).getLen()).isEqualTo(4);
    runJob(files, "longer text");
    assertThat(((LocalFileSystem) files).pathToFile(path("out/part-r-00000")))
        .hasContent("longer text");
    runJob(files, "the longest text");
    try (InputStream in = context.openFile(path("out/part-r-00000")).build().get()) {
      assertThat(in.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("the longest text");
    }
  }

  /** The file system gives the number of a deleted file to the next one. */
  @Test
  void newFilesHaveNothingOfThoseThatAnotherProgramHasDeleted() throws IOException {
    FileSystem files = cached("deferred");
    runJob(files, "old text");
    assertThat(FileUtil.fullyDelete(directory.resolve("out").toFile())).isTrue();
    for (int i = 0; i < 10; i++) {
      Files.writeString(directory.resolve("others" + i), "");
      assertThat(read(files, "others" + i)).isEmpty();
      write(files, "file" + i, "new" + i);
      assertThat(read(files, "file" + i)).isEqualTo("new" + i);
      assertThat(files.getFileStatus(path("file" + i)).getLen()).isEqualTo(4);
    }
    CachedFiles.endApplication();
    assertThat(directory.resolve("others0")).isEmptyFile();
    assertThat(directory.resolve("file0")).hasContent("new0");
  }

  @Test
  void anotherProgramsMoveIsAFailure() throws IOException {
    FileSystem files = cached("deferred");
    runJob(files, "text");
    Files.move(directory.resolve("out/part-r-00000"), directory.resolve("moved"));
    assertThat(CachedFiles.deferred().flushAll())
        .singleElement()
        .asString()
        .contains("out/part-r-00000 was moved, replaced or changed by another program");
    assertThat(directory.resolve("out/_SUCCESS")).doesNotExist();
    CachedFiles.deferred().clear();
  }

  @Test
  void theSecondRunOfAJobIsNotThatWhichAnotherProgramHasDeleted() throws IOException {
    FileSystem files = cached("deferred");
    runJob(files, "old text");
    assertThat(FileUtil.fullyDelete(directory.resolve("out").toFile())).isTrue();
    runJob(files, "text");
    assertThat(read(files, "out/part-r-00000")).isEqualTo("text");
    assertThat(CachedFiles.deferred().flushAll()).isEmpty();
    assertThat(directory.resolve("out/part-r-00000")).hasContent("text");
    assertThat(directory.resolve("out/_SUCCESS")).isEmptyFile();
  }

  @Test
  void onlyJobsThatMayAreDeferred() throws IOException {
    FileSystem files = cached("deferred");
    String others = ATTEMPT.replace("attempt_1_0001", "attempt_1_0002");
    write(files, others + "/part", "text");
    assertThat(directory.resolve(others + "/part")).hasContent("text");
    write(cached("write-through"), ATTEMPT + "/part", "text"); // another instance, the same job
    assertThat(directory.resolve(ATTEMPT + "/part")).isEmptyFile();
  }

  @Test
  void filesMayBecomeReadOnlyWhileTheyAreWritten() throws IOException {
    FileSystem files = cached("deferred");
    try (FSDataOutputStream out = files.create(path(ATTEMPT + "/part"))) {
      out.write('a');
      files.setPermission(path(ATTEMPT + "/part"), new FsPermission((short) 0444));
      files.setTimes(path(ATTEMPT + "/part"), 1_000_000, -1);
      out.write('b');
    }
    assertThat(CachedFiles.deferred().areNone()).isTrue();
    assertThat(directory.resolve(ATTEMPT + "/part")).hasContent("ab");
    assertThat(read(files, ATTEMPT + "/part")).isEqualTo("ab");
  }

  @Test
  void timesAreThoseOfTheirClose() throws IOException {
    FileSystem files = cached("deferred");
    long before;
    try (FSDataOutputStream out = files.create(path(ATTEMPT + "/part"))) {
      out.write('a');
      long created = System.currentTimeMillis();
      do {
        before = System.currentTimeMillis();
      } while (before < created + 20);
    }
    assertThat(files.getFileStatus(path(ATTEMPT + "/part")).getModificationTime())
        .isGreaterThanOrEqualTo(before);
  }

  @Test
  void aMarkThatCannotBeDeletedIsStillThere() throws IOException {
    FileSystem files = cached("deferred");
    runJob(files, "text");
    assertThat(files.delete(path("out/_SUCCESS"), false)).isTrue();
    assertThat(files.exists(path("out/_SUCCESS"))).isFalse();
    assertThat(files.delete(path("out/_SUCCESS"), false)).isFalse();
    CachedFiles.endApplication();
    assertThat(directory.resolve("out/_SUCCESS")).doesNotExist();
  }

  @Test
  void anotherProgramsDeletionCounts() throws IOException {
    FileSystem files = cached("deferred");
    runJob(files, "text");
    Files.delete(directory.resolve("out/part-r-00000"));
    assertThat(files.exists(path("out/part-r-00000"))).isFalse();
    assertThat(CachedFiles.deferred().flushAll()).isEmpty();
    assertThat(directory.resolve("out/part-r-00000")).doesNotExist();
  }

  @Test
  void namesWithLinksAreThoseOfTheSameFiles() throws IOException {
    FileSystem files = cached("deferred");
    runJob(files, "text");
    Files.createSymbolicLink(directory.resolve("link"), directory.resolve("out"));
    assertThat(read(files, "link/part-r-00000")).isEqualTo("text");
    assertThat(files.rename(path("link/part-r-00000"), path("link/renamed"))).isTrue();
    CachedFiles.endApplication();
    assertThat(directory.resolve("out/renamed")).hasContent("text");
  }

  @ParameterizedTest
  @CsvSource({"write-through", "deferred"})
  void noticesWhatOtherProgramsWrite(String mode) throws IOException {
    FileSystem files = cached(mode);
    write(files, ATTEMPT + "/file", "old");
    assertThat(read(files, ATTEMPT + "/file")).isEqualTo("old");
    Path file = directory.resolve(ATTEMPT).resolve("file");
    FileTime before = Files.getLastModifiedTime(file);
    Files.delete(file.resolveSibling(".file.crc"));
    Files.writeString(file, "new");
    Files.setLastModifiedTime(file, FileTime.fromMillis(before.toMillis() + 1));
    assertThat(read(files, ATTEMPT + "/file")).isEqualTo("new");
    assertThat(CachedFiles.deferred().flushAll()).hasSize(mode.equals("deferred") ? 1 : 0);
    assertThat(file).hasContent("new");
    CachedFiles.deferred().clear();
  }

  @Test
  void readsWhatItHasWrittenWithoutTheFile() throws IOException {
    FileSystem files = cached("write-through");
    write(files, "file", "text");
    Path file = directory.resolve("file");
    FileTime modified = Files.getLastModifiedTime(file);
    // The same inode, length and time with other bytes: only who reads the file sees them.
    Files.writeString(file, "TEXT");
    Files.setLastModifiedTime(file, modified);
    assertThat(read(files, "file")).isEqualTo("text");
    assertThat(Files.readString(file)).isEqualTo("TEXT");
  }

  @Test
  void countsAndReadsTheSameBytesAsWithoutTheCache() throws IOException {
    Configuration off = new Configuration();
    FileSystem plain = initialized(new JobLocalFileSystem(), off);
    write(plain, "plain", "x".repeat(300_000));
    FileSystem files = cached("deferred");
    write(files, ATTEMPT + "/part", "x".repeat(300_000));
    long ours = bytesRead();
    String read = read(files, ATTEMPT + "/part");
    ours = bytesRead() - ours;
    long plains = bytesRead();
    assertThat(read(plain, "plain")).isEqualTo(read);
    assertThat(ours).isPositive().isEqualTo(bytesRead() - plains);
  }

  @SuppressWarnings("deprecation") // as the engine's meters
  private static long bytesRead() {
    return FileSystem.getAllStatistics().stream()
        .mapToLong(statistics -> statistics.getThreadStatistics().getBytesRead())
        .sum();
  }
}
