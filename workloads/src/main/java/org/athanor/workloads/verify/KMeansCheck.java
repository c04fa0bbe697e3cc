// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.athanor.workloads.program.Centroids;
import org.athanor.workloads.program.Points;

/**
 * Checks K-Means against a plain computation. The tolerance is {@value #TOLERANCE} of the largest
 * coordinate of a point. If n points are summed in another order, their mean differs by less than n
 * × 2⁻⁵³ of it in the worst case and by √n × 2⁻⁵³ usually, that is 10⁻¹¹ for 10¹⁰ points. A point
 * that is lost or counted twice changes a mean by about 1/n of it, which the check detects in
 * clusters of up to 10⁸ points. Memory does not grow with the input.
 *
 * <p>If the iterations are to end when no centroid moves by more than a tolerance, the output must
 * say that there were as many as {@link Convergence} demands. Two computations of a move differ by
 * less than {@link #moveError}.
 */
public final class KMeansCheck implements Check {
  private static final double TOLERANCE = 1e-9;

  private final Configuration configuration;
  private final Path input;
  private final String centroids;
  private final int iterations;
  private final Convergence convergence;
  private final Reference reference;
  private final Parts parts;

  public KMeansCheck(
      Configuration configuration,
      Path input,
      Path output,
      String centroids,
      int iterations,
      OptionalDouble tolerance,
      Optional<Path> reference)
      throws IOException, WrongOutputException {
    this.configuration = configuration;
    this.input = input;
    this.centroids = centroids;
    this.convergence =
        Convergence.of(configuration, output, iterations, tolerance, "a centroid moves by ", true);
    this.iterations = convergence.iterations();
    int first = String.join("\n", Centroids.read(configuration, centroids).lines()).hashCode();
    this.reference =
        new Reference(
            configuration,
            String.format(
                Locale.ROOT,
                "kmeans error, moves and centroids iterations=%d centroids=%08x",
                this.iterations,
                first),
            input,
            reference);
    this.parts = new Parts(configuration, output);
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    List<String> lines =
        new String(reference.get(this::compute), StandardCharsets.US_ASCII).lines().toList();
    double tolerance = TOLERANCE * Double.parseDouble(lines.get(0));
    List<String> moves = lines.subList(2, 2 + iterations);
    convergence.check(
        moves.stream().mapToDouble(Double::parseDouble).toArray(),
        Double.parseDouble(lines.get(1)));
    Centroids expected = Centroids.parse(lines.subList(2 + iterations, lines.size()));
    LongIndex indices = new LongIndex();
    for (int i = 0; i < expected.count(); i++) {
      indices.add(i);
    }
    for (FileStatus part : parts.all()) {
      parts.lines(part, (line, number) -> checkLine(part, line, number, expected.dimension()));
    }
    new VertexCheck(parts, indices)
        .compare(
            (index, text) -> {
              double[] found = Points.parse(text);
              for (int i = 0; i < found.length; i++) {
                double must = expected.get(index)[i];
                if (!(Math.abs(found[i] - must) <= tolerance)) {
                  return String.format(Locale.ROOT, "%s ± %s in coordinate %d", must, tolerance, i);
                }
              }
              return null;
            });
    return expected.count() + " centroids" + convergence.report();
  }

  private static void checkLine(FileStatus part, Text line, long number, int dimension)
      throws WrongOutputException {
    String text = line.toString();
    int found = -1;
    try {
      found = Points.parse(text.substring(text.indexOf('\t') + 1)).length;
    } catch (IllegalArgumentException malformed) {
      // Reported below.
    }
    if (found != dimension) {
      throw new WrongOutputException(
          String.format(
              Locale.ROOT,
              "%s: \"%s\": must be an index, a tab, and %d coordinates with commas",
              Parts.name(part, number),
              Records.shown(text),
              dimension));
    }
  }

  /** The sums of one thread. */
  private static final class Sums implements Splits.Consumer<LongWritable, Text> {
    private final Centroids centroids;
    private final double[][] sums;
    private final long[] counts;
    private final double[] point;
    private double largest;

    Sums(Centroids centroids) {
      this.centroids = centroids;
      sums = new double[centroids.count()][centroids.dimension()];
      counts = new long[centroids.count()];
      point = new double[centroids.dimension()];
    }

    @Override
    public void accept(LongWritable offset, Text line) {
      Points.parse(line.getBytes(), line.getLength(), point);
      int nearest = 0;
      double smallest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < sums.length; i++) {
        double distance = 0;
        for (int j = 0; j < point.length; j++) {
          distance += (point[j] - centroids.get(i)[j]) * (point[j] - centroids.get(i)[j]);
        }
        if (distance < smallest) {
          smallest = distance;
          nearest = i;
        }
      }
      counts[nearest]++;
      for (int j = 0; j < point.length; j++) {
        sums[nearest][j] += point[j];
        largest = Math.max(largest, Math.abs(point[j]));
      }
    }

    void add(Sums other) {
      largest = Math.max(largest, other.largest);
      for (int i = 0; i < sums.length; i++) {
        counts[i] += other.counts[i];
        for (int j = 0; j < point.length; j++) {
          sums[i][j] += other.sums[i][j];
        }
      }
    }

    Centroids means() {
      double[][] means = new double[sums.length][];
      for (int i = 0; i < sums.length; i++) {
        means[i] = counts[i] == 0 ? centroids.get(i) : sums[i];
        for (int j = 0; counts[i] > 0 && j < point.length; j++) {
          means[i][j] /= counts[i];
        }
      }
      return Centroids.of(means);
    }
  }

  /**
   * Returns the most by which the moves of two computations differ that add in different orders.
   *
   * <p>With u = 2⁻⁵³, a mean of n points differs from the exact one by at most (n + 2) u of the
   * largest coordinate, in each of d coordinates, hence by √d times that. Centroids before have no
   * other influence than to choose the points. A move has the errors of two means; two computations
   * differ by twice that, and by no more than means may differ by.
   *
   * @param points n, of the centroid that has most
   * @param largest the largest coordinate of a point
   */
  static double moveError(long points, int dimension, double largest) {
    double mean = Math.min(TOLERANCE, 2 * (points + 2) * Convergence.ROUNDING);
    return 2 * Math.sqrt(dimension) * mean * largest;
  }

  private void compute(OutputStream out) throws IOException, InterruptedException {
    Centroids current = Centroids.read(configuration, centroids);
    double largest = 0;
    long members = 0;
    StringBuilder moves = new StringBuilder();
    for (int i = 0; i < iterations; i++) {
      Centroids before = current;
      List<Sums> all = new ArrayList<>();
      Splits.read(
          configuration,
          input,
          new TextInputFormat(),
          () -> {
            Sums sums = new Sums(before);
            all.add(sums);
            return sums;
          });
      Sums total = all.get(0);
      all.subList(1, all.size()).forEach(total::add);
      largest = total.largest;
      members = Math.max(members, Arrays.stream(total.counts).max().orElse(0));
      current = total.means();
      moves.append(farthest(before, current)).append('\n');
    }
    double error = moveError(members, current.dimension(), largest);
    String text = largest + "\n" + error + "\n" + moves + String.join("\n", current.lines());
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static double farthest(Centroids before, Centroids after) {
    double farthest = 0;
    for (int i = 0; i < after.count(); i++) {
      double sum = 0;
      for (int j = 0; j < after.dimension(); j++) {
        sum += Math.pow(after.get(i)[j] - before.get(i)[j], 2);
      }
      farthest = Math.max(farthest, Math.sqrt(sum));
    }
    return farthest;
  }
}
