// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.usage.UsageException;

/** Finds the access to tables, which needs HBase's client: users name theirs. */
final class MeshTables {
  private static final String CLIENT = "org.apache.hadoop.hbase.client.ConnectionFactory";
  private static final String REMEDY =
      "set HBASE_HOME, or ATHANOR_HBASE_CLASSPATH to what `hbase mapredcp` prints, with the"
          + " directory of hbase-site.xml before it (with hadoop jar: HADOOP_CLASSPATH)";

  private MeshTables() {}

  /**
   * Opens a table.
   *
   * @throws UsageException if HBase's client is not on the class path
   */
  static MeshTable open(Configuration configuration, TableMesh mesh) throws IOException {
    ClassLoader loader = MeshTables.class.getClassLoader();
    try {
      Class.forName(CLIENT, false, loader);
      return ServiceLoader.load(MeshTable.Provider.class, loader)
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("no access to tables in the jar"))
          .open(configuration, mesh);
    } catch (ClassNotFoundException e) {
      throw new UsageException("--table: HBase's client is not on the class path; " + REMEDY);
    } catch (NoClassDefFoundError e) {
      throw lacking(e);
    } catch (ServiceConfigurationError e) {
      if (e.getCause() instanceof NoClassDefFoundError part) {
        throw lacking(part);
      }
      throw e;
    }
  }

  private static IOException lacking(NoClassDefFoundError part) {
    return new IOException(
        "the class path lacks a part of HBase, " + part.getMessage() + "; " + REMEDY, part);
  }
}
