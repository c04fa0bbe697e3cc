// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.files.JobDistributedFileSystem;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Callers see of the cached HDFS what they see of Hadoop's; other clients see it written. */
@Timeout(120)
class CachedDistributedFileSystemTest {
  private static final int OPERATIONS = 150;
  private static final int BLOCK = 64 << 10;
  private static final String ATTEMPT = "/job/_temporary/0/_temporary/attempt_1_0001_r_000000_0";

  @TempDir static Path directory;
  private static MiniDFSCluster cluster;
  private static FileSystem hadoops;

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setInt("dfs.blocksize", BLOCK);
    conf.setInt("dfs.namenode.fs-limits.min-block-size", 512);
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 10);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    cluster.waitActive();
    hadoops = new DistributedFileSystem();
    hadoops.initialize(cluster.getURI(), plain());
  }

  @AfterAll
  static void stop() throws IOException {
    hadoops.close();
    cluster.shutdown();
  }

  @AfterEach
  void forget() {
    CachedFiles.endApplication();
    assertThat(CachedFiles.cache().used()).as("bytes that nobody has given back").isZero();
  }

  private static Configuration plain() {
    return new Configuration(cluster.getConfiguration(0));
  }

  private static Configuration conf(String mode) {
    Configuration conf = plain();
    conf.set("athanor.cache", "on");
    conf.set("athanor.cache.mode", mode);
    conf.set("athanor.cache.input", "on");
    CachedFiles.classes().forEach(conf::set);
    return conf;
  }

  private static FileSystem cached(String mode) throws IOException {
    if (mode.equals("deferred")) {
      CachedFiles.defer(new JobID("1", 1)); // that of the attempt
    }
    FileSystem files = new CachedDistributedFileSystem();
    files.initialize(cluster.getURI(), conf(mode));
    return files;
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(cluster.getURI().toString(), name);
  }

  private static void write(FileSystem files, String name, String text) throws IOException {
    try (FSDataOutputStream out = files.create(path(name))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String read(FileSystem files, String name) throws IOException {
    try (InputStream in = files.open(path(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @CsvSource({"write-through", "deferred"})
  void isLikeHadoops(String mode) throws IOException {
    try (FileSystem ours = cached(mode)) {
      TwoFileSystems both =
          new TwoFileSystems(
              hadoops,
              plain(),
              path("/hadoops-" + mode),
              ours,
              conf(mode),
              path("/ours-" + mode),
              Seeds.of("hdfs " + mode));
      for (int i = 0; i < OPERATIONS; i++) {
        both.operate();
      }
    }
    assertThat(CachedFiles.deferred().flushAll()).isEmpty();
  }

  @Test
  void othersSeeAnUnfinishedJobUntilItsDataIsWritten() throws IOException {
    try (FileSystem files = cached("deferred")) {
      write(files, ATTEMPT + "/part-r-00000", "x".repeat(3 * BLOCK));
      assertThat(files.rename(path(ATTEMPT + "/part-r-00000"), path("/job/part-r-00000"))).isTrue();
      assertThat(files.delete(path("/job/_temporary"), true)).isTrue();
      files.create(path("/job/_SUCCESS"), true).close();

      assertThat(files.exists(path("/job/_SUCCESS"))).isTrue();
      assertThat(read(files, "/job/part-r-00000")).hasSize(3 * BLOCK);
      assertThat(hadoops.exists(path("/job/_SUCCESS"))).isFalse();
      assertThat(hadoops.getFileStatus(path("/job/part-r-00000")).getLen()).isZero();
    }
    CachedFiles.endApplication();
    assertThat(read(hadoops, "/job/part-r-00000")).isEqualTo("x".repeat(3 * BLOCK));
    assertThat(hadoops.exists(path("/job/_SUCCESS"))).isTrue();
  }

  /** HDFS shows what the DataNode has of a file that is just written. */
  @Test
  void readersHaveAllWhileAPartIsWritten() throws Exception {
    try (FileSystem files = cached("deferred")) {
      write(files, "/slow", "");
      Store store = DistributedStores.get(cluster.getURI(), conf("deferred"));
      org.apache.hadoop.fs.Path path = ClusterNames.canonical(path("/slow"), plain());
      Slow slow = new Slow(store.hold(path).orElseThrow());
      try (DeferredOutput out = CachedFiles.deferred().add(store, slow, path)) {
        out.write("text".getBytes(StandardCharsets.UTF_8));
      }
      CompletableFuture<Void> flushed =
          CompletableFuture.runAsync(
              () -> {
                try {
                  CachedFiles.deferred().flush(path);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      try {
        assertThat(slow.isInTheMiddle.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(read(hadoops, "/slow")).isEqualTo("t");
        assertThat(read(files, "/slow")).isEqualTo("text");
        assertThat(files.getFileStatus(path("/slow")).getLen()).isEqualTo(4);
        assertThat(files.listStatus(path("/slow"))[0].getLen()).isEqualTo(4);
      } finally {
        slow.mayGoOn.countDown();
      }
      flushed.get(60, TimeUnit.SECONDS);
      assertThat(read(files, "/slow")).isEqualTo("text");
      assertThat(read(hadoops, "/slow")).isEqualTo("text");
    }
  }

  /** Waits in the middle of the first write. */
  private static final class Slow implements Store.Place {
    private final Store.Place place;
    private final CountDownLatch isInTheMiddle = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);

    Slow(Store.Place place) {
      this.place = place;
    }

    @Override
    public FileId id() {
      return place.id();
    }

    @Override
    public Store.Rewritten rewrite(org.apache.hadoop.fs.Path path, boolean again)
        throws IOException {
      Store.Rewritten rewritten = place.rewrite(path, again);
      OutputStream out =
          new FilterOutputStream(rewritten.out()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
              out.write(bytes, offset, 1);
              ((Syncable) out).hflush();
              isInTheMiddle.countDown();
              try {
                mayGoOn.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              out.write(bytes, offset + 1, length - 1);
            }
          };
      return new Store.Rewritten(out, rewritten.id());
    }

    @Override
    public boolean isDeleted() throws IOException {
      return place.isDeleted();
    }

    @Override
    public void close() throws IOException {
      place.close();
    }
  }

  @Test
  void whatHasFailedTwiceIsWritten() throws IOException {
    try (FileSystem files = cached("deferred")) {
      write(files, "/failing", "");
      Store store = DistributedStores.get(cluster.getURI(), conf("deferred"));
      org.apache.hadoop.fs.Path path = ClusterNames.canonical(path("/failing"), plain());
      Failing failing = new Failing(store.hold(path).orElseThrow());
      try (DeferredOutput out = CachedFiles.deferred().add(store, failing, path)) {
        out.write("text".getBytes(StandardCharsets.UTF_8));
      }
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> CachedFiles.deferred().flush(path)).hasMessageContaining("full");
        assertThat(read(files, "/failing")).isEqualTo("text");
      }
      assertThat(CachedFiles.deferred().flushAll()).isEmpty();
      assertThat(read(hadoops, "/failing")).isEqualTo("text");
    }
  }

  /** Fails twice after a part was written. */
  private static final class Failing implements Store.Place {
    private final Store.Place place;
    private int failures = 2;

    Failing(Store.Place place) {
      this.place = place;
    }

    @Override
    public FileId id() {
      return place.id();
    }

    @Override
    public Store.Rewritten rewrite(org.apache.hadoop.fs.Path path, boolean again)
        throws IOException {
      Store.Rewritten rewritten = place.rewrite(path, again);
      OutputStream out =
          new FilterOutputStream(rewritten.out()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
              out.write(bytes, offset, 1);
              if (failures-- > 0) {
                throw new IOException("the disk is full");
              }
              out.write(bytes, offset + 1, length - 1);
            }
          };
      return new Store.Rewritten(out, rewritten.id());
    }

    @Override
    public boolean isDeleted() throws IOException {
      return place.isDeleted();
    }

    @Override
    public void close() throws IOException {
      place.close();
    }
  }

  /** A name service, to whose name {@code FileContext} adds a port, and the NameNode's address. */
  @Test
  void allNamesOfTheClusterAreThoseOfTheSameFiles() throws Exception {
    Configuration conf = conf("deferred");
    conf.set("dfs.nameservices", "service");
    conf.set("dfs.ha.namenodes.service", "one");
    conf.set("dfs.namenode.rpc-address.service.one", cluster.getURI().getAuthority());
    conf.set(
        "dfs.client.failover.proxy.provider.service",
        "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
    CachedFiles.defer(new JobID("1", 1));
    for (URI uri : List.of(URI.create("hdfs://service"), cluster.getURI())) {
      try (FileSystem files = new CachedDistributedFileSystem()) {
        files.initialize(uri, conf);
        org.apache.hadoop.fs.Path part = files.makeQualified(pathOf(ATTEMPT + "/named"));
        try (FSDataOutputStream out = files.create(part)) {
          out.write("text".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(CachedFiles.deferred().areNone()).isFalse();
        FileContext context = FileContext.getFileContext(uri, conf);
        assertThat(context.getFileStatus(part).getLen()).isEqualTo(4);
        assertThat(CachedFiles.deferred().areNone()).isTrue();
      }
    }
    try (FileSystem files = cached("deferred");
        FileSystem byAddress = new CachedDistributedFileSystem()) {
      byAddress.initialize(
          URI.create("hdfs://127.0.0.1:" + cluster.getURI().getPort()), conf("deferred"));
      write(files, ATTEMPT + "/named", "text");
      try (InputStream in = byAddress.open(pathOf(ATTEMPT + "/named"))) {
        assertThat(in.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("text");
      }
      assertThat(byAddress.rename(pathOf(ATTEMPT + "/named"), pathOf("/named"))).isTrue();
      assertThat(byAddress.getContentSummary(pathOf("/named")).getLength()).isEqualTo(4);
    }
    assertThat(CachedFiles.deferred().flushAll()).isEmpty();
    assertThat(read(hadoops, "/named")).isEqualTo("text");
  }

  private static org.apache.hadoop.fs.Path pathOf(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  @Test
  void anotherProgramsMoveIsAFailureAndItsDeletionIsNone() throws IOException {
    try (FileSystem files = cached("deferred")) {
      write(files, ATTEMPT + "/moved", "text");
      write(files, ATTEMPT + "/deleted", "text");
      assertThat(hadoops.rename(path(ATTEMPT + "/moved"), path("/moved"))).isTrue();
      assertThat(hadoops.delete(path(ATTEMPT + "/deleted"), false)).isTrue();
      assertThat(CachedFiles.deferred().flushAll())
          .singleElement()
          .asString()
          .contains("/moved was moved, replaced or changed by another program");
      CachedFiles.deferred().clear();
    }
  }

  @Test
  void filesThatTheirOwnerMayNotWriteAreWrittenAtOnce() throws IOException {
    CachedFiles.defer(new JobID("1", 1));
    try (FileSystem files = new CachedDistributedFileSystem()) {
      Configuration conf = conf("deferred");
      conf.set("fs.permissions.umask-mode", "222");
      files.initialize(cluster.getURI(), conf);
      write(files, ATTEMPT + "/read-only", "text");
      assertThat(CachedFiles.deferred().areNone()).isTrue();
    }
  }

  @Test
  void readsNoBlocksOfWhatItHasWrittenAndNoticesWhatOthersWrite() throws IOException {
    try (FileSystem files = cached("write-through")) {
      write(files, "/written", "text");
      assertThat(read(files, "/written")).isEqualTo("text");
      try (FSDataInputStream in = files.open(path("/written"))) {
        assertThat(in.read()).isEqualTo('t');
        assertThat(((HdfsDataInputStream) in).getCurrentDatanode())
            .as("where Hadoop's stream reads from")
            .isNull();
      }
      write(hadoops, "/written", "TEXT");
      assertThat(read(files, "/written")).isEqualTo("TEXT");
      assertThat(files.rename(path("/written"), path("/renamed"))).isTrue();
      assertThat(read(files, "/renamed")).isEqualTo("TEXT");
      assertThatThrownBy(() -> files.open(path("/written")))
          .isInstanceOf(FileNotFoundException.class);
    }
  }

  @Test
  void nobodyReadsWhatTheNameNodeDoesNotLetHimRead() throws Exception {
    try (FileSystem files = cached("write-through")) {
      write(files, "/secret", "text");
      assertThat(read(files, "/secret")).isEqualTo("text");
      files.setPermission(path("/secret"), new FsPermission((short) 0600));
    }
    UserGroupInformation other =
        UserGroupInformation.createUserForTesting("other", new String[] {"others"});
    other.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              try (FileSystem files = cached("write-through")) {
                assertThatThrownBy(() -> files.open(path("/secret")))
                    .isInstanceOf(AccessControlException.class);
              }
              return null;
            });
  }

  @ParameterizedTest
  @CsvSource({"write-through", "deferred"})
  void countsTheSameAsWithoutTheCache(String mode) throws IOException {
    String name = ATTEMPT + "/part-" + mode;
    try (FileSystem files = cached(mode);
        FileSystem without = new JobDistributedFileSystem()) {
      without.initialize(cluster.getURI(), plain());
      assertThat(counted(files, name)).isEqualTo(counted(without, name + "-without"));
    }
  }

  @SuppressWarnings("deprecation") // as the engine's meters
  private static String counted(FileSystem files, String name) throws IOException {
    long[] before = counts();
    write(files, name, "x".repeat(100_000));
    assertThat(read(files, name)).hasSize(100_000);
    assertThat(files.getFileStatus(path(name)).getLen()).isEqualTo(100_000);
    long[] after = counts();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < after.length; i++) {
      text.append(after[i] - before[i]).append(' ');
    }
    return text.toString();
  }

  @SuppressWarnings("deprecation") // as the engine's meters
  private static long[] counts() {
    long[] sums = new long[4];
    for (FileSystem.Statistics statistics : FileSystem.getAllStatistics()) {
      FileSystem.Statistics.StatisticsData data = statistics.getThreadStatistics();
      sums[0] += data.getBytesRead();
      sums[1] += data.getBytesWritten();
      sums[2] += data.getReadOps();
      sums[3] += data.getWriteOps();
    }
    return sums;
  }
}
