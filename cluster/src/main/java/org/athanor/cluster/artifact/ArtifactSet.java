// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.util.List;

/**
 * The files of one version of a framework, which are fetched together, completely or not at all.
 *
 * <p>Its {@link #id} names its directory in the cache, so a set that changes its contents must
 * change its id.
 */
public sealed interface ArtifactSet {

  /** A name for people, such as {@code Hadoop 3.5.0}. */
  String title();

  /** Such as {@code hadoop-3.5.0}; the name of its directory. */
  String id();

  /** The approximate size of the download, in bytes. */
  long downloadBytes();

  /** Jars and their dependencies, all in one directory. */
  record MavenSet(String title, String id, long downloadBytes, List<Coordinates> artifacts)
      implements ArtifactSet {
    public MavenSet {
      artifacts = List.copyOf(artifacts);
    }
  }

  /**
   * A part of a package of the Python Package Index, whose jars make a framework's home.
   *
   * @param requirement such as {@code pyspark==4.3.0}
   * @param root directory of the archive that becomes the home
   * @param keep names in that directory; the rest is left out
   * @param executable those of them whose files are programs
   */
  record PipPackage(
      String title,
      String id,
      long downloadBytes,
      String requirement,
      String root,
      List<String> keep,
      List<String> executable)
      implements ArtifactSet {
    public PipPackage {
      keep = List.copyOf(keep);
      executable = List.copyOf(executable);
    }
  }
}
