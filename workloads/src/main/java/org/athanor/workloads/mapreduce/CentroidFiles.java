// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.SequenceFile;
import org.athanor.workloads.program.Centroids;

/**
 * Configures and reads the centroids of an iteration: a text file for the first one, then sequence
 * files.
 */
final class CentroidFiles {
  private static final String TEXT = "athanor.workloads.kmeans.centroids.text";
  private static final String SEQUENCE = "athanor.workloads.kmeans.centroids.sequence";
  private static final String CLUSTERS = "athanor.workloads.kmeans.clusters";

  private CentroidFiles() {}

  /** Sets the centroids of the first iteration. */
  static void setText(Configuration configuration, String uri) {
    configuration.set(TEXT, uri);
  }

  /** Sets the centroids of a later iteration. */
  static void setSequence(Configuration configuration, Path directory, int clusters) {
    configuration.set(SEQUENCE, directory.toString());
    configuration.setInt(CLUSTERS, clusters);
  }

  /** Reads the centroids of a task's iteration. */
  static Centroids read(Configuration configuration) throws IOException {
    String text = configuration.get(TEXT);
    if (text != null) {
      return Centroids.read(configuration, text);
    }
    return read(
        configuration, new Path(configuration.get(SEQUENCE)), configuration.getInt(CLUSTERS, 0));
  }

  /** Reads the centroids that an iteration has written as sequence files. */
  static Centroids read(Configuration configuration, Path directory, int clusters)
      throws IOException {
    FileSystem files = directory.getFileSystem(configuration);
    double[][] centroids = new double[clusters][];
    for (FileStatus part : files.globStatus(new Path(directory, "part-*"))) {
      IntWritable index = new IntWritable();
      PointSum centroid = new PointSum();
      try (SequenceFile.Reader reader =
          new SequenceFile.Reader(configuration, SequenceFile.Reader.file(part.getPath()))) {
        while (reader.next(index, centroid)) {
          centroids[index.get()] = centroid.coordinates().clone();
        }
      }
    }
    return Centroids.of(centroids);
  }
}
