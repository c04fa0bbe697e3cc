// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * A mesh in a table of a database. It is there as a whole or not at all to queries: {@link #begin}
 * marks it as unfinished, and {@link #finish} takes the mark away. Used by drivers; not
 * thread-safe.
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
   * Requires that the table exists, and has the mesh completely.
   *
   * @throws org.athanor.workloads.usage.UsageException if the table or the mesh does not exist
   * @throws IOException if the mesh is not complete
   */
  void requireComplete() throws IOException;

  /**
   * Begins an import; makes the table if there is none.
   *
   * @param regions of a new table
   * @param replace whether a mesh that is there already is removed
   * @throws org.athanor.workloads.usage.UsageException if it is there, and is not to be removed
   */
  void begin(int regions, boolean replace) throws IOException;

  /**
   * Makes a job write the records that it reads: sets its mapper and output format.
   *
   * @param files of the input, in their order
   */
  void importing(Job job, List<Path> files);

  /** Ends an import: the mesh is complete. */
  void finish() throws IOException;

  /** Removes what an import has written. */
  void discard() throws IOException;

  /** Returns how many connections this process has opened, in which tasks may have run. */
  long connections();

  /** Closes the connections of this process. */
  @Override
  void close() throws IOException;
}
