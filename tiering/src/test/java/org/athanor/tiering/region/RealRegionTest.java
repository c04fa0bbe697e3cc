// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.FiveNodes;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users ask a region on an HDFS with five nodes, whose files Hadoop's mover moves. */
@Timeout(300)
class RealRegionTest implements PlanExecution.Listener {
  private static final String BOX = HdfsRequestBox.DIRECTORY;

  private final List<String> notices = new ArrayList<>();
  private long seconds;

  private static DistributedFileSystem as(String user, DistributedFileSystem files)
      throws Exception {
    return UserGroupInformation.createRemoteUser(user)
        .doAs(
            (PrivilegedExceptionAction<DistributedFileSystem>)
                () ->
                    (DistributedFileSystem)
                        FileSystem.newInstance(files.getUri(), files.getConf()));
  }

  private static JobRequest request(HadoopHdfs hdfs, StorageConfiguration storage, String path)
      throws IOException {
    FileState file = hdfs.state(path).orElseThrow();
    return new JobRequest(
        "sort",
        "sort of " + path,
        Map.of(storage, 1.0),
        OptionalLong.of(0),
        List.of(new JobRequest.InputFile(path, file.id(), file.bytes(), file.modifiedMillis())));
  }

  private RegionManager manager(FiveNodes nodes, Path state) throws IOException {
    HdfsRequestBox box = new HdfsRequestBox(nodes.files(), BOX);
    box.create();
    long block = FiveNodes.BLOCK;
    return new RegionManager(
        new RegionSettings(4 * block, block, Duration.ofSeconds(30)),
        nodes.hdfs(),
        box,
        new RegionManager.Means(
            (path, file) -> true,
            PlanExecution.Limits.DEFAULT,
            PlanExecution.Pause.SLEEP,
            this,
            notices::add,
            false),
        state);
  }

  private void step(RegionManager manager) throws Exception {
    seconds += 61;
    while (manager.step(() -> seconds * 1_000_000_000L, path -> false)) {
      // There is more.
    }
  }

  private static boolean isOnSsd(HadoopHdfs hdfs, String path) throws IOException {
    return hdfs.state(path).orElseThrow().blocks().stream()
        .allMatch(block -> block.contains(DeviceType.SSD));
  }

  @Test
  void aUserGetsSsdsUntilTheRequestEnds(@TempDir Path directory) throws Exception {
    try (FiveNodes nodes = new FiveNodes(directory);
        DistributedFileSystem bob = as("bob", nodes.files());
        DistributedFileSystem eve = as("eve", nodes.files())) {
      HadoopHdfs hdfs = nodes.hdfs();
      assertThatThrownBy(
              () ->
                  PostedRequest.post(
                      bob,
                      BOX,
                      new JobRequest("a", "a", Map.of(), OptionalLong.empty(), List.of())))
          .isInstanceOf(FileNotFoundException.class);
      for (String name : List.of("/one", "/two")) {
        DFSTestUtil.createFile(
            nodes.files(), new org.apache.hadoop.fs.Path(name), 3L * FiveNodes.BLOCK, (short) 3, 7);
        DFSTestUtil.waitReplication(nodes.files(), new org.apache.hadoop.fs.Path(name), (short) 3);
      }
      Path state = Files.createDirectory(directory.resolve("state"));
      RegionManager manager = manager(nodes, state);
      try (PostedRequest first =
          PostedRequest.post(bob, BOX, request(hdfs, StorageConfiguration.CONFIG_3, "/one"))) {
        assertThat(first.answer()).isEmpty();
        step(manager);
        Answer answer = first.answer().orElseThrow();
        assertThat(answer.state()).as("%s", answer).isEqualTo(Answer.State.GRANTED);
        assertThat(answer.prefetchedFiles()).isEqualTo(1);
        assertThat(isOnSsd(hdfs, "/one")).isTrue();
        first.renew();
        step(manager);
        assertThat(manager.snapshot().counterBytes()).isEqualTo(3L * FiveNodes.BLOCK);
        assertThatThrownBy(() -> eve.listStatus(new org.apache.hadoop.fs.Path(BOX)))
            .isInstanceOf(AccessControlException.class);
        org.apache.hadoop.fs.Path seen =
            nodes.files().listStatus(new org.apache.hadoop.fs.Path(BOX))[0].getPath();
        assertThatThrownBy(() -> eve.open(seen).close()).isInstanceOf(AccessControlException.class);
        assertThatThrownBy(() -> eve.delete(seen, false))
            .isInstanceOf(AccessControlException.class);

        // Its room is used; a restart knows.
        manager = manager(nodes, state);
        try (PostedRequest second =
            PostedRequest.post(eve, BOX, request(hdfs, StorageConfiguration.CONFIG_3, "/two"))) {
          step(manager);
          assertThat(second.answer().orElseThrow().reason())
              .startsWith("the temporary region has no room for ");
        }
      }
      nodes
          .files()
          .rename(new org.apache.hadoop.fs.Path("/one"), new org.apache.hadoop.fs.Path("/1"));
      step(manager);
      assertThat(manager.snapshot().idleBytes()).isEqualTo(3L * FiveNodes.BLOCK);
      // Nobody says that it was renamed: it is found by its number.
      try (PostedRequest third =
          PostedRequest.post(eve, BOX, request(hdfs, StorageConfiguration.CONFIG_3, "/two"))) {
        step(manager);
        assertThat(third.answer().orElseThrow().state()).isEqualTo(Answer.State.GRANTED);
        assertThat(isOnSsd(hdfs, "/two")).isTrue();
        assertThat(hdfs.state("/1").orElseThrow().policy()).isEqualTo("HOT");
        assertThat(isOnSsd(hdfs, "/1")).isFalse();
        nodes.files().delete(new org.apache.hadoop.fs.Path("/two"), false);
        step(manager);
        assertThat(manager.snapshot().fileCount()).isZero();
      }
      step(manager);
      assertThat(nodes.files().listStatus(new org.apache.hadoop.fs.Path(BOX))).isEmpty();
      assertThat(manager.snapshot().jobs()).isEmpty();
    }
  }

