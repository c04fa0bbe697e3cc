// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.hdfs.tools.offlineImageViewer.OfflineImageViewerPB;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hadoop.util.VersionInfo;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.RollingFileAppender;
import org.athanor.tiering.audit.AuditBatch;
import org.athanor.tiering.audit.AuditCommand;
import org.athanor.tiering.audit.AuditEvent;
import org.athanor.tiering.audit.AuditPosition;
import org.athanor.tiering.audit.AuditTail;
import org.athanor.tiering.image.DelimitedImage;
import org.athanor.tiering.image.DirectoryRecord;
import org.athanor.tiering.image.FileRecord;
import org.athanor.tiering.image.ImageVisitor;
import org.athanor.tiering.image.Knowledge;
import org.athanor.tiering.image.SnapshotState;
import org.athanor.tiering.image.XmlImage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads what a NameNode of this release, with its log4j, and its image viewer write. */
class RealNameNodeTest {
  private static final String AUDIT = "org.apache.hadoop.hdfs.server.namenode.FSNamesystem.audit";

  /** Names of files that some layer escapes. */
  private static final List<String> ODD =
      List.of(
          "space and=equals",
          "tab\tallowed=true",
          "quote\"and'apostrophe",
          "comma,",
          "back\\slash\\u0041\\n",
          "line\nfeed",
          "both\r\n",
          "all\r\n\n\r,",
          "percent%x0A",
          "control\u0001",
          "é漢😀",
          "<&amp;>");

  @TempDir static Path directory;

  private static Path log;
  private static RollingFileAppender appender;
  private static NameNode nameNode;
  private static DistributedFileSystem files;
  private static FSDataOutputStream open;
  private static Path delimited;
  private static Path comma;
  private static Path xml;

  /** What an erasure coded file of the policy below needs. */
  private static final int DATA_NODES = 3;

  private static final List<DataNode> DATA = new ArrayList<>();

  /** What the client sees, by path, without files under construction. */
  private static final Map<String, FileStatus> SEEN = new TreeMap<>();

  private static final Map<String, Integer> BLOCKS = new HashMap<>();

  @BeforeAll
  @Timeout(120)
  static void start() throws Exception {
    log = directory.resolve("hdfs-audit.log");
    appender =
        new RollingFileAppender(new PatternLayout("%d{ISO8601} %p %c{2}: %m%n"), log.toString());
    appender.setMaximumFileSize(2000);
    appender.setMaxBackupIndex(1000);
    Logger audit = Logger.getLogger(AUDIT);
    audit.setLevel(Level.INFO);
    audit.setAdditivity(false);
    audit.addAppender(appender);
    // Formatting and starting a NameNode register the same metrics.
    DefaultMetricsSystem.setMiniClusterMode(true);
    Configuration conf = configuration();
    NameNode.format(conf);
    nameNode = NameNode.createNameNode(new String[0], conf);
    conf.set("fs.defaultFS", "hdfs://127.0.0.1:" + nameNode.getNameNodeAddress().getPort());
    for (int i = 0; i < DATA_NODES; i++) {
      Configuration own = new Configuration(conf);
      own.set("dfs.datanode.data.dir", directory.resolve("data" + i).toUri().toString());
      DATA.add(DataNode.createDataNode(new String[0], own));
    }
    files = (DistributedFileSystem) FileSystem.newInstance(conf);
    write(conf);
    list();
    view(conf);
  }

  private static Configuration configuration() {
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", "hdfs://127.0.0.1:0");
    conf.set("dfs.namenode.name.dir", directory.resolve("name").toUri().toString());
    conf.set("dfs.namenode.http-address", "127.0.0.1:0");
    conf.set("dfs.datanode.address", "127.0.0.1:0");
    conf.set("dfs.datanode.http.address", "127.0.0.1:0");
    conf.set("dfs.datanode.ipc.address", "127.0.0.1:0");
    conf.set("dfs.namenode.fs-limits.min-block-size", "512");
    conf.set("dfs.blocksize", "1024");
    conf.set("dfs.replication", "1");
    conf.set("dfs.namenode.replication.min", "1");
    conf.setBoolean("hadoop.caller.context.enabled", true);
    conf.set("hadoop.proxyuser." + user() + ".hosts", "*");
    conf.set("hadoop.proxyuser." + user() + ".groups", "*");
    return conf;
  }

