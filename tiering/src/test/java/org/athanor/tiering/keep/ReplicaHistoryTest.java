// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.junit.jupiter.api.Test;

class ReplicaHistoryTest {
  private static Progress.Raised raised(String path, long id, long since) {
    return new Progress.Raised(path, id, 3, 3, 4, since);
  }

  private static EventBatch set(long change, String path, int replicas) {
    return batch(
        change,
        new Event.MetadataUpdateEvent.Builder()
            .path(path)
            .metadataType(Event.MetadataUpdateEvent.MetadataType.REPLICATION)
            .replication(replicas)
            .build());
  }

  private static EventBatch rename(long change, String from, String to) {
    return batch(change, new Event.RenameEvent.Builder().srcPath(from).dstPath(to).build());
  }

  private static EventBatch unlink(long change, String path) {
    return batch(change, new Event.UnlinkEvent.Builder().path(path).build());
  }

  private static EventBatch batch(long change, Event event) {
    return new EventBatch(change, new Event[] {event});
  }

  private static Map<Long, List<Integer>> history(
      List<Progress.Raised> files, EventBatch... batches) {
    ReplicaHistory history = new ReplicaHistory(files);
    List.of(batches).forEach(history::accept);
    return history.set();
  }

  @Test
  void followsAFileThatIsRenamedWithItsDirectory() {
    assertThat(
            history(
                List.of(raised("/a/b", 1, 10)),
                set(11, "/a/b", 4),
                rename(12, "/a", "/c"),
                set(13, "/a/b", 5),
                set(14, "/c/b", 6),
                rename(15, "/c", "/cc"),
                set(16, "/cc/b", 7)))
        .isEqualTo(Map.of(1L, List.of(4, 6, 7)));
  }

  /** The other file was raised earlier, so changes are read from then on. */
  @Test
  void whatWasBeforeAFileWasRaisedDoesNotConcernIt() {
    List<Progress.Raised> files = List.of(raised("/x", 1, 10), raised("/a/b", 2, 20));
    assertThat(
            history(
                files,
                rename(11, "/a", "/other"), // then another directory got the name
                unlink(12, "/a/b"),
                set(13, "/a/b", 9),
                set(21, "/a/b", 4),
                set(22, "/x", 5)))
        .isEqualTo(Map.of(1L, List.of(5), 2L, List.of(4)));
  }

  @Test
  void twoFilesHaveHadTheSamePath() {
    List<Progress.Raised> files = List.of(raised("/a", 1, 10), raised("/a", 2, 20));
    assertThat(
            history(
                files,
                set(11, "/a", 4),
                rename(12, "/a", "/b"),
                set(21, "/a", 5),
                set(22, "/b", 6)))
        .isEqualTo(Map.of(1L, List.of(4, 6), 2L, List.of(5)));
  }

  @Test
  void aFileThatIsOverwrittenIsThereNoMore() {
    List<Progress.Raised> files = List.of(raised("/a", 1, 10), raised("/b", 2, 10));
    assertThat(history(files, rename(11, "/a", "/b"), set(12, "/b", 4), set(13, "/a", 5)))
        .isEqualTo(Map.of(1L, List.of(4), 2L, List.of()));
  }

  @Test
  void aFileWhoseDirectoryIsDeletedIsThereNoMore() {
    assertThat(history(List.of(raised("/a/b", 1, 10)), unlink(11, "/a"), set(12, "/a/b", 4)))
        .isEqualTo(Map.of(1L, List.of()));
  }
}
