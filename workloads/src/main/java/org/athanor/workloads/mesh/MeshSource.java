// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Job;

/** Where the jobs read a mesh. The records are the same wherever it is. */
public interface MeshSource {
  /**
   * Makes a job read the mesh: sets its input format, of {@code LongWritable} (the id) and {@link
   * MeshRecord}.
   */
  void into(Job job) throws IOException, InterruptedException, ClassNotFoundException;

  /**
   * Requires that the mesh is still the same for which jobs have run, or that an import is still
   * the latest. Files are not watched.
   *
   * @throws IOException if it has changed, so that there is no result
   */
  default void requireUnchanged() throws IOException {}

  /** Returns the name of the mesh as messages show it. */
  String shown();
}
