// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.gimv;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.athanor.workloads.program.IterationCount;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.JobRun;

/**
 * PageRank as a generalised matrix-vector multiplication, with damping {@value #DAMPING}. The ranks
 * of vertices without out-edges are lost, so that the sum of all is less than 1.
 *
 * <pre>
 *   r₀ = 1/N        r′ = 0.15/N + 0.85 × Σ of r/outdegree over in-edges
 * </pre>
 *
 * <p>An iteration is two jobs. The iterations end when no rank has changed by more than 1/(10 N),
 * which the jobs count, or at the limit. A framework that returns no counters does as many
 * iterations as allowed. {@link IterationCount} of the output says how many there were.
 */
public final class GimvPageRank extends GimvTool {
  private static final double DAMPING = 0.85;
  private static final String VERTICES = "athanor.workloads.gimv.vertices";

  /** Counts ranks that have changed by more than the tolerance. */
  enum Tally {
    CHANGED
  }

  public static void main(String[] args) throws Exception {
    main(new GimvPageRank(), args);
  }

  @Override
  String initial(long id, long vertices) {
    return Double.toString(1.0 / vertices);
  }

  @Override
  void iterate(JobArguments arguments, Path vector, Path work, long vertices)
      throws IOException, InterruptedException, ClassNotFoundException {
    Path joined = new Path(work, "joined");
    boolean converged = false;
    int done = 0;
    while (done < arguments.iterations() && !converged) {
      done++;
      String step = "iteration " + done + " of " + arguments.iterations() + " at most";
      join(job(step + ", join", arguments), arguments, vector, false, Multiply.class, joined);
      Job sum = job(step + ", sum", arguments);
      sum.getConfiguration().setLong(VERTICES, vertices);
      combine(sum, joined, next(vector));
      sum.setReducerClass(Assign.class);
      JobRun.complete(sum);
      rotate(joined, vector);
      converged = converged(sum.getCounters());
    }
    IterationCount.write(getConf(), vector, done);
  }

  private static boolean converged(Counters counters) {
    return counters != null
        && counters.countCounters() > 0
        && counters.findCounter(Tally.CHANGED).getValue() == 0;
  }

  /** Distributes the rank of a vertex over its edges. */
  static final class Multiply extends JoinReducer {
    @Override
    String combine2(String rank, int degree) {
      return Double.toString(Double.parseDouble(rank) / degree);
    }
  }

  /** Adds up what a vertex receives, and counts it if its rank has changed. */
  static final class Assign extends Reducer<LongWritable, Text, LongWritable, Text> {
    private final Text element = new Text();
    private double base;
    private double tolerance;

    @Override
    protected void setup(Context context) {
      Configuration configuration = context.getConfiguration();
      double vertices = configuration.getLong(VERTICES, 0);
      base = (1 - DAMPING) / vertices;
      tolerance = 1 / vertices / 10;
    }

    @Override
    protected void reduce(LongWritable vertex, Iterable<Text> messages, Context context)
        throws IOException, InterruptedException {
      double before = Double.NaN;
      double sum = 0;
      for (Text message : messages) {
        double value = Double.parseDouble(Message.content(message));
        if (Message.kind(message) == Message.SELF) {
          before = value;
        } else {
          sum += value;
        }
      }
      double rank = base + DAMPING * sum;
      if (Math.abs(rank - before) > tolerance) {
        context.getCounter(Tally.CHANGED).increment(1);
      }
      element.set(Double.toString(rank));
      context.write(vertex, element);
    }
  }
}