  private static String user() {
    try {
      return UserGroupInformation.getCurrentUser().getShortUserName();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static org.apache.hadoop.fs.Path path(String path) {
    return new org.apache.hadoop.fs.Path(path);
  }

  private static void create(String path, int bytes) throws IOException {
    // Erasure coding needs larger blocks.
    long blockBytes = path.startsWith("/coded") ? 1 << 20 : 1024;
    try (FSDataOutputStream out = files.create(path(path), true, 4096, (short) 1, blockBytes)) {
      out.write(new byte[bytes]);
    }
  }

  private static void admin(Configuration conf, String... arguments) throws Exception {
    assertThat(ToolRunner.run(new DFSAdmin(conf), arguments)).isZero();
  }

  private static void write(Configuration conf) throws Exception {
    while (files.getDataNodeStats().length < DATA_NODES) {
      Thread.onSpinWait();
    }
    create("/plain", 2500);
    create("/empty", 0);
    for (String name : ODD) {
      create("/odd/" + name, 10);
      files.open(path("/odd/" + name)).close();
    }
    create("/policy/file", 1);
    create("/policy/own", 1);
    files.setStoragePolicy(path("/policy"), "ONE_SSD");
    files.setStoragePolicy(path("/policy/own"), "ALL_SSD");
    files.mkdirs(path("/coded"));
    files.enableErasureCodingPolicy("XOR-2-1-1024k");
    files.setErasureCodingPolicy(path("/coded"), "XOR-2-1-1024k");
    create("/coded/empty", 0);
    create("/coded/file", 5 << 20);
    for (String name : List.of("held", "changed", "deleted", "renamed")) {
      create("/snap/below/" + name, 5);
    }
    admin(conf, "-allowSnapshot", "/snap");
    files.createSnapshot(path("/snap"), "s0");
    files.setReplication(path("/snap/below/changed"), (short) 2);
    files.delete(path("/snap/below/deleted"), false);
    files.rename(path("/snap/below/renamed"), path("/moved"));
    create("/replaced", 1);
    create("/replacing", 2);
    files.rename(path("/replacing"), path("/replaced"), Rename.OVERWRITE);
    create("/part", 1024);
    create("/whole", 1024);
    files.concat(path("/whole"), new org.apache.hadoop.fs.Path[] {path("/part")});
    FileSystem.enableSymlinks();
    FileContext.getFileContext(conf).createSymlink(path("/plain"), path("/link"), false);
    create("/secret", 1);
    files.setPermission(path("/secret"), new FsPermission((short) 0600));
    files.setTimes(path("/plain"), 1_500_000_000_123L, 1_500_000_060_456L);
    CallerContext.setCurrent(new CallerContext.Builder("job_1\tè").build());
    UserGroupInformation.createProxyUser("alice", UserGroupInformation.getCurrentUser())
        .doAs(
            (PrivilegedExceptionAction<Void>)
                () -> {
                  try (FileSystem own = FileSystem.newInstance(conf)) {
                    own.open(path("/secret"));
                    throw new AssertionError("alice could open /secret");
                  } catch (AccessControlException e) {
                    return null;
                  }
                });
    CallerContext.setCurrent(null);
    open = files.create(path("/open"), (short) 1);
    open.write(new byte[1500]);
    open.hflush();
  }

  private static void list() throws IOException {
    list(path("/"));
    SEEN.remove("/open");
  }

  private static void list(org.apache.hadoop.fs.Path parent) throws IOException {
    RemoteIterator<LocatedFileStatus> entries = files.listLocatedStatus(parent);
    while (entries.hasNext()) {
      LocatedFileStatus entry = entries.next();
      if (entry.isDirectory()) {
        list(entry.getPath());
      } else if (!entry.isSymlink()) {
        String path = entry.getPath().toUri().getPath();
        SEEN.put(path, entry);
        BLOCKS.put(path, entry.getBlockLocations().length);
      }
    }
  }

  private static void view(Configuration conf) throws Exception {
    admin(conf, "-safemode", "enter");
    admin(conf, "-saveNamespace");
    Path image;
    try (Stream<Path> images = Files.list(directory.resolve("name").resolve("current"))) {
      image =
          images
              .filter(file -> file.getFileName().toString().matches("fsimage_[0-9]+"))
              .max((a, b) -> a.compareTo(b))
              .orElseThrow();
    }
    delimited = directory.resolve("delimited");
    comma = directory.resolve("comma");
    xml = directory.resolve("xml");
    List<String> more = new ArrayList<>(List.of("-sp"));
    if (!VersionInfo.getVersion().startsWith("3.3.")) {
      more.add("-ec");
    }
    view(image, delimited, "Delimited", more);
    view(image, comma, "Delimited", List.of("-delimiter", ","));
    view(image, xml, "XML", List.of());
    admin(conf, "-safemode", "leave");
  }

  private static void view(Path image, Path output, String processor, List<String> more)
      throws Exception {
    List<String> arguments = new ArrayList<>(more);
    arguments.addAll(List.of("-i", image.toString(), "-o", output.toString(), "-p", processor));
    assertThat(OfflineImageViewerPB.run(arguments.toArray(new String[0]))).isZero();
  }

  @AfterAll
  static void stop() throws IOException {
    CallerContext.setCurrent(null);
    if (open != null) {
      open.close();
    }
    if (files != null) {
      files.close();
    }
    DATA.forEach(DataNode::shutdown);
    if (nameNode != null) {
      nameNode.stop();
    }
    Logger.getLogger(AUDIT).removeAppender(appender);
    appender.close();
  }

  /** What a visitor has seen, by path. */
  private static final class Found implements ImageVisitor {
    private final Map<String, FileRecord> files = new TreeMap<>();
    private final Map<String, DirectoryRecord> directories = new TreeMap<>();

    @Override
    public void file(FileRecord file) {
      assertThat(files.put(file.path(), file)).as(file.path()).isNull();
    }

    @Override
    public void directory(DirectoryRecord found) {
      assertThat(directories.put(found.path(), found)).as(found.path()).isNull();
    }
  }

  private static void assertSame(Found found, ChronoUnit precision) {
    SEEN.forEach(
        (path, seen) -> {
          FileRecord file = found.files.get(path);
          assertThat(file).as(path).isNotNull();
          assertThat(file.bytes()).as(path).isEqualTo(seen.getLen());
          assertThat(file.blocks()).as(path).isEqualTo(BLOCKS.get(path));
          assertThat(file.blockBytes()).as(path).isEqualTo(seen.getBlockSize());
          assertThat(file.replication()).as(path).isEqualTo(Math.max(1, seen.getReplication()));
          assertThat(file.isErasureCoded()).as(path).isEqualTo(seen.isErasureCoded());
          assertThat(file.modified())
              .as(path)
              .isEqualTo(Instant.ofEpochMilli(seen.getModificationTime()).truncatedTo(precision));
          assertThat(file.accessed())
              .as(path)
              .isEqualTo(Instant.ofEpochMilli(seen.getAccessTime()).truncatedTo(precision));
        });
    List<String> expected = new ArrayList<>(SEEN.keySet());
    expected.add("/open");
    assertThat(found.files.keySet()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(found.directories.keySet())
        .containsExactlyInAnyOrder("/", "/odd", "/policy", "/coded", "/snap", "/snap/below");
  }

  @Test
  void readsTheDelimitedImage() throws IOException {
    Found found = new Found();
    new DelimitedImage(delimited, DelimitedImage.TAB, ZoneId.systemDefault()).read(found);
    assertSame(found, ChronoUnit.MINUTES);
    assertThat(found.files.get("/policy/file").storagePolicy()).isZero();
    assertThat(found.files.get("/policy/own").storagePolicy()).isEqualTo(12);
    assertThat(found.directories.get("/policy").storagePolicy()).isEqualTo(10);
    assertThat(found.files.get("/coded/file").isErasureCoded()).isTrue();
    assertThat(found.files.get("/coded/file").bytes()).isEqualTo(5 << 20);
  }

  @Test
  void readsTheDelimitedImageWithCommas() throws IOException {
    Found found = new Found();
    new DelimitedImage(comma, ",", ZoneId.systemDefault()).read(found);
    assertSame(found, ChronoUnit.MINUTES);
    assertThat(found.files.values())
        .extracting(FileRecord::storagePolicy)
        .containsOnly(FileRecord.NOT_TOLD);
  }

  @Test
  void readsTheXmlImage() throws IOException {
    Found found = new Found();
    new XmlImage(xml).read(found);
    assertSame(found, ChronoUnit.MILLIS);
    SEEN.forEach(
        (path, seen) ->
            assertThat(found.files.get(path).id())
                .as(path)
                .isEqualTo(((HdfsFileStatus) seen).getFileId()));
    assertThat(found.files.get("/policy/file").storagePolicy()).isZero();
    assertThat(found.files.get("/policy/own").storagePolicy()).isEqualTo(12);
    assertThat(found.directories.get("/policy").storagePolicy()).isEqualTo(10);
    assertThat(found.directories.get("/odd").storagePolicy()).isZero();
    found.files.forEach(
        (path, file) ->
            assertThat(file.isUnderConstruction())
                .as(path)
                .isEqualTo(path.equals("/open") ? Knowledge.YES : Knowledge.NO));
    assertThat(found.files.get("/snap/below/held").snapshots()).isEqualTo(SnapshotState.HELD);
    assertThat(found.files.get("/snap/below/changed").snapshots()).isEqualTo(SnapshotState.CHANGED);
    assertThat(found.files.get("/plain").snapshots()).isEqualTo(SnapshotState.NONE);
  }

  @Test
  void readsTheAuditLog() throws IOException {
    List<AuditEvent> events = new ArrayList<>();
    long malformed = 0;
    AuditPosition position = AuditPosition.START;
    boolean more = true;
    while (more) {
      try (AuditTail tail = new AuditTail(log, ZoneId.systemDefault(), position)) {
        AuditBatch batch = tail.poll(7);
        assertThat(batch.notices()).isEmpty();
        events.addAll(batch.events());
        malformed += batch.counts().malformed();
        position = AuditPosition.parse(batch.position().text());
        more = batch.hasMore();
      }
    }
    assertThat(malformed).isZero();
    assertThat(Files.exists(directory.resolve("hdfs-audit.log.5"))).isTrue();
    List<String> opened = new ArrayList<>();
    ODD.forEach(name -> opened.add("/odd/" + name));
    assertThat(sources(events, AuditCommand.OPEN)).startsWith(opened.toArray(new String[0]));
    assertThat(sources(events, AuditCommand.CREATE))
        .startsWith("/plain", "/empty")
        .containsAll(opened)
        .endsWith("/secret", "/open");
    assertThat(sources(events, AuditCommand.DELETE)).containsExactly("/snap/below/deleted");
    assertThat(sources(events, AuditCommand.CONCAT)).containsExactly("[/part]");
    assertThat(sources(events, AuditCommand.SET_REPLICATION))
        .containsExactly("/snap/below/changed");
    assertThat(sources(events, AuditCommand.SET_STORAGE_POLICY))
        .containsExactly("/policy", "/policy/own");
    assertThat(sources(events, AuditCommand.SET_ERASURE_CODING_POLICY)).containsExactly("/coded");
    assertThat(events.stream().filter(event -> event.command() == AuditCommand.RENAME))
        .extracting(event -> event.source() + " " + event.destination())
        .containsExactly("/snap/below/renamed /moved", "/replacing /replaced");
    AuditEvent refused =
        events.stream().filter(event -> !event.allowed()).findFirst().orElseThrow();
    assertThat(refused.user()).isEqualTo("alice");
    assertThat(refused.source()).isEqualTo("/secret");
    assertThat(refused.address()).isEqualTo("127.0.0.1");
    assertThat(refused.callerContext()).startsWith("job_1\tè");
    Instant now = Instant.now();
    assertThat(events)
        .allMatch(event -> event.time().isBefore(now.plusSeconds(60)))
        .allMatch(event -> event.time().isAfter(now.minusSeconds(3600)));
  }

  private static List<String> sources(List<AuditEvent> events, AuditCommand command) {
    return events.stream()
        .filter(event -> event.command() == command)
        .map(AuditEvent::source)
        .toList();
  }
}
