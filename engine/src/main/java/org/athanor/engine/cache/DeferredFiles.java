// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.athanor.engine.failure.BestEffort;
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
    /** It cannot be written any more: another program has moved, replaced or changed the file. */
    LOST,
    /** It is written, or deleted. */
    GONE
  }

  /** A file. Its fields are guarded by the {@link DeferredFiles}. */
  static final class Entry {
    private final Store store;
    private final Store.Place place;
    private final Draft draft;
    private DeferredOutput output;
    private FileId id;
    private Path path;
    private State state = State.WRITING;
    private Content content;

    /** Time of the last modification, in ms; known when it is complete. */
    private long modified;

    /** Whether writing it has begun, so that a part of the content may be in the file. */
    private boolean partlyWritten;

    /** Whether it is just replaced by a file whose identity is not known yet. */
    private boolean replacing;

    /** Why it is lost. */
    private String loss;

    private Entry(Store store, Store.Place place, Path path, Draft draft) {
      this.store = store;
      this.place = place;
      this.id = place.id();
      this.path = path;
      this.draft = draft;
    }
  }

  /** Content is lost. */
  private static final class LostException extends IOException {
    private static final long serialVersionUID = 1;

    LostException(String message) {
      super(message);
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

  /** How often something has changed after which a file system must be asked again. */
  @GuardedBy("this")
  private long gone;

  /** How many entries are {@link Entry#replacing}. */
  @GuardedBy("this")
  private int replacing;

  /** What was lost, a line each. */
  @GuardedBy("this")
  private final List<String> losses = new ArrayList<>();

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
   * Returns how many entries and marks have gone, or are other files now. Who finds no entry for
   * what a file system has must look again if this number has changed since before the file system
   * was asked.
   */
  synchronized long gone() {
    return gone;
  }

  Reservations.Reservation reserve(Path... paths) throws InterruptedIOException {
    return reservations.reserve(paths);
  }

  /**
   * Adds a file that was just made, with its path reserved, and is empty.
   *
   * @return the stream to its content, which is held as soon as it is closed
   */
  synchronized DeferredOutput add(Store store, Store.Place place, Path path) {
    Entry entry = new Entry(store, place, path, new Draft(cache));
    entry.output = new DeferredOutput(this, entry, entry.draft);
    overwritten(entry.id);
    entries.put(entry.id, entry);
    return entry.output;
  }

  /** A file has other content now, which its creator writes. */
  synchronized void overwritten(FileId id) {
    Entry entry = entries.get(id);
    if (entry != null) {
      remove(entry);
    }
  }

  /** The stream to the file is closed. */
  synchronized void complete(Entry entry) {
    if (entry.state == State.WRITING) {
      entry.content = entry.draft.finish();
      entry.state = State.HELD;
      entry.modified = System.currentTimeMillis();
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
    if (pathOf(entry) == null) {
      return Optional.empty();
    }
    OutputStream out = null;
    Reservations.Reservation reserved = reserveFor(entry);
    try {
      Path path = pathOf(entry);
      if (path == null || !isOurs(entry, path)) {
        removeSafely(entry);
        return Optional.empty();
      }
      out = entry.place.rewrite(path, false).out();
      entry.draft.writeTo(out);
      forgetWritten(entry);
      return Optional.of(out);
    } catch (LostException e) {
      throw e;
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

  /**
   * Returns whether a file is still the one whose content is held, so that it may be written; if
   * not, it was deleted.
   *
   * @param path which is reserved
   * @throws LostException if anything else has happened to it
   */
  private boolean isOurs(Entry entry, Path path) throws IOException {
    Optional<Store.Found> found = entry.store.find(path);
    if (found.isPresent() && isUnchanged(entry, found.get())) {
      return true;
    }
    if (found.isEmpty() && entry.place.isDeleted()) {
      LOG.info("{} was deleted before its content was written", path);
      return false;
    }
    throw lose(
        entry,
        path
            + " was moved, replaced or changed by another program before its content was written"
            + " (athanor.cache.mode=deferred): the content is lost");
  }

  private synchronized boolean isUnchanged(Entry entry, Store.Found found) {
    return found.id().equals(entry.id) && hasNoOthersContent(entry, found.length());
  }

  /** What is in the file can only be a part of the content. The caller has the lock. */
  private static boolean hasNoOthersContent(Entry entry, long length) {
    return length == 0
        || (entry.partlyWritten && entry.content != null && length <= entry.content.length());
  }

  private synchronized LostException lose(Entry entry, String loss) {
    if (entry.state != State.GONE && entry.state != State.LOST) {
      entry.state = State.LOST;
      entry.loss = loss;
      losses.add(loss);
      gone++;
      giveBack(entry);
      closeLater(entry);
    }
    return new LostException(loss);
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
    if (entry.state != State.GONE) {
      forget(entry);
      closeLater(entry);
    }
  }

  /** Forgets a file whose stream is that of the file system now. */
  private synchronized void forgetWritten(Entry entry) {
    if (entry.state != State.GONE) {
      forget(entry);
    }
  }

  @GuardedBy("this")
  private void forget(Entry entry) {
    entry.state = State.GONE;
    entries.remove(entry.id, entry);
    gone++;
    giveBack(entry);
  }

  @GuardedBy("this")
  private void giveBack(Entry entry) {
    entry.draft.drop();
    if (entry.content != null) {
      cache.drop(entry.content);
      entry.content = null;
    }
  }

  /** Closing is I/O, which is not done with the lock held. */
  private void closeLater(Entry entry) {
    threads.execute(() -> BestEffort.close(entry.place, "file that is not held any more"));
  }

  /**
   * What a file's status says that the file system does not.
   *
   * @param modified time of the last modification, in ms
   */
  record Held(long length, long modified) {}

  /**
   * Returns what is held of a file, if anything is.
   *
   * @param path where the file was found; its one name
   * @param length that of the file as it was found
   */
  synchronized Optional<Held> held(FileId id, Path path, long length) {
    return served(id, path, length).map(entry -> new Held(entry.content.length(), entry.modified));
  }

  /** Opens a file, if its content is held; parameters as above. */
  synchronized Optional<Pages> open(FileId id, Path path, long length) {
    Optional<Entry> served = served(id, path, length);
    if (served.isPresent() && entries.remove(served.get().id, served.get())) {
      entries.put(served.get().id, served.get());
    }
    return served.map(entry -> entry.content.open());
  }

  /** Nobody reads what is held of a file into which others have written. */
  @GuardedBy("this")
  private Optional<Entry> served(FileId id, Path path, long length) {
    Entry entry = entries.get(id);
    if (entry == null && replacing > 0) {
      entry =
          entries.values().stream()
              .filter(one -> one.replacing && one.path.equals(path))
              .findFirst()
              .orElse(null);
    }
    return Optional.ofNullable(entry)
        .filter(one -> one.content != null)
        .filter(one -> one.state == State.FLUSHING || hasNoOthersContent(one, length));
  }

  // Names.

  /** Returns what is known of a path and below, for {@link #replaced}. */
  synchronized List<Entry> at(Path path) {
    return under(path);
  }

  /** What was known of a path before is not there any more. */
  synchronized void replaced(List<Entry> before) {
    before.forEach(this::remove);
  }

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
      if (!isThere(entry, currentPath(entry)) && entry.place.isDeleted()) {
        removeSafely(entry);
      }
    }
  }

  @GuardedBy("this")
  private List<Entry> under(Path path) {
    return new ArrayList<>(
        entries.values().stream().filter(entry -> PathNames.isUnder(entry.path, path)).toList());
  }

  /** Returns whether a file below a directory is held, lost, or being written. */
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
      Void unused = await(threads.submit(() -> flush(eldest)));
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
    boolean areMade = false;
    while (!areMade) {
      writeUnder(path);
      areMade = true;
      for (Path mark : marksUnder(path)) {
        if (!await(threads.submit(() -> make(mark)))) {
          writeUnder(mark.getParent()); // something is there since it was written
          areMade = false;
        }
      }
    }
  }

  private synchronized List<Path> marksUnder(Path path) {
    return markers.keySet().stream().filter(marker -> PathNames.isUnder(marker, path)).toList();
  }

  private void writeUnder(Path path) throws IOException {
    // By this thread: those who write wait for the threads of this class.
    for (DeferredOutput output : outputsUnder(path)) {
      output.goOn();
    }
    List<Entry> under;
    synchronized (this) {
      under = under(path);
    }
    awaitAll(under.stream().<Future<?>>map(entry -> threads.submit(() -> flush(entry))).toList());
  }

  private synchronized List<DeferredOutput> outputsUnder(Path path) {
    return under(path).stream()
        .filter(entry -> entry.state == State.WRITING)
        .map(entry -> entry.output)
        .toList();
  }

  /**
   * Writes everything.
   *
   * @return what could not be written, a line each
   */
  List<String> flushAll() {
    Set<String> failures = new LinkedHashSet<>();
    List<Entry> all;
    synchronized (this) {
      all = new ArrayList<>(entries.values());
    }
    for (Entry entry : all) {
      if (isBeingWritten(entry)) {
        note(failures, entry.output::goOn);
      }
    }
    List<Future<?>> written =
        all.stream().<Future<?>>map(entry -> threads.submit(() -> flush(entry))).toList();
    written.forEach(one -> note(failures, () -> awaitToTheEnd(one)));
    List<Path> marks;
    synchronized (this) {
      marks = List.copyOf(markers.keySet());
    }
    for (Path mark : marks) {
      note(failures, () -> makeAtTheEnd(mark));
    }
    synchronized (this) {
      failures.addAll(losses);
    }
    return List.copyOf(failures);
  }

  private synchronized boolean isBeingWritten(Entry entry) {
    return entry.state == State.WRITING;
  }

  private void makeAtTheEnd(Path mark) throws IOException {
    if (!awaitToTheEnd(threads.submit(() -> make(mark)))) {
      throw new IOException(
          "cannot make " + mark + ": not all that is in its directory could be written");
    }
  }

  /** What may fail. */
  private interface Work {
    void run() throws IOException;
  }

  private static void note(Set<String> failures, Work work) {
    try {
      work.run();
    } catch (IOException e) {
      failures.add(e.getMessage());
    }
  }

  /** Waits for all, and throws what the first has thrown. */
  private static void awaitAll(List<Future<?>> all) throws IOException {
    IOException failure = null;
    for (Future<?> one : all) {
      try {
        await(one);
      } catch (InterruptedIOException e) {
        throw e; // the writing goes on
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static <T> T await(Future<T> one) throws IOException {
    try {
      return one.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while files are written that are in memory");
    } catch (ExecutionException e) {
      throw causeOf(e);
    }
  }

  /** Waits whatever happens: what is not written now is lost. */
  private static <T> T awaitToTheEnd(Future<T> one) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return one.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw causeOf(e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException causeOf(ExecutionException e) {
    return e.getCause() instanceof IOException io
        ? io
        : new IOException(e.getCause().toString(), e.getCause());
  }

  private Void flush(Entry entry) throws IOException {
    Reservations.Reservation reserved = reserveFor(entry);
    try {
      Path path;
      synchronized (this) {
        if (entry.state == State.LOST) {
          throw new LostException(entry.loss);
        }
        if (entry.state != State.HELD) {
          return null;
        }
        path = entry.path;
      }
      try {
        if (isOurs(entry, path)) {
          write(entry, path);
        } else {
          removeSafely(entry);
        }
      } catch (LostException e) {
        throw e;
      } catch (IOException | RuntimeException | Error e) {
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
    Content content;
    boolean again;
    synchronized (this) {
      content = entry.content;
      if (content == null) {
        return; // overwritten by another name
      }
      again = entry.partlyWritten;
      entry.partlyWritten = true;
      entry.state = State.FLUSHING;
    }
    boolean done = false;
    try {
      try (OutputStream out = rewrite(entry, path, again)) {
        content.writeTo(out);
      }
      entry.store.setModified(path, modifiedOf(entry));
      Optional<Object> key = entry.store.key(path, content.length());
      done = true;
      keep(entry, content, key);
    } finally {
      if (!done) {
        holdAgain(entry);
      }
    }
  }

  private synchronized long modifiedOf(Entry entry) {
    return entry.modified;
  }

  /** Until the new identity is known, who finds it must find what is held, too. */
  private OutputStream rewrite(Entry entry, Path path, boolean again) throws IOException {
    replacing(entry, again);
    try {
      Store.Rewritten rewritten = entry.place.rewrite(path, again);
      identify(entry, rewritten.id());
      return rewritten.out();
    } finally {
      replacing(entry, false);
    }
  }

  private synchronized void replacing(Entry entry, boolean is) {
    replacing += (is ? 1 : 0) - (entry.replacing ? 1 : 0);
    entry.replacing = is;
  }

  private synchronized void identify(Entry entry, FileId id) {
    if (!entry.id.equals(id) && entries.remove(entry.id, entry)) {
      entry.id = id;
      entries.put(id, entry);
      gone++;
    }
  }

  private void keep(Entry entry, Content content, Optional<Object> key) {
    synchronized (this) {
      if (entry.content == null) {
        return; // overwritten by another name
      }
      entry.content = null;
      remove(entry);
    }
    if (key.isPresent()) {
      cache.keep(key.get(), content);
    } else {
      cache.drop(content);
    }
  }

  private synchronized void holdAgain(Entry entry) {
    if (entry.state == State.FLUSHING) {
      entry.state = State.HELD;
    }
    gone++; // whoever has seen a part of it must look again
  }

  /**
   * Makes a mark of success, unless something below its directory is not written yet.
   *
   * @return whether there is nothing more to do
   */
  private boolean make(Path path) throws IOException {
    Reservations.Reservation reserved = reservations.reserve(path.getParent());
    try {
      Marker marker;
      synchronized (this) {
        marker = markers.get(path);
        if (marker == null) {
          return true;
        }
        for (Entry entry : under(path.getParent())) {
          if (entry.state == State.LOST) {
            throw new LostException(entry.loss);
          }
        }
        if (isAnyUnder(path.getParent())) {
          return false;
        }
      }
      Optional<Store.Found> directory = marker.store().find(path.getParent());
      if (directory.isPresent() && !directory.get().id().equals(marker.directory())) {
        throw new IOException("another program has replaced its directory");
      }
      if (directory.isPresent()) {
        marker.store().createEmpty(path, marker.permission());
      }
      synchronized (this) {
        markers.remove(path, marker);
        gone++;
      }
      return true;
    } catch (LostException e) {
      throw e;
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
    losses.clear();
  }
}
