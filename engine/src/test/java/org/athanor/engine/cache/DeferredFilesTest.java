// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is held in memory is written whole, or stays in memory, whatever fails. */
@Timeout(60)
class DeferredFilesTest {
  private static final Path PART = new Path("file:/out/part");
  private static final Path OTHER = new Path("file:/out/other");
  private static final Path OUT = new Path("file:/out");
  private static final Path MARK = new Path("file:/out/_SUCCESS");
  private static final FileId OUT_ID = new FileId("test", 0);

  private final DataCache cache = new DataCache();
  private final DeferredFiles files = new DeferredFiles(cache);
  private final Disk disk = new Disk();

  DeferredFilesTest() {
    cache.limit(1 << 20);
  }

  /** A file system whose n-th call fails. */
  private static final class Disk implements Store {
    private final Map<Path, byte[]> contents = new HashMap<>();
    private final Map<Path, FileId> ids = new HashMap<>();
    private int failAt = Integer.MAX_VALUE;
    private int calls;
    private int made;

    private synchronized void call() throws IOException {
      if (++calls == failAt) {
        throw new IOException("the disk is full");
      }
    }

    synchronized Found make(Path path) {
      FileId id = new FileId("test", ++made);
      ids.put(path, id);
      contents.put(path, new byte[0]);
      return new Found(id, false, 0, 17);
    }

    synchronized String text(Path path) {
      byte[] bytes = contents.get(path);
      return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public synchronized Optional<Found> find(Path path) throws IOException {
      call();
      if (path.equals(OUT)) {
        return Optional.of(new Found(OUT_ID, true, 0, 17));
      }
      return Optional.ofNullable(ids.get(path))
          .map(id -> new Found(id, false, contents.get(path).length, 17));
    }

    @Override
    public OutputStream rewrite(Path path, boolean again) throws IOException {
      call();
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      return new OutputStream() {
        @Override
        public void write(int value) {
          written.write(value);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          call();
          written.write(bytes, offset, length);
          store(path, written.toByteArray());
        }

        @Override
        public void close() throws IOException {
          call();
        }
      };
    }

    private synchronized void store(Path path, byte[] bytes) {
      contents.put(path, bytes);
    }

    @Override
    public void setModified(Path path, long modified) throws IOException {
      call();
    }

    @Override
    public Optional<Object> key(Path path, long length) throws IOException {
      call();
      return Optional.of(path + " " + length);
    }

    @Override
    public void createEmpty(Path path, FsPermission permission) throws IOException {
      call();
      store(path, new byte[0]);
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  private DeferredFiles.Entry hold(Path path, String text) throws IOException {
    Draft draft = new Draft(cache);
    DeferredFiles.Entry entry = files.add(disk, disk.make(path), path, draft);
    try (DeferredOutput out = new DeferredOutput(files, entry, draft)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return entry;
  }

  private void mark() {
    files.addMarker(
        MARK, new DeferredFiles.Marker(disk, OUT_ID, FsPermission.getFileDefault(), 17));
  }

  @Test
  void writesAllBeforeTheMarkWhicheverCallFails() throws IOException {
    int calls = 1;
    boolean failed = true;
    while (failed) {
      hold(PART, "text of the part");
      mark();
      disk.calls = 0;
      disk.failAt = calls;
      failed = false;
      try {
        files.flush(OUT);
      } catch (IOException e) {
        failed = true;
        assertThat(e).hasMessageContaining("the disk is full").hasMessageContaining("/out/");
        assertThat(disk.text(MARK)).as("mark after call %d failed", calls).isNull();
      }
      if (failed) {
        disk.failAt = Integer.MAX_VALUE;
        files.flush(OUT);
      }
      assertThat(disk.text(PART)).isEqualTo("text of the part");
      assertThat(disk.text(MARK)).isEmpty();
      assertThat(files.areNone()).isTrue();
      disk.contents.clear();
      calls++;
    }
    assertThat(calls).as("calls of a flush").isGreaterThan(8);
    cache.clear();
    assertThat(cache.used()).isZero();
  }

  @Test
  void stillHasWhatCouldNotBeWritten() throws IOException {
    DeferredFiles.Entry entry = hold(PART, "text");
    disk.calls = 0;
    disk.failAt = 3; // what is written
    assertThatThrownBy(() -> files.flush(PART))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cannot write file:/out/part, which is in memory only (athanor.cache.mode=deferred):"
                + " the disk is full");
    assertThat(entry).isNotNull();
    FileId id = disk.ids.get(PART);
    assertThat(files.held(id)).contains(new DeferredFiles.Held(4, 17));
    try (Pages pages = files.open(id).orElseThrow()) {
      assertThat(pages.page(0)).asString(StandardCharsets.UTF_8).isEqualTo("text");
    }
    disk.failAt = disk.calls + 2;
    assertThat(files.flushAll()).hasSize(1).first().asString().contains("/out/part");
  }

  @Test
  void withoutMemoryWhatWasUsedLeastRecentlyIsWritten() throws IOException {
    hold(PART, "a".repeat(700_000));
    hold(OTHER, "b".repeat(700_000));
    assertThat(disk.text(PART)).hasSize(700_000);
    assertThat(disk.text(OTHER)).isEmpty();
    assertThat(files.held(disk.ids.get(OTHER))).contains(new DeferredFiles.Held(700_000, 17));
    assertThat(cache.used()).isLessThanOrEqualTo(cache.limit());
  }

  @Test
  void aFileThatIsLargerThanTheMemoryIsWrittenAtOnce() throws IOException {
    hold(PART, "a".repeat(100));
    // What fills memory has one page; the rest comes in pieces.
    Draft draft = new Draft(cache);
    DeferredFiles.Entry entry = files.add(disk, disk.make(OTHER), OTHER, draft);
    try (DeferredOutput out = new DeferredOutput(files, entry, draft)) {
      byte[] piece = "b".repeat(10_000).getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < 200; i++) {
        out.write(piece);
      }
    }
    assertThat(files.held(disk.ids.get(OTHER))).isEmpty();
    assertThat(disk.text(OTHER)).hasSize(2_000_000);
    assertThat(cache.used()).isLessThanOrEqualTo(cache.limit());
  }

  @Test
  void givesMemoryBackWhenAFileIsDeletedWhileItIsWritten() throws IOException {
    Draft draft = new Draft(cache);
    DeferredFiles.Entry entry = files.add(disk, disk.make(PART), PART, draft);
    DeferredOutput out = new DeferredOutput(files, entry, draft);
    out.write(new byte[100_000]);
    assertThat(cache.used()).isPositive();
    files.deleted(OUT);
    assertThat(cache.used()).isZero();
    out.write(new byte[100_000]);
    out.close();
    assertThat(cache.used()).isZero();
    assertThat(files.areNone()).isTrue();
  }

  @Test
  void aReaderKeepsWhatIsDeleted() throws IOException {
    hold(PART, "text");
    try (Pages pages = files.open(disk.ids.get(PART)).orElseThrow()) {
      files.deleted(PART);
      assertThat(pages.page(0)).hasSize(4);
      assertThat(cache.used()).isEqualTo(4);
    }
    assertThat(cache.used()).isZero();
  }
}
