// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BufferedFSInputStream;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options.HandleOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.util.Progressable;
import org.athanor.engine.config.CacheSettings;
import org.athanor.engine.files.ProcessFreeFileSystem;
import org.athanor.engine.files.Window;

/**
 * Local files without checksums, some of them in memory: below Hadoop's checksums, so that those
 * are written, read and verified as ever, and files of checksums are treated like others.
 * Thread-safe.
 */
final class CachedRawFileSystem extends ProcessFreeFileSystem {
  /**
   * The largest granule of modification times. Content that is read is only known to be that of its
   * time if nothing can have changed it within the same granule after it was read.
   */
  private static final long GRANULE_MILLIS = TimeUnit.SECONDS.toMillis(2);

  /** The identity of a local file that is held never changes, so its path is not asked for. */
  private static final Path NO_PATH = new Path("/");

  private final DataCache cache = CachedFiles.cache();
  private final ProcessFreeFileSystem plain = new ProcessFreeFileSystem();
  private final LocalStore store = new LocalStore(plain);
  private CacheSettings settings;
  private Overlay overlay;

  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    super.initialize(uri, conf);
    plain.initialize(uri, conf);
    settings = CacheSettings.of(conf);
    CachedFiles.prepare(settings);
    overlay = new Overlay(CachedFiles.deferred(), statistics);
  }

  /** Writes what is held at or below a path. */
  void flush(Path path) throws IOException {
    if (!overlay.isEmpty()) {
      overlay.flush(named(path));
      overlay.flush(LocalPaths.resolved(makeQualified(path)));
    }
  }

  /** Returns the one name of a file. */
  private Path named(Path path) {
    return LocalPaths.withoutLinks(makeQualified(path));
  }

  // Reading.

  @Override
  protected Window window(File file) throws IOException {
    Optional<BasicFileAttributes> found = Optional.empty();
    Optional<Pages> held = Optional.empty();
    long gone = -1;
    while (held.isEmpty() && gone != overlay.gone()) {
      gone = overlay.gone();
      found = LocalStore.attributes(file);
      held = found.flatMap(this::open);
    }
    if (held.isPresent()) {
      return new PagedWindow(file, held.get());
    }
    Optional<Object> key = settings.on() ? found.flatMap(LocalStore::key) : Optional.empty();
    Optional<Pages> kept = key.flatMap(cache::open);
    if (kept.isPresent()) {
      return new PagedWindow(file, kept.get());
    }
    return settings.inputs() && key.isPresent() && isSettled(found.get())
        ? new PagedWindow(file, inputPages(file, key.get(), found.get().size()))
        : super.window(file);
  }

  /** Returns whether a change from now on would also change the time of the last modification. */
  private static boolean isSettled(BasicFileAttributes found) {
    long age = System.currentTimeMillis() - found.lastModifiedTime().toMillis();
    return found.size() > 0 && age > GRANULE_MILLIS;
  }

  private Pages inputPages(File file, Object key, long length) throws IOException {
    RandomAccessFile in = new RandomAccessFile(file, "r");
    InputPages.Source source =
        new InputPages.Source() {
          @Override
          public void readFully(long position, byte[] bytes) throws IOException {
            in.seek(position);
            in.readFully(bytes);
          }

          @Override
          public boolean isUnchanged() throws IOException {
            return LocalStore.attributes(file).flatMap(LocalStore::key).equals(Optional.of(key));
          }

          @Override
          public void close() throws IOException {
            in.close();
          }
        };
    return new InputPages(cache, key, length, source);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferBytes) throws IOException {
    Optional<Pages> held = Optional.empty();
    long gone = -1;
    while (!overlay.isEmpty() && held.isEmpty() && gone != overlay.gone()) {
      gone = overlay.gone();
      held = held(path);
    }
    return held.isPresent()
        ? new FSDataInputStream(
            new BufferedFSInputStream(new PagedInput(held.get(), statistics), bufferBytes))
        : super.open(path, bufferBytes);
  }

  private Optional<Pages> held(Path path) throws IOException {
    Optional<BasicFileAttributes> found = LocalStore.attributes(pathToFile(path));
    if (found.isEmpty()) {
      return overlay.marker(named(path)).map(marker -> new Content(cache, List.of(), 0).open());
    }
    return found.flatMap(this::open);
  }

  private Optional<Pages> open(BasicFileAttributes found) {
    return LocalStore.id(found).flatMap(id -> overlay.open(id, NO_PATH, found.size()));
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    long gone = -1;
    FileStatus status = null;
    FileNotFoundException missing = null;
    while (gone != overlay.gone()) {
      gone = overlay.gone();
      try {
        status = super.getFileStatus(path);
        missing = null;
        Optional<DeferredFiles.Held> held = held(status);
        if (held.isPresent()) {
          return withHeld(status, held.get());
        }
      } catch (FileNotFoundException e) {
        missing = e;
        Optional<FileStatus> marker = marker(makeQualified(path));
        if (marker.isPresent()) {
          return marker.get();
        }
      }
    }
    if (missing != null) {
      throw missing;
    }
    return status;
  }

  private Optional<DeferredFiles.Held> held(FileStatus status) throws IOException {
    return overlay.isEmpty() || status.isDirectory()
        ? Optional.empty()
        : LocalStore.attributes(pathToFile(status.getPath()))
            .flatMap(
                found ->
                    LocalStore.id(found).flatMap(id -> overlay.held(id, NO_PATH, found.size())));
  }

  private static FileStatus withHeld(FileStatus status, DeferredFiles.Held held) {
    return new FileStatus(
        held.length(),
        false,
        status.getReplication(),
        status.getBlockSize(),
        held.modified(),
        status.getAccessTime(),
        status.getPermission(),
        status.getOwner(),
        status.getGroup(),
        status.getPath());
  }

  private Optional<FileStatus> marker(Path path) throws IOException {
    Optional<DeferredFiles.Marker> marker =
        overlay.isEmpty() ? Optional.empty() : overlay.marker(named(path));
    if (marker.isEmpty()) {
      return Optional.empty();
    }
    FileStatus directory = super.getFileStatus(path.getParent());
    return Optional.of(
        new FileStatus(
            0,
            false,
            getDefaultReplication(path),
            getDefaultBlockSize(path),
            marker.get().modified(),
            marker.get().modified(),
            marker.get().permission().applyUMask(FsPermission.getUMask(getConf())),
            directory.getOwner(),
            directory.getGroup(),
            path));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    if (!overlay.isEmpty() && !pathToFile(path).isDirectory()) {
      return new FileStatus[] {getFileStatus(path)};
    }
    FileStatus[] listed = {};
    Optional<FileStatus> marker = Optional.empty();
    long gone = -1;
    while (gone != overlay.gone()) {
      gone = overlay.gone();
      listed = super.listStatus(path);
      marker = marker(new Path(makeQualified(path), FileOutputCommitter.SUCCEEDED_FILE_NAME));
    }
    if (marker.isEmpty() || isAmong(listed, marker.get().getPath())) {
      return listed;
    }
    FileStatus[] all = Arrays.copyOf(listed, listed.length + 1);
    all[listed.length] = marker.get();
    return all;
  }

  /** The mark may have been made between both questions. */
  private static boolean isAmong(FileStatus[] listed, Path path) {
    return Arrays.stream(listed).anyMatch(one -> one.getPath().getName().equals(path.getName()));
  }

  @Override
  public boolean exists(Path path) throws IOException {
    return super.exists(path) || (!overlay.isEmpty() && overlay.marker(named(path)).isPresent());
  }

  // Writing.

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferBytes,
      short replication,
      long blockBytes,
      Progressable progress)
      throws IOException {
    return created(
        path,
        FsPermission.getFileDefault(),
        overwrite,
        () -> super.create(path, overwrite, bufferBytes, replication, blockBytes, progress));
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferBytes,
      short replication,
      long blockBytes,
      Progressable progress)
      throws IOException {
    return created(
        path,
        permission,
        overwrite,
        () ->
            super.create(
                path, permission, overwrite, bufferBytes, replication, blockBytes, progress));
  }

  @Override
  public FSDataOutputStream createNonRecursive(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferBytes,
      short replication,
      long blockBytes,
      Progressable progress)
      throws IOException {
    return created(
        path,
        permission,
        overwrite,
        () ->
            super.createNonRecursive(
                path, permission, overwrite, bufferBytes, replication, blockBytes, progress));
  }

  @Override
  public FSDataOutputStream createNonRecursive(
      Path path,
      FsPermission permission,
      EnumSet<CreateFlag> flags,
      int bufferBytes,
      short replication,
      long blockBytes,
      Progressable progress)
      throws IOException {
    if (flags.contains(CreateFlag.APPEND)) {
      flush(path);
      return super.createNonRecursive(
          path, permission, flags, bufferBytes, replication, blockBytes, progress);
    }
    return createNonRecursive(
        path,
        permission,
        flags.contains(CreateFlag.OVERWRITE),
        bufferBytes,
        replication,
        blockBytes,
        progress);
  }

  private FSDataOutputStream created(
      Path path,
      FsPermission permission,
      boolean overwrite,
      Overlay.Operation<FSDataOutputStream> creation)
      throws IOException {
    boolean defers = PathNames.jobOf(path).filter(CachedFiles::defers).isPresent();
    Path file = overlay.isEmpty() && !defers ? makeQualified(path) : named(path);
    if (defers) {
      return overlay.createDeferred(file, store, creation, created -> true);
    }
    if (overlay.defersMarker(file)) {
      return overlay.createMarker(
          file, store, permission, overwrite, creation, () -> super.delete(path, false));
    }
    FSDataOutputStream created = overlay.create(file, () -> replacing(path, creation));
    return settings.on() ? kept(path, created) : created;
  }

  /** The file may be one that is held, by another name. */
  private FSDataOutputStream replacing(Path path, Overlay.Operation<FSDataOutputStream> creation)
      throws IOException {
    FSDataOutputStream created = creation.run();
    if (!overlay.isEmpty()) {
      LocalStore.attributes(pathToFile(path))
          .flatMap(LocalStore::id)
          .ifPresent(overlay::overwritten);
    }
    return created;
  }

  private FSDataOutputStream kept(Path path, FSDataOutputStream created) throws IOException {
    File file = pathToFile(path);
    Optional<FileId> id = LocalStore.attributes(file).flatMap(LocalStore::id);
    KeptOutput.KeyOfFile key =
        length ->
            LocalStore.attributes(file)
                .filter(found -> found.size() == length && LocalStore.id(found).equals(id))
                .flatMap(LocalStore::key);
    return id.isPresent()
        ? new FSDataOutputStream(new KeptOutput(created, cache, key), null)
        : created;
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    return overlay.isEmpty()
        ? super.rename(from, to)
        : overlay.rename(named(from), named(to), store, () -> super.rename(from, to));
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return overlay.isEmpty()
        ? super.delete(path, recursive)
        : overlay.delete(named(path), recursive, () -> super.delete(path, recursive));
  }

  // Operations that know only files.

  @Override
  public boolean mkdirs(Path path) throws IOException {
    overlay.makeMarker(named(path));
    return super.mkdirs(path);
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    overlay.makeMarker(named(path));
    return super.mkdirs(path, permission);
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferBytes, Progressable progress)
      throws IOException {
    flush(path);
    return super.append(path, bufferBytes, progress);
  }

  @Override
  public void concat(Path target, Path[] sources) throws IOException {
    flush(target);
    for (Path source : sources) {
      flush(source);
    }
    super.concat(target, sources);
  }

  @Override
  public boolean truncate(Path path, long length) throws IOException {
    flush(path);
    return super.truncate(path, length);
  }

  @Override
  public void setOwner(Path path, String user, String group) throws IOException {
    flush(path);
    super.setOwner(path, user, group);
  }

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    flush(path);
    super.setPermission(path, permission);
  }

  @Override
  public void setTimes(Path path, long modified, long accessed) throws IOException {
    flush(path);
    super.setTimes(path, modified, accessed);
  }

  @Override
  public void createSymlink(Path target, Path link, boolean createsParents) throws IOException {
    flush(link);
    super.createSymlink(target, link, createsParents);
  }

  @Override
  public FileStatus getFileLinkStatus(Path path) throws IOException {
    flush(path);
    return super.getFileLinkStatus(path);
  }

  @Override
  protected PathHandle createPathHandle(FileStatus status, HandleOpt... options) {
    throw new UnsupportedOperationException("handles do not say what is in memory");
  }
}
