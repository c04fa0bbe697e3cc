// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.athanor.workloads.program.Centroids;
import org.athanor.workloads.program.IterationCount;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.JobRun;
import org.athanor.workloads.program.Points;

/**
 * K-Means (Lloyd's algorithm) from given centroids: a fixed number of iterations, or until no
 * centroid moves by more than a tolerance. Each point belongs to the centroid with the smallest
 * squared Euclidean distance, the first one if several are equal. A centroid moves to the mean of
 * its points; a centroid without points does not move. Each iteration is a job; its combiner adds
 * up points.
 */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
public final class KMeans extends IterativeTool {

  public KMeans() {
    super(JobArguments.Extra.CENTROIDS, JobArguments.Extra.TOLERANCE);
  }

  public static void main(String[] args) throws Exception {
    main(new KMeans(), args);
  }

  @Override
  protected void run(JobArguments arguments, Path work)
      throws IOException, InterruptedException, ClassNotFoundException {
    Centroids before = Centroids.read(getConf(), arguments.centroids());
    Path centroids = null;
    boolean converged = false;
    int done = 0;
    while (done < arguments.iterations() && !converged) {
      done++;
      Job iteration = job("iteration " + done + " of " + arguments.iterations(), arguments);
      if (centroids == null) {
        CentroidFiles.setText(iteration.getConfiguration(), arguments.centroids());
      } else {
        CentroidFiles.setSequence(iteration.getConfiguration(), centroids, before.count());
      }
      FileInputFormat.addInputPath(iteration, new Path(arguments.input()));
      iteration.setMapperClass(AssignMapper.class);
      iteration.setCombinerClass(Adder.class);
      iteration.setMapOutputKeyClass(IntWritable.class);
      iteration.setMapOutputValueClass(PointSum.class);
      if (done == arguments.iterations()) {
        iteration.setReducerClass(LastMeanReducer.class);
        writeText(iteration, arguments, IntWritable.class, Text.class);
        JobRun.complete(iteration);
        break;
      }
      centroids = new Path(work, "centroids-" + done);
      iteration.setReducerClass(MeanReducer.class);
      write(iteration, centroids, IntWritable.class, PointSum.class);
      JobRun.complete(iteration);
      if (arguments.tolerance().isPresent()) {
        Centroids moved = CentroidFiles.read(getConf(), centroids, before.count());
        converged = moved.largestMove(before) <= arguments.tolerance().getAsDouble();
        before = moved;
      }
    }
    if (converged) {
      convert(centroids, arguments, TextMapper.class, IntWritable.class, Text.class);
    }
    IterationCount.write(getConf(), new Path(arguments.output()), done);
  }

  /**
   * Assigns points to centroids. Also emits every centroid once without points, so that a centroid
   * without points is kept.
   */
  static final class AssignMapper extends Mapper<LongWritable, Text, IntWritable, PointSum> {
    private final IntWritable index = new IntWritable();
    private final PointSum sum = new PointSum();
    private Centroids centroids = Centroids.of(new double[][] {{}});
    private double[] point = {};

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      centroids = CentroidFiles.read(context.getConfiguration());
      point = new double[centroids.dimension()];
      sum.set(point, 0);
      for (int i = 0; i < centroids.count(); i++) {
        index.set(i);
        context.write(index, sum);
      }
      sum.set(point, 1);
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      Points.parse(line.getBytes(), line.getLength(), point);
      index.set(centroids.nearest(point));
      context.write(index, sum);
    }
  }

  /** Adds up the points of a cluster. {@code V} is the output type. */
  abstract static class AddingReducer<V> extends Reducer<IntWritable, PointSum, IntWritable, V> {
    private final PointSum sum = new PointSum();

    final PointSum add(Iterable<PointSum> sums) {
      boolean first = true;
      for (PointSum other : sums) {
        if (first) {
          sum.clear(other.coordinates().length);
          first = false;
        }
        sum.add(other);
      }
      return sum;
    }
  }

  /** Combines points into sums. */
  static final class Adder extends AddingReducer<PointSum> {
    @Override
    protected void reduce(IntWritable index, Iterable<PointSum> sums, Context context)
        throws IOException, InterruptedException {
      context.write(index, add(sums));
    }
  }

  /** Computes the new centroid of a cluster. */
  abstract static class CentroidReducer<V> extends AddingReducer<V> {
    private Centroids centroids = Centroids.of(new double[][] {{}});

    @Override
    protected void setup(Context context) throws IOException {
      centroids = CentroidFiles.read(context.getConfiguration());
    }

    final PointSum centroid(IntWritable index, Iterable<PointSum> sums) {
      PointSum sum = add(sums);
      if (sum.count() == 0) {
        sum.set(centroids.get(index.get()).clone(), 1);
      } else {
        double[] coordinates = sum.coordinates();
        for (int i = 0; i < coordinates.length; i++) {
          coordinates[i] /= sum.count();
        }
      }
      return sum;
    }
  }

  /** Writes centroids for the next iteration. */
  static final class MeanReducer extends CentroidReducer<PointSum> {
    @Override
    protected void reduce(IntWritable index, Iterable<PointSum> sums, Context context)
        throws IOException, InterruptedException {
      context.write(index, centroid(index, sums));
    }
  }

  /** Writes centroids as text. */
  static final class LastMeanReducer extends CentroidReducer<Text> {
    private final Text text = new Text();

    @Override
    protected void reduce(IntWritable index, Iterable<PointSum> sums, Context context)
        throws IOException, InterruptedException {
      text.set(Points.format(centroid(index, sums).coordinates()));
      context.write(index, text);
    }
  }

  /** Writes the centroids of the last iteration. */
  static final class TextMapper extends Mapper<IntWritable, PointSum, IntWritable, Text> {
    private final Text text = new Text();

    @Override
    protected void map(IntWritable index, PointSum centroid, Context context)
        throws IOException, InterruptedException {
      text.set(Points.format(centroid.coordinates()));
      context.write(index, text);
    }
  }
}
