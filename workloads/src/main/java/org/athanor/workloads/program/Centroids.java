// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The centroids of a K-Means iteration. The text form is lines of {@code index<TAB>c1,c2,…}.
 * Immutable.
 */
public final class Centroids implements Serializable {
  private static final long serialVersionUID = 1;
  private final double[][] points;

  private Centroids(double[][] points) {
    this.points = points;
  }

  /**
   * Reads a file, or all files of a directory except those whose names begin with {@code _} or a
   * dot.
   *
   * @throws IllegalArgumentException if the indices, in any order, are not 0, 1, 2, …, or if the
   *     centroids have different dimensions
   */
  public static Centroids read(Configuration configuration, String uri) throws IOException {
    Path path = new Path(uri);
    FileSystem files = path.getFileSystem(configuration);
    List<String> lines = new ArrayList<>();
    for (FileStatus file : files.listStatus(path, Centroids::isVisible)) {
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(files.open(file.getPath()), StandardCharsets.UTF_8))) {
        reader.lines().filter(line -> !line.isEmpty()).forEach(lines::add);
      }
    }
    if (lines.isEmpty()) {
      throw new FileNotFoundException("no centroids in " + uri);
    }
    return parse(lines);
  }

  /** Parses centroids from lines; see {@link #read}. */
  public static Centroids parse(List<String> lines) {
    double[][] points = new double[lines.size()][];
    for (String line : lines) {
      int tab = line.indexOf('\t');
      int index = tab < 0 ? -1 : Integer.parseInt(line, 0, tab, 10);
      if (index < 0 || index >= points.length || points[index] != null) {
        throw new IllegalArgumentException(
            "centroid \""
                + line
                + "\": must begin with an index from 0 to "
                + (points.length - 1)
                + ", each once, and a TAB");
      }
      points[index] = Points.parse(line.substring(tab + 1));
      if (points[index].length
          != Points.parse(lines.get(0).substring(lines.get(0).indexOf('\t') + 1)).length) {
        throw new IllegalArgumentException(
            "centroid \"" + line + "\": has a different dimension than the first");
      }
    }
    return new Centroids(points);
  }

  /** Returns centroids that are given in the order of their indices. */
  public static Centroids of(double[][] points) {
    return new Centroids(points);
  }

  /** Returns the coordinates of a centroid, not a copy. */
  public double[] get(int index) {
    return points[index];
  }

  /** Returns the number of centroids, at least 1. */
  public int count() {
    return points.length;
  }

  /** Returns the number of coordinates of each centroid. */
  public int dimension() {
    return points[0].length;
  }

  /**
   * Returns the index of the centroid nearest to a point; the lowest index if several distances are
   * equal.
   */
  public int nearest(double[] point) {
    int nearest = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < points.length; i++) {
      double distance = squaredDistance(points[i], point);
      if (distance < least) {
        least = distance;
        nearest = i;
      }
    }
    return nearest;
  }

  /** Returns the centroids of the next iteration. A centroid without points does not move. */
  public Centroids moved(Map<Integer, PointSum> members) {
    double[][] moved = points.clone();
    members.forEach(
        (index, sum) -> {
          if (sum.count() > 0) {
            moved[index] = sum.mean();
          }
        });
    return new Centroids(moved);
  }

  /** Returns how far the centroid that has moved farthest is from where it was. */
  public double largestMove(Centroids before) {
    double largest = 0;
    for (int i = 0; i < points.length; i++) {
      largest = Math.max(largest, squaredDistance(points[i], before.points[i]));
    }
    return Math.sqrt(largest);
  }

  /** Returns an empty sum for each centroid. */
  public PointSum[] noMembers() {
    PointSum[] sums = new PointSum[points.length];
    Arrays.setAll(sums, i -> new PointSum(dimension()));
    return sums;
  }

  /** Returns one line per centroid, in the order of their indices. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(points.length);
    for (int i = 0; i < points.length; i++) {
      lines.add(i + "\t" + Points.format(points[i]));
    }
    return lines;
  }

  private static double squaredDistance(double[] centroid, double[] point) {
    if (centroid.length != point.length) {
      throw new IllegalArgumentException(
          "point of " + point.length + " coordinates: the centroids have " + centroid.length);
    }
    double sum = 0;
    for (int i = 0; i < centroid.length; i++) {
      double difference = centroid[i] - point[i];
      sum += difference * difference;
    }
    return sum;
  }

  private static boolean isVisible(Path path) {
    return !path.getName().startsWith("_") && !path.getName().startsWith(".");
  }
}
