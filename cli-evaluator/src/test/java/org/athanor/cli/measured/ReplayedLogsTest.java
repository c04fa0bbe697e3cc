// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.measured;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.zip.GZIPOutputStream;
import org.athanor.simulator.access.AccessLog;
import org.athanor.simulator.access.AccessLog.Entry;
import org.athanor.simulator.access.AccessLogException;
import org.athanor.simulator.hdfs.FileSpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class ReplayedLogsTest {
  private static final long BLOCK = 1 << 20;
  private static final OptionalLong NONE = OptionalLong.empty();

  @TempDir private Path directory;
  private Path audit;
  private Path image;
  private final StringBuilder log = new StringBuilder();
  private final StringBuilder namespace =
      new StringBuilder(
          "Path\tReplication\tModificationTime\tAccessTime\tPreferredBlockSize\tBlocksCount\tFileSize"
              + "\tNSQUOTA\tDSQUOTA\tPermission\tUserName\tGroupName\n");

  @BeforeEach
  void prepare() {
    audit = directory.resolve("audit.log");
    image = directory.resolve("image.tsv");
  }

  private ReplayedLogsTest command(
      int second, String host, String command, String from, String to) {
    return command(second, host, command, from, to, true);
  }

  private ReplayedLogsTest command(
      int second, String host, String command, String from, String to, boolean allowed) {
    log.append("2015-07-09 00:00:0" + second + ",500 INFO FSNamesystem.audit: allowed=" + allowed);
    log.append("\tugi=u (auth:SIMPLE)\tip=/" + host + "\tcmd=" + command + "\tsrc=" + from);
    log.append("\tdst=" + to + "\tperm=null\tproto=rpc\n");
    return this;
  }

  private ReplayedLogsTest file(String path, long bytes) {
    long blocks = (bytes + BLOCK - 1) / BLOCK;
    namespace.append(path + "\t2\t2015-07-09 00:00\t2015-07-09 00:00\t" + BLOCK + "\t" + blocks);
    namespace.append("\t" + bytes + "\t0\t0\t-rw-r--r--\tu\tg\n");
    return this;
  }

  private AccessLog read(OptionalLong other) throws Exception {
    Files.writeString(audit, log.toString());
    Files.writeString(image, namespace.toString());
    return new ReplayedLogs().read(audit, image, other);
  }

  private void assertRefused(String message) {
    assertThatThrownBy(() -> read(NONE)).isInstanceOf(AccessLogException.class).hasMessage(message);
  }

  private static FileSpec spec(String path, long bytes) {
    return new FileSpec(path, bytes, BLOCK, 2);
  }

  @Test
  void opensAndCreationsBecomeReadsAndWrites() throws Exception {
    command(1, "10.0.0.1", "listStatus", "/", "null");
    command(2, "10.0.0.1", "open", "/old", "null");
    command(3, "10.0.0.2", "create", "/new", "null");
    command(4, "10.0.0.3", "open", "/old", "null", false);
    command(5, "10.0.0.3", "open", "/new", "null");
    file("/old", 3 * BLOCK).file("/new", 100).file("/other", 5);
    AccessLog read = read(NONE);
    assertThat(read.files()).containsExactly(spec("/old", 3 * BLOCK));
    assertThat(read.entries())
        .containsExactly(
            new Entry(0, "10.0.0.1", false, spec("/old", 3 * BLOCK)),
            new Entry(1, "10.0.0.2", true, spec("/new", 100)),
            new Entry(3, "10.0.0.3", false, spec("/new", 100)));
  }

  /** As jobs commit their output: the namespace, written afterwards, has the last names only. */
  @Test
  void filesKeepTheirIdentityWhenTheyAreRenamed() throws Exception {
    command(1, "a", "create", "/out/_temporary/part-0", "null");
    command(2, "a", "rename", "/out/_temporary", "/out/done");
    command(3, "a", "open", "/out/done/part-0", "null");
    file("/out/done/part-0", 7);
    FileSpec only = spec("/out/_temporary/part-0", 7);
    AccessLog read = read(NONE);
    assertThat(read.files()).isEmpty();
    assertThat(read.entries())
        .containsExactly(new Entry(0, "a", true, only), new Entry(2, "a", false, only));
  }

  /** The namespace may be older than the log, too. */
  @Test
  void aFileThatWasRenamedIsFoundByItsFirstName() throws Exception {
    command(1, "a", "open", "/a", "null");
    command(2, "a", "rename", "/a", "/b");
    command(3, "a", "delete", "/b", "null");
    file("/a", 7);
    assertThat(read(NONE).entries()).containsExactly(new Entry(0, "a", false, spec("/a", 7)));
  }

  @Test
  void aFileInPlaceOfAnotherIsANewOne() throws Exception {
    command(1, "a", "open", "/f", "null");
    command(2, "a", "create", "/f", "null");
    command(3, "a", "open", "/f", "null");
    file("/f", 7);
    assertThat(read(NONE).entries())
        .extracting(entry -> entry.file().path())
        .containsExactly("/f", "/f#2", "/f#2");
  }

  /** Of 25 blocks a client asks for 10, 10 and 5: three opens are one read. */
  @Test
  void severalOpensOfALargeFileAreOneRead() throws Exception {
    for (int second = 1; second <= 6; second++) {
      command(second, "a", "open", "/large", "null");
    }
    command(7, "b", "open", "/large", "null");
    file("/large", 25 * BLOCK);
    assertThat(read(NONE).entries()).extracting(Entry::seconds).containsExactly(0.0, 3.0, 6.0);
  }

  @Test
  void unknownFilesAreRefusedOrGetASize() throws Exception {
    command(1, "a", "open", "/here", "null");
    command(2, "a", "open", "/gone", "null");
    file("/here", 7);
    assertRefused(
        audit + ", line 2: /gone is not in " + image + "; must be, or set size of unknown files");
    assertThat(read(OptionalLong.of(9)).entries().get(1).file())
        .isEqualTo(new FileSpec("/gone", 9, 128 << 20, 3));
  }

  @Test
  void brokenLinesAndFilesAreRefused() throws Exception {
    command(1, "a", "open", "/here", "null");
    file("/here", 7);
    int whole = log.length();
    log.append("half a line\n");
    assertRefused(audit + ", line 2: is not a whole line of an audit log; must be one, or removed");
    log.append("and another one\n");
    assertRefused(
        audit
            + ", line 2: is not a whole line of an audit log; must be one, or removed (2 such"
            + " lines)");
    log.setLength(whole);
    namespace.append("/x\tmany\n");
    assertThatThrownBy(() -> read(NONE)).hasMessageStartingWith(image + ", line 3: ");
    Files.delete(image);
    assertThatThrownBy(() -> new ReplayedLogs().read(audit, image, NONE))
        .hasMessage(image + ": there is no such file");
    Files.delete(audit);
    assertThatThrownBy(() -> new ReplayedLogs().read(audit, image, NONE))
        .hasMessage(audit + ": there is no such file");
  }

  @Test
  void compressedLogsAreUnpacked() throws Exception {
    command(1, "a", "open", "/here", "null");
    file("/here", 7);
    List<Entry> plain = read(NONE).entries();
    Path compressed = directory.resolve("audit.log.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      out.write(log.toString().getBytes(StandardCharsets.UTF_8));
    }
    assertThat(new ReplayedLogs().read(compressed, image, NONE).entries()).isEqualTo(plain);
  }
}
