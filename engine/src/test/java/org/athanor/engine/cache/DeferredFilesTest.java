// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
    private Runnable inTheMiddle = () -> {};
    private Runnable whenMade = () -> {};
    private int calls;
    private int made;

    private synchronized void call() throws IOException {
      if (++calls == failAt) {
        throw new IOException("the disk is full");
      }
    }

    synchronized FileId make(Path path) {
      FileId id = new FileId("test", ++made);
      ids.put(path, id);
      contents.put(path, new byte[0]);
      return id;
    }

    synchronized void move(Path from, Path to) {
      ids.put(to, ids.remove(from));
      contents.put(to, contents.remove(from));
    }

    synchronized void delete(Path path) {
      ids.remove(path);
      contents.remove(path);
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
    public synchronized Optional<Place> hold(Path path) {
      return Optional.of(new Held(ids.get(path)));
    }

    /** A file that is another one when it is written again, as in HDFS. */
    private final class Held implements Place {
      private FileId id;

      Held(FileId id) {
        this.id = id;
      }

      @Override
      public FileId id() {
        return id;
      }

      @Override
      public Rewritten rewrite(Path path, boolean again) throws IOException {
        call();
        if (again) {
          id = make(path);
          whenMade.run();
        }
        return new Rewritten(output(path), id);
      }

      @Override
      public boolean isDeleted() {
        synchronized (Disk.this) {
          return !ids.containsValue(id);
        }
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    }

    private OutputStream output(Path path) {
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      return new OutputStream() {
        @Override
        public void write(int value) throws IOException {
          write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          // A full disk takes a part.
          written.write(bytes, offset, length / 2);
          store(path, written.toByteArray());
          inTheMiddle.run();
          call();
          written.write(bytes, offset + length / 2, length - length / 2);
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

  private void hold(Path path, String text) throws IOException {
    try (DeferredOutput out = create(path)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private DeferredOutput create(Path path) {
    disk.make(path);
    return files.add(disk, disk.hold(path).orElseThrow(), path);
  }

  private String read(Path path, long length) throws IOException {
    Optional<Pages> open = files.open(disk.ids.get(path), path, length);
    if (open.isEmpty()) {
      return null;
    }
    try (Pages pages = open.get()) {
      return new String(pages.page(0), StandardCharsets.UTF_8);
    }
  }

  private Optional<Long> length(Path path) {
    return files
        .held(disk.ids.get(path), path, disk.contents.get(path).length)
        .map(DeferredFiles.Held::length);
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
    hold(PART, "text");
    disk.calls = 0;
    disk.failAt = 3; // what is written
    assertThatThrownBy(() -> files.flush(PART))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cannot write file:/out/part, which is in memory only (athanor.cache.mode=deferred):"
                + " the disk is full");
    assertThat(disk.text(PART)).isEqualTo("te");
    assertThat(length(PART)).contains(4L);
    assertThat(read(PART, 2)).isEqualTo("text");
    disk.failAt = disk.calls + 2;
    assertThat(files.flushAll()).hasSize(1).first().asString().contains("/out/part");
  }

  @Test
  void writesWhatHasFailedTwice() throws IOException {
    for (int call = 1; call <= 5; call++) {
      for (int second = 1; second <= 5; second++) {
        hold(PART, "text");
        mark();
        disk.calls = 0;
        disk.failAt = call;
        assertThatThrownBy(() -> files.flush(OUT)).hasMessageContaining("the disk is full");
        disk.failAt = disk.calls + second;
        assertThatThrownBy(() -> files.flush(OUT)).hasMessageContaining("the disk is full");
        assertThat(read(PART, disk.contents.get(PART).length)).isEqualTo("text");
        assertThat(disk.text(MARK)).isNull();
        disk.failAt = Integer.MAX_VALUE;
        assertThat(files.flushAll()).isEmpty();
        assertThat(disk.text(PART)).isEqualTo("text");
        assertThat(disk.text(MARK)).isEmpty();
        disk.contents.clear();
      }
    }
  }

  @Test
  void readersHaveAllWhileAPartIsWritten() throws IOException {
    hold(PART, "text");
    List<String> seen = new ArrayList<>();
    disk.inTheMiddle =
        () -> {
          try {
            seen.add(disk.text(PART) + " " + length(PART) + " " + read(PART, 2));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    disk.calls = 0;
    disk.failAt = 3;
    assertThatThrownBy(() -> files.flush(PART)).hasMessageContaining("the disk is full");
    files.flush(PART);
    assertThat(seen).containsExactly("te Optional[4] text", "te Optional[4] text");
  }

  @Test
  void aFileThatIsJustReplacedIsFoundByItsPath() throws IOException {
    hold(PART, "text");
    disk.calls = 0;
    disk.failAt = 3;
    assertThatThrownBy(() -> files.flush(PART)).hasMessageContaining("the disk is full");
    List<String> seen = new ArrayList<>();
    disk.whenMade =
        () -> {
          try {
            seen.add(read(PART, 0));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    files.flush(PART);
    assertThat(seen).containsExactly("text");
  }

  @Test
  void marksOnlyWhatIsWrittenMeanwhile() throws IOException {
    hold(PART, "text");
    mark();
    disk.inTheMiddle =
        () -> {
          disk.inTheMiddle = () -> {};
          try {
            hold(OTHER, "more");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    files.flush(OUT);
    assertThat(disk.text(MARK)).isEmpty();
    assertThat(disk.text(OTHER)).isEqualTo("more");
  }

  @Test
  void whatAnotherProgramHasMovedReplacedOrChangedIsAFailure() throws IOException {
    String loss =
        PART
            + " was moved, replaced or changed by another program before its content was written"
            + " (athanor.cache.mode=deferred): the content is lost";
    List<Runnable> accidents =
        List.of(
            () -> disk.move(PART, OTHER),
            () -> disk.make(PART),
            () -> disk.store(PART, new byte[] {1}));
    for (Runnable accident : accidents) {
      hold(PART, "text");
      mark();
      accident.run();
      byte[] others = disk.contents.get(PART);
      assertThatThrownBy(() -> files.flush(OUT)).hasMessage(loss);
      assertThatThrownBy(() -> files.flush(MARK)).hasMessage(loss);
      assertThat(files.flushAll()).containsExactly(loss);
      assertThat(disk.text(MARK)).isNull();
      assertThat(disk.contents.get(PART)).isEqualTo(others);
      files.clear();
      assertThat(cache.used()).isZero();
      disk.contents.clear();
      disk.ids.clear();
    }
  }

  @Test
  void whatAnotherProgramHasDeletedIsNotWritten() throws IOException {
    hold(PART, "text");
    mark();
    disk.delete(PART);
    files.flush(OUT);
    assertThat(disk.text(PART)).isNull();
    assertThat(disk.text(MARK)).isEmpty();
    assertThat(files.flushAll()).isEmpty();
  }

  @Test
  void whatAnotherProgramHasWrittenIsRead() throws IOException {
    hold(PART, "text");
    assertThat(read(PART, 0)).isEqualTo("text");
    assertThat(read(PART, 3)).isNull();
    disk.store(PART, new byte[3]);
    assertThat(length(PART)).isEmpty();
  }

  @Test
  void aStreamThatIsFlushedGoesOnWithTheFile() throws IOException {
    DeferredOutput out = create(PART);
    out.write("te".getBytes(StandardCharsets.UTF_8));
    files.flush(PART);
    assertThat(files.areNone()).isTrue();
    assertThat(disk.text(PART)).isEqualTo("te");
    out.write("xt".getBytes(StandardCharsets.UTF_8));
    out.close();
    assertThat(disk.text(PART)).isEqualTo("text");
  }

  @Test
  void whatIsNotClosedAtTheEndIsWritten() throws IOException {
    DeferredOutput out = create(PART);
    out.write("text".getBytes(StandardCharsets.UTF_8));
    mark();
    assertThat(files.flushAll()).isEmpty();
    assertThat(disk.text(PART)).isEqualTo("text");
    assertThat(disk.text(MARK)).isEmpty();
  }

  @Test
  void anInterruptedThreadDoesNotWait() throws IOException {
    hold(PART, "text");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> files.flush(PART)).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(files.flushAll()).isEmpty();
    assertThat(disk.text(PART)).isEqualTo("text");
  }

  @Test
  void withoutMemoryWhatWasUsedLeastRecentlyIsWritten() throws IOException {
    hold(PART, "a".repeat(700_000));
    hold(OTHER, "b".repeat(700_000));
    assertThat(disk.text(PART)).hasSize(700_000);
    assertThat(disk.text(OTHER)).isEmpty();
    assertThat(length(OTHER)).contains(700_000L);
    assertThat(cache.used()).isLessThanOrEqualTo(cache.limit());
  }

  @Test
  void aFileThatIsLargerThanTheMemoryIsWrittenAtOnce() throws IOException {
    hold(PART, "a".repeat(100));
    // What fills memory has one page; the rest comes in pieces.
    try (DeferredOutput out = create(OTHER)) {
      byte[] piece = "b".repeat(10_000).getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < 200; i++) {
        out.write(piece);
      }
    }
    assertThat(length(OTHER)).isEmpty();
    assertThat(disk.text(OTHER)).hasSize(2_000_000);
    assertThat(cache.used()).isLessThanOrEqualTo(cache.limit());
  }

  @Test
  void givesMemoryBackWhenAFileIsDeletedWhileItIsWritten() throws IOException {
    DeferredOutput out = create(PART);
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
    try (Pages pages = files.open(disk.ids.get(PART), PART, 0).orElseThrow()) {
      files.deleted(PART);
      assertThat(pages.page(0)).hasSize(4);
      assertThat(cache.used()).isEqualTo(4 + DataCache.FILE_BYTES);
    }
    assertThat(cache.used()).isZero();
  }
}
