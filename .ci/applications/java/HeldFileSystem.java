// SPDX-License-Identifier: Apache-2.0
package org.example.hbase;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Local files as {@code held:/PATH}. The first task that opens one named {@code held.msh} says so, by opening the pipe {@code
 * held.reached} to write, and waits until somebody opens the pipe {@code held.release} to write.
 */
public class HeldFileSystem extends RawLocalFileSystem {
  private static final AtomicBoolean REACHED = new AtomicBoolean();

  @Override
  public URI getUri() {
    return URI.create("held:///");
  }

  @Override
  public String getScheme() {
    return "held";
  }

  @Override
  public FileStatus getFileStatus(Path file) throws IOException {
    return withoutPermissions(super.getFileStatus(file));
  }

  @Override
  public FileStatus[] listStatus(Path directory) throws IOException {
    return Arrays.stream(super.listStatus(directory)).map(HeldFileSystem::withoutPermissions).toArray(FileStatus[]::new);
  }

  /** Hadoop looks the permissions of local files up by their URI, which must begin with {@code file:}. */
  private static FileStatus withoutPermissions(FileStatus status) {
    return new FileStatus(
        status.getLen(), status.isDirectory(), status.getReplication(), status.getBlockSize(), status.getModificationTime(),
        status.getPath());
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    if (file.getName().equals("held.msh") && !REACHED.getAndSet(true)) {
      Files.newOutputStream(pathToFile(new Path(getConf().get("held.reached"))).toPath()).close();
      Files.newInputStream(pathToFile(new Path(getConf().get("held.release"))).toPath()).close();
    }
    return super.open(file, bufferSize);
  }
}
