// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * A mesh in a table of a database. It is there as a whole or not at all to queries: {@link #begin}
 * marks it as unfinished, {@link #finish} as complete, and each import has a mark of its own. Used
 * by drivers; not thread-safe.
 */
public interface MeshTable extends MeshSource, AutoCloseable {
  /** Opens tables; found as a service, so that this package needs no class of the database. */
  interface Provider {
    /**
     * Connects to the database.
     *
     * @throws IOException if the database does not answer, within a bounded time
     */
    MeshTable open(Configuration configuration, TableMesh mesh) throws IOException;
  }

  /**
   * Requires that the table exists, and has the mesh completely: the one that must be {@linkplain
   * #requireUnchanged unchanged} later.
   *
   * @throws org.athanor.workloads.usage.UsageException if the table or the mesh does not exist
   * @throws IOException if the mesh is not complete
   */
  void requireComplete() throws IOException;

  /**
   * Begins an import; makes the table if there is none. The mesh is unfinished from then on, also
   * if the import fails, since its tasks may still write for a while.
   *
   * @param regions of a new table
   * @param replace whether a mesh that is there already is removed, and one that is being imported
   *     cannot {@linkplain #finish end}
   * @throws org.athanor.workloads.usage.UsageException if it is there, and is not to be removed
   * @throws IOException if another import has begun, or has not ended
   */
  void begin(int regions, boolean replace) throws IOException;

  /**
   * Makes a job write the records that it reads: sets its mapper and output format.
   *
   * @param files of the input, in their order
   */
  void importing(Job job, List<Path> files) throws IOException;

  /**
   * Ends an import: the mesh is complete.
   *
   * @throws ReplacedImportException if another import has begun to replace it
   */
  void finish() throws IOException;

  /** Returns how many connections this process has opened, in which tasks may have run. */
  long connections();

  /** Closes the connections of this process; a failure is only a warning. */
  @Override
  void close();
}
