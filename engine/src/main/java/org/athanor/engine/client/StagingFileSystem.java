// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.engine.files.ProcessFreeFileSystem;

/**
 * The local file system for submitters, under the name {@value #SCHEME}, so that a submission
 * starts no processes whatever class the client's {@code file:} has. It writes no checksum files.
 * In everything else, its URI included, it is the local file system, since old output formats and
 * {@code JobClient.getFs} get it from Hadoop.
 */
public final class StagingFileSystem extends ProcessFreeFileSystem {
  static final String SCHEME = "athanor-staging";
  private static final String CLASS_KEY = "fs." + SCHEME + ".impl";

  /** Lets {@code conf} resolve paths of this scheme. */
  static void registerIn(Configuration conf) {
    conf.setClass(CLASS_KEY, StagingFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
  }

  /** The path for submitters to the local file or directory {@code local}. */
  static Path forSubmitters(Path local) {
    return new Path(SCHEME, null, local.toUri().getPath());
  }

  /** {@code text} with every path of this scheme as what it is to everybody else, a local one. */
  static String asLocal(String text) {
    return text.replace(SCHEME + ":", "file:");
  }

  /** Counts what it does as local, or jobs would have counters of this scheme. */
  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    super.initialize(getUri(), conf);
  }

  @Override
  protected void checkPath(Path path) {
    if (!SCHEME.equals(path.toUri().getScheme())) {
      super.checkPath(path);
    }
  }
}
