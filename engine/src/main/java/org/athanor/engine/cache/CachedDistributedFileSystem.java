// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import static org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter.SUCCEEDED_FILE_NAME;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsPathHandle;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.util.Progressable;
import org.athanor.engine.config.CacheSettings;
import org.athanor.engine.files.DistributedInput;
import org.athanor.engine.files.JobDistributedFileSystem;

/**
 * The file system for {@code hdfs:} of jobs that use the cache, and of their drivers. Files are
 * opened at the NameNode as ever, which says whether the user may read them and which blocks they
 * have; only blocks are not read again. Encrypted and erasure-coded files are never in memory.
 * Thread-safe.
 */
public final class CachedDistributedFileSystem extends JobDistributedFileSystem {
  /** Where content is that is in this process's memory. */
  private static final String HERE = "localhost";

  private final DataCache cache = CachedFiles.cache();
  private CacheSettings settings;
  private Overlay overlay;

  /** The cluster's one name. */
  private URI cluster;

  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    super.initialize(uri, conf);
    cluster = ClusterNames.canonical(getUri(), conf);
    settings = CacheSettings.of(conf);
    CachedFiles.prepare(settings);
    overlay = new Overlay(CachedFiles.deferred(), statistics);
  }

  /** Returns the one name of a file, whatever name of the cluster the caller uses. */
  private Path qualified(Path path) {
    return ClusterNames.canonical(makeQualified(fixRelativePart(path)), getConf());
  }

  private Store store() throws IOException {
    return DistributedStores.get(cluster, getConf());
  }

  private void flush(Path path) throws IOException {
    overlay.flush(qualified(path));
  }

  // Reading.

  @Override
  public FSDataInputStream open(Path path, int bufferBytes) throws IOException {
    FSDataInputStream in = null;
    long gone = -1;
    while (in == null || gone != overlay.gone()) {
      gone = overlay.gone();
      if (in != null) {
        in.close();
      }
      // First: HDFS shows a part of a file that is just written.
      Optional<FSDataInputStream> held = overlay.isEmpty() ? Optional.empty() : held(path);
      if (held.isPresent()) {
        return held.get();
      }
      in = openWithHadoop(path, bufferBytes);
    }
    return cached(in);
  }

  /** Opens what is held of a file, if the user may read it. */
  private Optional<FSDataInputStream> held(Path path) throws IOException {
    Path file = qualified(path);
    String name = file.toUri().getPath();
    HdfsFileStatus status = getClient().getFileInfo(name);
    Optional<Pages> pages =
        status == null
            ? overlay.marker(file).map(marker -> empty())
            : overlay.open(DistributedStore.id(cluster, status), file, status.getLen());
    if (pages.isEmpty()) {
      return Optional.empty();
    }
    try {
      if (status != null) {
        getClient().checkAccess(name, FsAction.READ);
      }
    } catch (IOException e) {
      pages.get().close();
      throw e;
    }
    statistics.incrementReadOps(1);
    return pages.map(this::stream);
  }

  private FSDataInputStream stream(Pages pages) {
    return new FSDataInputStream(new PagedInput(pages, statistics));
  }

  private Pages empty() {
    return new Content(cache, List.of(), 0).open();
  }

  /** Returns a stream that reads no blocks that are in memory. */
  private FSDataInputStream cached(FSDataInputStream in) throws IOException {
    Optional<DFSInputStream> plain = settings.on() ? plain(in) : Optional.empty();
    if (plain.isEmpty() || plain.get().getFileLength() > cache.limit()) {
      return buffered(in);
    }
    DFSInputStream stream = plain.get();
    Optional<Object> key = key(stream);
    Optional<Pages> pages = key.flatMap(cache::open);
    if (pages.isEmpty() && key.isPresent() && settings.inputs()) {
      pages = Optional.of(inputPages(stream, key.get()));
    }
    return pages.isPresent()
        ? new DistributedInput(
            (HdfsDataInputStream) in, stream, new DistributedPages(stream, pages.get(), statistics))
        : buffered(in);
  }

  private static Optional<Object> key(DFSInputStream stream) throws IOException {
    long length = stream.getFileLength();
    if (length == 0) {
      return Optional.empty();
    }
    List<LocatedBlock> blocks = stream.getAllBlocks();
    return DistributedStore.key(blocks.get(blocks.size() - 1).getBlock(), length);
  }

  private Pages inputPages(DFSInputStream stream, Object key) {
    InputPages.Source source =
        new InputPages.Source() {
          @Override
          public void readFully(long position, byte[] bytes) throws IOException {
            stream.readFully(position, bytes);
            statistics.incrementBytesRead(-bytes.length); // counted when somebody gets them
          }

          /** Returns true: blocks do not change. */
          @Override
          public boolean isUnchanged() {
            return true;
          }

          @Override
          public void close() {
            // The stream is closed by its owner.
          }
        };
    return new InputPages(cache, key, stream.getFileLength(), source);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus status = null;
    FileNotFoundException missing = null;
    long gone = -1;
    while (gone != overlay.gone()) {
      gone = overlay.gone();
      try {
        status = super.getFileStatus(path);
        missing = null;
        Optional<FileStatus> held = withHeld(status);
        if (held.isPresent()) {
          return held.get();
        }
      } catch (FileNotFoundException e) {
        missing = e;
        Optional<FileStatus> marker = marker(makeQualified(fixRelativePart(path)));
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

  /** Returns the status with what is held of the file; empty if nothing is. */
  private Optional<FileStatus> withHeld(FileStatus status) {
    if (status.isDirectory() || !(status instanceof HdfsFileStatus hdfs)) {
      return Optional.empty();
    }
    return overlay
        .held(DistributedStore.id(cluster, hdfs), qualified(status.getPath()), hdfs.getLen())
        .map(held -> copy(hdfs, status.getPath(), held));
  }

  private FileStatus copy(HdfsFileStatus status, Path path, DeferredFiles.Held held) {
    return new HdfsFileStatus.Builder()
        .length(held.length())
        .isdir(false)
        .replication(status.getReplication())
        .blocksize(status.getBlockSize())
        .mtime(held.modified())
        .atime(status.getAccessTime())
        .perm(status.getPermission())
        .owner(status.getOwner())
        .group(status.getGroup())
        .path(HdfsFileStatus.EMPTY_NAME)
        .fileId(status.getFileId())
        .children(status.getChildrenNum())
        .storagePolicy(status.getStoragePolicy())
        .build()
        .makeQualified(getUri(), path);
  }

  private Optional<FileStatus> marker(Path path) throws IOException {
    Optional<DeferredFiles.Marker> marker =
        overlay.isEmpty() ? Optional.empty() : overlay.marker(qualified(path));
    if (marker.isEmpty()) {
      return Optional.empty();
    }
    HdfsFileStatus directory = getClient().getFileInfo(path.getParent().toUri().getPath());
    if (directory == null) {
      return Optional.empty();
    }
    return Optional.of(
        new FileStatus(
            0,
            false,
            getDefaultReplication(),
            getDefaultBlockSize(),
            marker.get().modified(),
            marker.get().modified(),
            marker.get().permission().applyUMask(FsPermission.getUMask(getConf())),
            directory.getOwner(),
            directory.getGroup(),
            path));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    if (overlay.isEmpty()) {
      return super.listStatus(path);
    }
    List<FileStatus> all = new ArrayList<>();
    long gone = -1;
    while (gone != overlay.gone()) {
      gone = overlay.gone();
      all.clear();
      for (FileStatus status : super.listStatus(path)) {
        all.add(withHeld(status).orElse(status));
      }
      marker(new Path(makeQualified(fixRelativePart(path)), SUCCEEDED_FILE_NAME))
          .filter(marker -> all.stream().noneMatch(one -> one.getPath().equals(marker.getPath())))
          .ifPresent(all::add);
    }
    return all.toArray(FileStatus[]::new);
  }

  @Override
  public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
    return overlay.isEmpty() ? super.listStatusIterator(path) : iterator(List.of(listStatus(path)));
  }

  @Override
  protected RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path, PathFilter filter)
      throws IOException {
    if (overlay.isEmpty()) {
      return super.listLocatedStatus(path, filter);
    }
    List<LocatedFileStatus> located = new ArrayList<>();
    for (FileStatus status : listStatus(path)) {
      if (filter.accept(status.getPath())) {
        BlockLocation[] places =
            status.isFile() ? getFileBlockLocations(status, 0, status.getLen()) : null;
        located.add(new LocatedFileStatus(status, places));
      }
    }
    return iterator(located);
  }

  private static <T> RemoteIterator<T> iterator(List<T> all) {
    return new RemoteIterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < all.size();
      }

      @Override
      public T next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return all.get(next++);
      }
    };
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length)
      throws IOException {
    return overlay.isEmpty()
        ? super.getFileBlockLocations(file, start, length)
        : getFileBlockLocations(file.getPath(), start, length);
  }

  /** Files that are in memory have blocks as if they were written, which are here. */
  @Override
  public BlockLocation[] getFileBlockLocations(Path path, long start, long length)
      throws IOException {
    if (overlay.isEmpty()) {
      return super.getFileBlockLocations(path, start, length);
    }
    Path file = qualified(path);
    HdfsFileStatus status = getClient().getFileInfo(file.toUri().getPath());
    Optional<DeferredFiles.Held> held =
        status == null
            ? Optional.empty()
            : overlay.held(DistributedStore.id(cluster, status), file, status.getLen());
    if (held.isEmpty()) {
      return super.getFileBlockLocations(path, start, length);
    }
    List<BlockLocation> blocks = new ArrayList<>();
    long end = Math.min(held.get().length(), start + length);
    long block = start - start % status.getBlockSize();
    for (long at = block; at < end; at += status.getBlockSize()) {
      long bytes = Math.min(status.getBlockSize(), held.get().length() - at);
      blocks.add(new BlockLocation(new String[] {HERE}, new String[] {HERE}, at, bytes));
    }
    return blocks.toArray(BlockLocation[]::new);
  }

  // Writing.

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      EnumSet<CreateFlag> flags,
      int bufferBytes,
      short replication,
      long blockBytes,
      Progressable progress,
      ChecksumOpt checksum)
      throws IOException {
    if (flags.contains(CreateFlag.APPEND)) {
      flush(path);
      return super.create(
          path, permission, flags, bufferBytes, replication, blockBytes, progress, checksum);
    }
    return created(
        path,
        permission,
        flags.contains(CreateFlag.OVERWRITE),
        () ->
            super.create(
                path, permission, flags, bufferBytes, replication, blockBytes, progress, checksum));
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
    EnumSet<CreateFlag> flags =
        overwrite
            ? EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE)
            : EnumSet.of(CreateFlag.CREATE);
    return create(path, permission, flags, bufferBytes, replication, blockBytes, progress, null);
  }

  /** For callers who want to choose DataNodes: such files are not kept. */
  @Override
  public HdfsDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferBytes,
      short replication,
      long blockBytes,
      Progressable progress,
      InetSocketAddress[] favored)
      throws IOException {
    flush(path);
    return super.create(
        path, permission, overwrite, bufferBytes, replication, blockBytes, progress, favored);
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
    flush(path);
    return super.createNonRecursive(
        path, permission, flags, bufferBytes, replication, blockBytes, progress);
  }

  private FSDataOutputStream created(
      Path path,
      FsPermission permission,
      boolean overwrite,
      Overlay.Operation<FSDataOutputStream> creation)
      throws IOException {
    Path file = qualified(path);
    if (PathNames.jobOf(file).filter(CachedFiles::defers).isPresent()) {
      return overlay.createDeferred(file, store(), creation, made -> plain(made).isPresent());
    }
    if (overlay.defersMarker(file)) {
      return overlay.createMarker(
          file, store(), permission, overwrite, creation, () -> super.delete(path, false));
    }
    FSDataOutputStream created = overlay.create(file, creation);
    Optional<DFSOutputStream> stream = settings.on() ? plain(created) : Optional.empty();
    return stream.isPresent()
        ? new KeptDistributedOutput(
            stream.get(), statistics, cache, length -> key(file, stream.get(), length))
        : created;
  }

  /** Returns HDFS's own stream, if the file is neither encrypted nor erasure-coded. */
  private static Optional<DFSOutputStream> plain(FSDataOutputStream created) {
    return created instanceof HdfsDataOutputStream hdfs
            && hdfs.getWrappedStream() instanceof DFSOutputStream stream
            && stream.getClass() == DFSOutputStream.class // others are of erasure-coded files
            && stream.getFileEncryptionInfo() == null
        ? Optional.of(stream)
        : Optional.empty();
  }

  /** Asks which blocks a file that was closed has; it may have been replaced meanwhile. */
  private Optional<Object> key(Path path, DFSOutputStream stream, long length) throws IOException {
    HdfsLocatedFileStatus status = getClient().getLocatedFileInfo(path.toUri().getPath(), false);
    return status == null || status.getFileId() != stream.getFileId()
        ? Optional.empty()
        : DistributedStore.key(status.getLocatedBlocks(), length);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    return overlay.isEmpty()
        ? super.rename(from, to)
        : overlay.rename(qualified(from), qualified(to), store(), () -> super.rename(from, to));
  }

  @Override
  public void rename(Path from, Path to, Options.Rename... options) throws IOException {
    if (overlay.isEmpty()) {
      super.rename(from, to, options);
      return;
    }
    boolean unusedTrue =
        overlay.rename(
            qualified(from),
            qualified(to),
            store(),
            () -> {
              super.rename(from, to, options);
              return true;
            });
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return overlay.delete(qualified(path), recursive, () -> super.delete(path, recursive));
  }

  // Operations that know only files.

  @Override
  public boolean mkdir(Path path, FsPermission permission) throws IOException {
    overlay.makeMarker(qualified(path));
    return super.mkdir(path, permission);
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    overlay.makeMarker(qualified(path));
    return super.mkdirs(path, permission);
  }

  @Override
  public FSDataOutputStream append(
      Path path, EnumSet<CreateFlag> flags, int bufferBytes, Progressable progress)
      throws IOException {
    flush(path);
    return super.append(path, flags, bufferBytes, progress);
  }

  @Override
  public FSDataOutputStream append(
      Path path,
      EnumSet<CreateFlag> flags,
      int bufferBytes,
      Progressable progress,
      InetSocketAddress[] favored)
      throws IOException {
    flush(path);
    return super.append(path, flags, bufferBytes, progress, favored);
  }

  @Override
  public boolean truncate(Path path, long length) throws IOException {
    flush(path);
    return super.truncate(path, length);
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
  public boolean setReplication(Path path, short replication) throws IOException {
    flush(path);
    return super.setReplication(path, replication);
  }

  @Override
  public void setStoragePolicy(Path path, String policy) throws IOException {
    flush(path);
    super.setStoragePolicy(path, policy);
  }

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    flush(path);
    super.setPermission(path, permission);
  }

  @Override
  public void setOwner(Path path, String user, String group) throws IOException {
    flush(path);
    super.setOwner(path, user, group);
  }

  @Override
  public void setTimes(Path path, long modified, long accessed) throws IOException {
    flush(path);
    super.setTimes(path, modified, accessed);
  }

  @Override
  public void modifyAclEntries(Path path, List<AclEntry> entries) throws IOException {
    flush(path);
    super.modifyAclEntries(path, entries);
  }

  @Override
  public void setAcl(Path path, List<AclEntry> entries) throws IOException {
    flush(path);
    super.setAcl(path, entries);
  }

  @Override
  public void setXAttr(Path path, String name, byte[] value, EnumSet<XAttrSetFlag> flags)
      throws IOException {
    flush(path);
    super.setXAttr(path, name, value, flags);
  }

  @Override
  public ContentSummary getContentSummary(Path path) throws IOException {
    flush(path);
    return super.getContentSummary(path);
  }

  @Override
  public QuotaUsage getQuotaUsage(Path path) throws IOException {
    flush(path);
    return super.getQuotaUsage(path);
  }

  @Override
  public FileChecksum getFileChecksum(Path path) throws IOException {
    flush(path);
    return super.getFileChecksum(path);
  }

  @Override
  public FileChecksum getFileChecksum(Path path, long length) throws IOException {
    flush(path);
    return super.getFileChecksum(path, length);
  }

  @Override
  public Path createSnapshot(Path path, String name) throws IOException {
    flush(path);
    return super.createSnapshot(path, name);
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
  public RemoteIterator<PartialListing<FileStatus>> batchedListStatusIterator(List<Path> paths)
      throws IOException {
    for (Path path : paths) {
      flush(path);
    }
    return super.batchedListStatusIterator(paths);
  }

  @Override
  public RemoteIterator<PartialListing<LocatedFileStatus>> batchedListLocatedStatusIterator(
      List<Path> paths) throws IOException {
    for (Path path : paths) {
      flush(path);
    }
    return super.batchedListLocatedStatusIterator(paths);
  }

  @Override
  protected HdfsPathHandle createPathHandle(FileStatus status, Options.HandleOpt... options) {
    if (!overlay.isEmpty()) {
      throw new UnsupportedOperationException(
          "handles do not say what athanor.cache.mode=deferred has in memory");
    }
    return super.createPathHandle(status, options);
  }
}
