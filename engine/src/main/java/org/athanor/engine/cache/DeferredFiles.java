// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.athanor.engine.files.FileErrors;
import org.athanor.engine.thread.DaemonThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files whose content is in memory and not in their file system yet. There, each is an empty file
 * with the name, owner and permissions that it has anyway, so that names are those of the file
 * system, whoever changes them; only length and content are found here, by the file's identity.
 *
 * <p>A job's mark of success is a name, so it is not even an empty file: it is made when all that
 * is below its directory has been written. Whoever looks from outside sees a job that is not
 * finished, and never one that is without its data.
 *
 * <p>Thread-safe. The lock is not held during I/O, which threads of this class do, so that it is
 * counted for no task, and interrupted by none.
 */
final class DeferredFiles {
  private static final Logger LOG = LoggerFactory.getLogger(DeferredFiles.class);
  private static final int THREADS = 4;
  private static final int IDLE_SECONDS = 1;

  private enum State {
    /** A stream to it is open. */
    WRITING,
    /** It is complete, and in memory. */
    HELD,
    /** It is being written to its file system. */
    FLUSHING,
    /** It is written, or deleted. */
    GONE
  }

  /** A file. Its fields are guarded by the {@link DeferredFiles}. */
  static final class Entry {
    private final Store store;
    private final long modified;
    private FileId id;
    private Path path;
    private State state = State.WRITING;
    private Draft draft;
    private Content content;

    /** Whether writing it has begun; of the thread that has reserved its path. */
    private boolean partlyWritten;

    private Entry(Store store, Store.Found found, Path path, Draft draft) {
      this.store = store;
      this.id = found.id();
      this.modified = found.modified();
      this.path = path;
      this.draft = draft;
    }
  }

  /**
   * A mark of success that is not made yet.
   *
   * @param modified time of its creation, in ms
   */
  record Marker(Store store, FileId directory, FsPermission permission, long modified) {}

  private final DataCache cache;
  private final Reservations reservations = new Reservations();
  private final ThreadPoolExecutor threads;

  /** The one that was used last is at the end. */
  @GuardedBy("this")
  private final Map<FileId, Entry> entries = new LinkedHashMap<>();

  /** By their path. */
  @GuardedBy("this")
  private final Map<Path, Marker> markers = new LinkedHashMap<>();

  /** How many entries and marks have gone. */
  @GuardedBy("this")
  private long gone;

