// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFs;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.MultipartUploaderBuilder;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.local.LocalFs;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * Hadoop's own file system for users of {@link org.apache.hadoop.fs.FileContext}. Whatever they do
 * with a path, what is held in memory at or below it is written before. Thread-safe.
 */
public final class FlushedFileSystem extends FilterFs {
  /** By their names: Hadoop's client of HDFS may not be there. */
  private static final Map<String, String> HADOOPS =
      Map.of("file", LocalFs.class.getName(), "hdfs", "org.apache.hadoop.fs.Hdfs");

  private final Configuration conf;

  /** Made by Hadoop, by reflection. */
  public FlushedFileSystem(URI uri, Configuration conf) throws IOException, URISyntaxException {
    super(hadoops(uri, conf));
    this.conf = conf;
  }

  private static AbstractFileSystem hadoops(URI uri, Configuration conf) throws IOException {
    Configuration plain = new Configuration(conf);
    String key = "fs.AbstractFileSystem." + uri.getScheme() + ".impl";
    plain.set(key, HADOOPS.get(uri.getScheme()));
    return AbstractFileSystem.createFileSystem(uri, plain);
  }

  private void flush(Path path) throws IOException {
    DeferredFiles deferred = CachedFiles.deferred();
    if (!deferred.areNone()) {
      Path file = PathNames.withoutSlash(makeQualified(path));
      if (isLocal(file)) {
        flushLocal(deferred, LocalPaths.withoutLinks(file));
        flushLocal(deferred, LocalPaths.resolved(file));
      } else {
        deferred.flush(ClusterNames.canonical(file, conf));
      }
    }
  }

  private static void flushLocal(DeferredFiles deferred, Path file) throws IOException {
    deferred.flush(file);
    if (file.getParent() != null) {
      deferred.flush(new Path(file.getParent(), "." + file.getName() + ".crc"));
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

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    flush(path);
    return super.open(path);
  }

  /** Flushes when the file is opened, which is before the caller gets it. */
  @Override
  public CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path path, OpenFileParameters parameters) throws IOException {
    flush(path);
    return super.openFileWithOptions(path, parameters);
  }

  @Override
  public Path resolvePath(Path path) throws IOException {
    flush(path);
    return super.resolvePath(path);
  }

  @Override
  public void access(Path path, FsAction mode) throws IOException {
    flush(path);
    super.access(path, mode);
  }

  @Override
  public void createSymlink(Path target, Path link, boolean createsParents) throws IOException {
    flush(link);
    super.createSymlink(target, link, createsParents);
  }

  @Override
  public Path getLinkTarget(Path path) throws IOException {
    flush(path);
    return super.getLinkTarget(path);
  }

  @Override
  public RemoteIterator<Path> listCorruptFileBlocks(Path path) throws IOException {
    flush(path);
    return super.listCorruptFileBlocks(path);
  }

  @Override
  public void removeAclEntries(Path path, List<AclEntry> entries) throws IOException {
    flush(path);
    super.removeAclEntries(path, entries);
  }

  @Override
  public void removeDefaultAcl(Path path) throws IOException {
    flush(path);
    super.removeDefaultAcl(path);
  }

  @Override
  public void removeAcl(Path path) throws IOException {
    flush(path);
    super.removeAcl(path);
  }

  @Override
  public AclStatus getAclStatus(Path path) throws IOException {
    flush(path);
    return super.getAclStatus(path);
  }

  @Override
  public void setXAttr(Path path, String name, byte[] value) throws IOException {
    flush(path);
    super.setXAttr(path, name, value);
  }

  @Override
  public void setXAttr(Path path, String name, byte[] value, EnumSet<XAttrSetFlag> flags)
      throws IOException {
    flush(path);
    super.setXAttr(path, name, value, flags);
  }

  @Override
  public byte[] getXAttr(Path path, String name) throws IOException {
    flush(path);
    return super.getXAttr(path, name);
  }

  @Override
  public Map<String, byte[]> getXAttrs(Path path) throws IOException {
    flush(path);
    return super.getXAttrs(path);
  }

  @Override
  public Map<String, byte[]> getXAttrs(Path path, List<String> names) throws IOException {
    flush(path);
    return super.getXAttrs(path, names);
  }

  @Override
  public List<String> listXAttrs(Path path) throws IOException {
    flush(path);
    return super.listXAttrs(path);
  }

  @Override
  public void removeXAttr(Path path, String name) throws IOException {
    flush(path);
    super.removeXAttr(path, name);
  }

  @Override
  public void renameSnapshot(Path path, String from, String to) throws IOException {
    flush(path);
    super.renameSnapshot(path, from, to);
  }

  @Override
  public void deleteSnapshot(Path path, String name) throws IOException {
    flush(path);
    super.deleteSnapshot(path, name);
  }

  @Override
  public void satisfyStoragePolicy(Path path) throws IOException {
    flush(path);
    super.satisfyStoragePolicy(path);
  }

  @Override
  public void setStoragePolicy(Path path, String policy) throws IOException {
    flush(path);
    super.setStoragePolicy(path, policy);
  }

  @Override
  public void unsetStoragePolicy(Path path) throws IOException {
    flush(path);
    super.unsetStoragePolicy(path);
  }

  @Override
  public BlockStoragePolicySpi getStoragePolicy(Path path) throws IOException {
    flush(path);
    return super.getStoragePolicy(path);
  }

  @Override
  public MultipartUploaderBuilder<?, ?> createMultipartUploader(Path path) throws IOException {
    flush(path);
    return super.createMultipartUploader(path);
  }
}