  /** Everybody may write there, and the daemon removes files: a directory of data is neither. */
  @Test
  void takesOnlyADirectoryThatADaemonHasMade(@TempDir Path directory) throws Exception {
    try (FiveNodes nodes = new FiveNodes(directory)) {
      DistributedFileSystem files = nodes.files();
      org.apache.hadoop.fs.Path data = new org.apache.hadoop.fs.Path("/data");
      files.mkdirs(new org.apache.hadoop.fs.Path(data, "x.part/y"));
      FsPermission before = files.getFileStatus(data).getPermission();
      assertThatThrownBy(() -> new HdfsRequestBox(files, "/data").create())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("/data: exists, and is no directory of requests: ")
          .hasMessageContaining("with mode 1733");
      assertThatThrownBy(() -> new HdfsRequestBox(files, "/").create())
          .isInstanceOf(IOException.class)
          .hasMessage("--requests=/: must be a directory of its own");
      assertThat(files.getFileStatus(data).getPermission()).isEqualTo(before);
      files.setPermission(data, new FsPermission((short) 01733));
      files.setOwner(data, "eve", null);
      assertThatThrownBy(() -> new HdfsRequestBox(files, "/data").create())
          .isInstanceOf(IOException.class);

      HdfsRequestBox box = new HdfsRequestBox(files, BOX);
      box.create();
      box.create();
      assertThat(files.getFileStatus(new org.apache.hadoop.fs.Path(BOX)).getPermission().toShort())
          .isEqualTo((short) 01733);
      files.mkdirs(new org.apache.hadoop.fs.Path(BOX, "x.part/y"));
      assertThat(box.list().entries())
          .extracting(RequestBox.Entry::kind)
          .containsExactly(RequestBox.Kind.FOREIGN);
      assertThatThrownBy(() -> box.remove("x.part")).isInstanceOf(IOException.class);
      assertThat(files.exists(new org.apache.hadoop.fs.Path(BOX, "x.part/y"))).isTrue();
      RequestBox.Entry entry = box.list().entries().get(0);
      box.putAside(entry);
      assertThat(box.list().entries()).isEmpty();
      String aside = BOX + "-foreign/*/" + entry.owner() + "/*/x.part/y";
      assertThat(files.globStatus(new org.apache.hadoop.fs.Path(aside))).hasSize(1);
      String level = BOX + "-foreign";
      for (int depth = 0; depth < 4; depth++) {
        assertThat(files.globStatus(new org.apache.hadoop.fs.Path(level)))
            .as(level)
            .singleElement()
            .satisfies(one -> assertThat(one.getPermission().toShort()).isEqualTo((short) 0711));
        level += "/*";
      }
      assertThat(nodes.hdfs().hasInode(1L << 40)).isFalse();
    }
  }

  @Override
  public void ended(Outcome outcome) {
    notices.add(outcome.toString());
  }

  @Override
  public void moving(int files, long bytes) {}
}
