// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.io.File;
import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * The jars of HBase's client, which tasks on other machines need. The launcher says which they are.
 * With {@code hadoop jar}, users name them themselves ({@code -libjars}).
 */
final class ClientJars {
  /** System property: the class path of HBase that the user has named. */
  private static final String PROPERTY = "athanor.hbase.classpath";

  /** Hadoop's list of jars that go with a job, the same as that of {@code -libjars}. */
  private static final String JARS = "tmpjars";

  private ClientJars() {}

  /** Adds the jars to a job, unless its tasks run where the driver is, with its class path. */
  static void addTo(Configuration job) {
    String classPath = System.getProperty(PROPERTY, "");
    URI files = FileSystem.getDefaultUri(job);
    if (classPath.isEmpty() || "file".equals(files.getScheme())) {
      return;
    }
    Set<String> jars = new LinkedHashSet<>(Arrays.asList(job.getTrimmedStrings(JARS)));
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      if (entry.endsWith(".jar")) {
        jars.add(new File(entry).toURI().toString());
      }
    }
    job.set(JARS, String.join(",", jars));
  }
}
