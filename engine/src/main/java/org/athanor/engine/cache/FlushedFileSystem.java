// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFs;
import org.apache.hadoop.fs.Hdfs;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.local.LocalFs;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * Hadoop's own file system for users of {@link org.apache.hadoop.fs.FileContext}. Whatever they do
 * with a path, what is held in memory at or below it is written before. Thread-safe.
 */
public final class FlushedFileSystem extends FilterFs {
  private static final Map<String, Class<? extends AbstractFileSystem>> HADOOPS =
      Map.of("file", LocalFs.class, "hdfs", Hdfs.class);

  /** Made by Hadoop, by reflection. */
  public FlushedFileSystem(URI uri, Configuration conf) throws IOException, URISyntaxException {
    super(hadoops(uri, conf));
  }

  private static AbstractFileSystem hadoops(URI uri, Configuration conf) throws IOException {
    Configuration plain = new Configuration(conf);
    String key = "fs.AbstractFileSystem." + uri.getScheme() + ".impl";
    plain.setClass(key, HADOOPS.get(uri.getScheme()), AbstractFileSystem.class);
    return AbstractFileSystem.createFileSystem(uri, plain);
  }

  private void flush(Path path) throws IOException {
    DeferredFiles deferred = CachedFiles.deferred();
    if (!deferred.areNone()) {
      Path file = PathNames.withoutSlash(makeQualified(path));
      Path named = isLocal(file) ? LocalPaths.resolved(file) : file;
      deferred.flush(named);
      if (isLocal(file) && named.getParent() != null) {
        deferred.flush(new Path(named.getParent(), "." + named.getName() + ".crc"));
      }
    }
  }

  private static boolean isLocal(Path path) {
    return "file".equals(path.toUri().getScheme());
  }

  @Override
  public FSDataOutputStream createInternal(
      Path path,
      EnumSet<CreateFlag> flags,
      FsPermission permission,
      int bufferBytes,
      short replication,
      long blockBytes,
      Progressable progress,
      ChecksumOpt checksum,
      boolean createsParents)
      throws IOException {
    flush(path);
    return super.createInternal(
        path,
        flags,
        permission,
        bufferBytes,
        replication,
        blockBytes,
        progress,
        checksum,
        createsParents);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    flush(path);
    return super.delete(path, recursive);
  }

  @Override
  public BlockLocation[] getFileBlockLocations(Path path, long start, long length)
      throws IOException {
    flush(path);
    return super.getFileBlockLocations(path, start, length);
  }

  @Override
  public FileChecksum getFileChecksum(Path path) throws IOException {
    flush(path);
    return super.getFileChecksum(path);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    flush(path);
    return super.getFileStatus(path);
  }

  @Override
  public FileStatus getFileLinkStatus(Path path) throws IOException {
    flush(path);
    return super.getFileLinkStatus(path);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    flush(path);
    return super.listStatus(path);
  }

  /** As Hadoop's local file systems, which implement no more than {@link #listStatus(Path)}. */
  @Override
  public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
    flush(path);
    return getMyFs().listStatusIterator(path);
  }

  @Override
  public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path) throws IOException {
    flush(path);
    return super.listLocatedStatus(path);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferBytes) throws IOException {
    flush(path);
    return super.open(path, bufferBytes);
  }

  @Override
  public boolean truncate(Path path, long length) throws IOException {
    flush(path);
    return super.truncate(path, length);
  }

  @Override
  public void renameInternal(Path from, Path to) throws IOException {
    flush(from);
    flush(to);
    super.renameInternal(from, to);
  }

  @Override
  public void renameInternal(Path from, Path to, boolean overwrites) throws IOException {
    flush(from);
    flush(to);
    super.renameInternal(from, to, overwrites);
  }

  @Override
  public void mkdir(Path path, FsPermission permission, boolean createsParents) throws IOException {
    flush(path);
    super.mkdir(path, permission, createsParents);
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
  public boolean setReplication(Path path, short replication) throws IOException {
    flush(path);
    return super.setReplication(path, replication);
  }

  @Override
  public void setTimes(Path path, long modified, long accessed) throws IOException {
    flush(path);
    super.setTimes(path, modified, accessed);
  }

  @Override
  public void setAcl(Path path, List<AclEntry> entries) throws IOException {
    flush(path);
    super.setAcl(path, entries);
  }

  @Override
  public void modifyAclEntries(Path path, List<AclEntry> entries) throws IOException {
    flush(path);
    super.modifyAclEntries(path, entries);
  }

  @Override
  public Path createSnapshot(Path path, String name) throws IOException {
    flush(path);
    return super.createSnapshot(path, name);
  }
}
