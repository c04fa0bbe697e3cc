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

  /** Returns the name of the mesh as messages show it. */
  String shown();
}