  DeferredFiles(DataCache cache) {
    this.cache = cache;
    AtomicInteger number = new AtomicInteger();
    threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> new DaemonThread(work, "athanor-cache-" + number.incrementAndGet()));
    threads.allowCoreThreadTimeOut(true);
  }

  /** Returns whether nothing is held, so that the file system says everything. */
  synchronized boolean areNone() {
    return entries.isEmpty() && markers.isEmpty();
  }

  /**
   * Returns how many entries and marks have gone. Who finds no entry for what a file system has
   * must look again if this number has changed since before the file system was asked.
   */
  synchronized long gone() {
    return gone;
  }

  Reservations.Reservation reserve(Path... paths) throws InterruptedIOException {
    return reservations.reserve(paths);
  }

  /** Adds a file that was just made, with its path reserved, and is empty. */
  synchronized Entry add(Store store, Store.Found found, Path path, Draft draft) {
    Entry entry = new Entry(store, found, path, draft);
    Entry before = entries.put(entry.id, entry);
    if (before != null) {
      remove(before); // the same identity again, or the same file, overwritten
      entries.put(entry.id, entry);
    }
    return entry;
  }

  /** The stream to the file is closed. */
  synchronized void complete(Entry entry) {
    if (entry.state == State.WRITING) {
      entry.content = entry.draft.finish();
      entry.state = State.HELD;
      if (entry.content.length() == 0) {
        remove(entry); // the file is what it should be
      }
    }
  }

  /**
   * Opens the file to write it, because its stream goes on without memory: what the draft has is
   * written, and the file is not deferred any more.
   *
   * @return empty if the file was deleted; what is written to it goes nowhere
   */
  Optional<OutputStream> writeOut(Entry entry) throws IOException {
    Path path = pathOf(entry);
    if (path == null) {
      return Optional.empty();
    }
    OutputStream out = null;
    Reservations.Reservation reserved = reserveFor(entry);
    try {
      path = pathOf(entry);
      if (path == null || !isThere(entry, path)) {
        removeSafely(entry);
        return Optional.empty();
      }
      out = entry.store.rewrite(path, false);
      entry.draft.writeTo(out);
      removeSafely(entry);
      return Optional.of(out);
    } catch (IOException e) {
      removeSafely(entry);
      if (out != null) {
        closeAfter(e, out);
      }
      throw e;
    } finally {
      reserved.release();
    }
  }

  private static void closeAfter(IOException e, OutputStream out) {
    try {
      out.close();
    } catch (IOException also) {
      e.addSuppressed(also);
    }
  }

  private synchronized void removeSafely(Entry entry) {
    remove(entry);
  }

  /** Returns the path, or null if the file has gone. */
  private synchronized Path pathOf(Entry entry) {
    return entry.state == State.GONE ? null : entry.path;
  }

  /** Reserves the path that the entry has then. */
  private Reservations.Reservation reserveFor(Entry entry) throws IOException {
    while (true) {
      Path path = currentPath(entry);
      Reservations.Reservation reserved = reservations.reserve(path);
      if (path.equals(currentPath(entry))) {
        return reserved;
      }
      reserved.release();
    }
  }

  private synchronized Path currentPath(Entry entry) {
    return entry.path;
  }

  /** Forgets a file, and gives its memory back. */
  @GuardedBy("this")
  private void remove(Entry entry) {
    if (entry.state == State.GONE) {
      return;
    }
    entry.state = State.GONE;
    entries.remove(entry.id, entry);
    gone++;
    entry.draft.drop();
    if (entry.content != null) {
      cache.drop(entry.content);
      entry.content = null;
    }
  }

  /**
   * What a file's status says that the file system does not.
   *
   * @param modified time of the last modification, in ms
   */
  record Held(long length, long modified) {}

  /** Returns what is held of a file, if anything is. */
  synchronized Optional<Held> held(FileId id) {
    return Optional.ofNullable(entries.get(id))
        .filter(entry -> entry.content != null)
        .map(entry -> new Held(entry.content.length(), entry.modified));
  }

  /** Opens a file, if its content is held. */
  synchronized Optional<Pages> open(FileId id) {
    Entry entry = entries.get(id);
    if (entry == null || entry.content == null) {
      return Optional.empty();
    }
    entries.remove(id);
    entries.put(id, entry);
    return Optional.of(entry.content.open());
  }

  // Names.

  /** A file or directory has been moved; both paths are reserved. */
  void moved(Path from, Path to, boolean wasThere) throws IOException {
    List<Entry> under;
    synchronized (this) {
      under = under(from);
    }
    for (Entry entry : under) {
      Path path = PathNames.moved(currentPath(entry), from, to);
      Path inside = PathNames.moved(currentPath(entry), from, new Path(to, from.getName()));
      // What was moved onto a directory is in it now, or has replaced it if it was empty.
      Path now = wasThere && isThere(entry, inside) ? inside : path;
      synchronized (this) {
        entry.path = now;
      }
    }
    List<Map.Entry<Path, Marker>> moving;
    synchronized (this) {
      moving =
          markers.entrySet().stream()
              .filter(marker -> PathNames.isUnder(marker.getKey(), from))
              .map(Map.Entry::copyOf)
              .toList();
    }
    for (Map.Entry<Path, Marker> marker : moving) {
      Path path = PathNames.moved(marker.getKey(), from, to);
      Path inside = PathNames.moved(marker.getKey(), from, new Path(to, from.getName()));
      Path now = wasThere && isFor(marker.getValue(), inside) ? inside : path;
      synchronized (this) {
        markers.remove(marker.getKey());
        markers.put(now, marker.getValue());
      }
    }
  }

  private static boolean isThere(Entry entry, Path path) throws IOException {
    return entry.store.find(path).filter(found -> found.id().equals(entry.id)).isPresent();
  }

  private static boolean isFor(Marker marker, Path path) throws IOException {
    return marker
        .store()
        .find(path.getParent())
        .filter(found -> found.id().equals(marker.directory()))
        .isPresent();
  }

  /** A file, or a directory with all that is in it, has been deleted or replaced. */
  synchronized void deleted(Path path) {
    for (Entry entry : under(path)) {
      remove(entry);
    }
    markers.keySet().removeIf(marker -> PathNames.isUnder(marker, path));
  }

  /** Something of a directory may have been deleted. */
  void partlyDeleted(Path path) throws IOException {
    List<Entry> under;
    synchronized (this) {
      under = under(path);
    }
    for (Entry entry : under) {
      if (!isThere(entry, currentPath(entry))) {
        removeSafely(entry);
      }
    }
  }

  @GuardedBy("this")
  private List<Entry> under(Path path) {
    return new ArrayList<>(
        entries.values().stream().filter(entry -> PathNames.isUnder(entry.path, path)).toList());
  }

  /** Returns whether a file below a directory is held or written. */
  synchronized boolean isAnyUnder(Path directory) {
    return !under(directory).isEmpty();
  }

  // Marks of success.

  /** Adds a mark, which is made when all below its directory is written. */
  synchronized void addMarker(Path path, Marker marker) {
    markers.put(path, marker);
  }

  /** Returns a mark that is not made yet; empty if there is none. */
  Optional<Marker> marker(Path path) throws IOException {
    Marker marker;
    synchronized (this) {
      marker = markers.get(path);
    }
    return marker != null && isFor(marker, path) ? Optional.of(marker) : Optional.empty();
  }

  /** Forgets a mark; returns whether there was one. */
  boolean removeMarker(Path path) throws IOException {
    boolean was = marker(path).isPresent();
    synchronized (this) {
      markers.remove(path);
    }
    return was;
  }

  // Writing.

  /**
   * Writes what was used least recently to its file system.
   *
   * @return false if there is nothing, it cannot be written, or this thread must not wait for that
   */
  boolean flushOne() {
    Entry eldest;
    synchronized (this) {
      eldest =
          entries.values().stream()
              .filter(entry -> entry.state == State.HELD)
              .findFirst()
              .orElse(null);
    }
    if (eldest == null || reservations.areOfThisThread()) {
      return false;
    }
    try {
      await(List.of(threads.submit(() -> flush(eldest))));
      return true;
    } catch (IOException e) {
      LOG.warn("{}", e.getMessage());
      return false;
    }
  }

  /**
   * Writes all that is at or below a path to its file system, marks of success last.
   *
   * @throws IOException if something cannot be written; it is still held
   */
  void flush(Path path) throws IOException {
    if (reservations.areOfThisThread()) {
      return; // a part of an operation that knows what is held
    }
    List<Entry> under;
    synchronized (this) {
      under = under(path).stream().filter(entry -> entry.state != State.WRITING).toList();
    }
    await(under.stream().<Future<?>>map(entry -> threads.submit(() -> flush(entry))).toList());
    List<Path> marks;
    synchronized (this) {
      marks = markers.keySet().stream().filter(marker -> PathNames.isUnder(marker, path)).toList();
    }
    for (Path mark : marks) {
      if (!mark.equals(path) || !isAnyUnder(mark.getParent())) {
        await(List.of(threads.submit(() -> make(mark))));
      } else {
        flush(mark.getParent());
      }
    }
  }

  /**
   * Writes everything.
   *
   * @return what could not be written, a line each
   */
  List<String> flushAll() {
    List<Entry> all;
    List<Path> marks;
    synchronized (this) {
      all = entries.values().stream().filter(entry -> entry.state != State.WRITING).toList();
    }
    List<String> failures = new ArrayList<>();
    List<Future<?>> written =
        all.stream().<Future<?>>map(entry -> threads.submit(() -> flush(entry))).toList();
    written.forEach(one -> awaitOrNote(one, failures));
    synchronized (this) {
      marks = List.copyOf(markers.keySet());
    }
    for (Path mark : marks) {
      if (!isAnyHeldUnder(mark.getParent())) {
        awaitOrNote(threads.submit(() -> make(mark)), failures);
      }
    }
    return failures;
  }

  private synchronized boolean isAnyHeldUnder(Path directory) {
    return under(directory).stream().anyMatch(entry -> entry.state != State.WRITING);
  }

  private static void awaitOrNote(Future<?> one, List<String> failures) {
    try {
      await(List.of(one));
    } catch (IOException e) {
      failures.add(e.getMessage());
    }
  }

  /** Waits for all, and throws what the first has thrown. */
  private static void await(List<Future<?>> all) throws IOException {
    IOException failure = null;
    boolean interrupted = false;
    for (Future<?> one : all) {
      boolean ended = false;
      while (!ended) {
        try {
          one.get();
          ended = true;
        } catch (InterruptedException e) {
          interrupted = true; // the writing goes on, and what follows needs it
        } catch (ExecutionException e) {
          ended = true;
          IOException its =
              e.getCause() instanceof IOException io
                  ? io
                  : new IOException(e.getCause().toString(), e.getCause());
          if (failure == null) {
            failure = its;
          } else {
            failure.addSuppressed(its);
          }
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw failure;
    }
  }

  private Void flush(Entry entry) throws IOException {
    Reservations.Reservation reserved = reserveFor(entry);
    try {
      Path path;
      synchronized (this) {
        if (entry.state != State.HELD) {
          return null;
        }
        entry.state = State.FLUSHING;
        path = entry.path;
      }
      try {
        write(entry, path);
      } catch (IOException | RuntimeException | Error e) {
        synchronized (this) {
          entry.state = State.HELD;
        }
        throw new IOException(
            "cannot write "
                + path
                + ", which is in memory only (athanor.cache.mode=deferred): "
                + FileErrors.reason(e),
            e);
      }
    } finally {
      reserved.release();
    }
    return null;
  }

  private void write(Entry entry, Path path) throws IOException {
    Optional<Store.Found> found = entry.store.find(path);
    boolean isOurs =
        found.isPresent()
            && found.get().id().equals(entry.id)
            && (found.get().length() == 0 || entry.partlyWritten);
    if (!isOurs) {
      LOG.warn(
          "{} was deleted, moved or replaced by another program before its content was written"
              + " (athanor.cache.mode=deferred): the content is dropped",
          path);
      removeSafely(entry);
      return;
    }
    Content content;
    synchronized (this) {
      content = entry.content;
    }
    boolean again = entry.partlyWritten;
    entry.partlyWritten = true;
    try (OutputStream out = entry.store.rewrite(path, again)) {
      if (again) {
        identifyAgain(entry, path);
      }
      content.writeTo(out);
    }
    entry.store.setModified(path, entry.modified);
    Optional<Object> key = entry.store.key(path, content.length());
    synchronized (this) {
      entry.content = null;
      remove(entry);
    }
    if (key.isPresent()) {
      cache.keep(key.get(), content);
    } else {
      cache.drop(content);
    }
  }

  /** A file that is written again may be another one by now. */
  private void identifyAgain(Entry entry, Path path) throws IOException {
    Optional<Store.Found> found = entry.store.find(path);
    synchronized (this) {
      if (found.isPresent() && entries.remove(entry.id, entry)) {
        entry.id = found.get().id();
        entries.put(entry.id, entry);
      }
    }
  }

  private Void make(Path path) throws IOException {
    Reservations.Reservation reserved = reservations.reserve(path);
    try {
      Marker marker;
      synchronized (this) {
        marker = markers.get(path);
      }
      if (marker == null) {
        return null;
      }
      if (isFor(marker, path)) {
        marker.store().createEmpty(path, marker.permission());
      }
      synchronized (this) {
        markers.remove(path, marker);
        gone++;
      }
      return null;
    } catch (IOException e) {
      throw new IOException("cannot make " + path + ": " + FileErrors.reason(e), e);
    } finally {
      reserved.release();
    }
  }

  /** Forgets everything, written or not. */
  synchronized void clear() {
    for (Entry entry : new ArrayList<>(entries.values())) {
      remove(entry);
    }
    markers.clear();
  }
}
