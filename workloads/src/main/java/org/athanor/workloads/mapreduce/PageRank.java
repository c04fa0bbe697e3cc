// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.athanor.workloads.program.EdgeLine;
import org.athanor.workloads.program.IterationCount;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.JobRun;

/**
 * PageRank of a directed graph with damping {@value #DAMPING}: a fixed number of iterations, or
 * until the sum of the changes of all ranks is not above a tolerance.
 *
 * <pre>
 *   r₀ = 1/N        r′ = 0.15/N + 0.85 × (Σ of r/outdegree over in-edges + D/N)
 * </pre>
 *
 * <p>D is the rank of all vertices without out-edges. The first job collects the out-edges of each
 * vertex; each further job is an iteration. Its reducers write D for the next iteration, and the
 * sum of the changes, as {@link TaskSums}. If there is a tolerance, a vertex sends its rank to
 * itself, and a last job writes the ranks as text when they have converged before the last
 * iteration.
 */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
public final class PageRank extends IterativeTool {
  static final double DAMPING = 0.85;

  private static final String VERTICES = "athanor.workloads.pagerank.vertices";
  private static final String DANGLING = "athanor.workloads.pagerank.dangling";
  private static final String CONVERGING = "athanor.workloads.pagerank.converging";

  public PageRank() {
    super(JobArguments.Extra.TOLERANCE);
  }

  public static void main(String[] args) throws Exception {
    main(new PageRank(), args);
  }

  @Override
  protected void run(JobArguments arguments, Path work)
      throws IOException, InterruptedException, ClassNotFoundException {
    Path ranks = new Path(work, "ranks-0");
    Job links = job("links", arguments);
    FileInputFormat.addInputPath(links, new Path(arguments.input()));
    links.setMapperClass(LinkMapper.class);
    links.setCombinerClass(Joiner.class);
    links.setReducerClass(LinkReducer.class);
    write(links, ranks, LongWritable.class, RankMessage.class);
    JobRun.complete(links);

    double[] counted = TaskSums.read(getConf(), ranks, 2);
    long vertices = (long) counted[0];
    double dangling = counted[1] / vertices;
    boolean converged = false;
    int done = 0;
    while (done < arguments.iterations() && !converged) {
      done++;
      boolean last = done == arguments.iterations();
      Path next = new Path(work, "ranks-" + done);
      Job iteration = job("iteration " + done + " of " + arguments.iterations(), arguments);
      Configuration configuration = iteration.getConfiguration();
      configuration.setLong(VERTICES, vertices);
      configuration.setDouble(DANGLING, dangling);
      configuration.setBoolean(CONVERGING, arguments.tolerance().isPresent() && !last);
      read(iteration, ranks);
      iteration.setMapperClass(done == 1 ? FirstRankMapper.class : RankMapper.class);
      iteration.setCombinerClass(Joiner.class);
      iteration.setMapOutputKeyClass(LongWritable.class);
      iteration.setMapOutputValueClass(RankMessage.class);
      if (last) {
        iteration.setReducerClass(LastRankReducer.class);
        writeText(iteration, arguments, LongWritable.class, DoubleWritable.class);
      } else {
        iteration.setReducerClass(RankReducer.class);
        write(iteration, next, LongWritable.class, RankMessage.class);
      }
      JobRun.complete(iteration);
      if (!last) {
        double[] sums = TaskSums.read(getConf(), next, 2);
        dangling = sums[0];
        converged =
            arguments.tolerance().isPresent() && sums[1] <= arguments.tolerance().getAsDouble();
      }
      ranks.getFileSystem(getConf()).delete(ranks, true);
      ranks = next;
    }
    if (converged) {
      convert(ranks, arguments, TextMapper.class, LongWritable.class, DoubleWritable.class);
    }
    IterationCount.write(getConf(), new Path(arguments.output()), done);
  }

  /**
   * Emits an edge as a link of its source. Emits its target as a vertex too, because it may have no
   * links.
   */
  static final class LinkMapper extends Mapper<LongWritable, Text, LongWritable, RankMessage> {
    private final EdgeLine edge = new EdgeLine();
    private final LongWritable vertex = new LongWritable();
    private final RankMessage message = new RankMessage();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      if (edge.parse(line.getBytes(), line.getLength())) {
        message.clear();
        vertex.set(edge.target());
        context.write(vertex, message);
        message.addLink(edge.target());
        vertex.set(edge.source());
        context.write(vertex, message);
      }
    }
  }

  /** Joins the messages to a vertex. */
  static class Joiner extends Reducer<LongWritable, RankMessage, LongWritable, RankMessage> {
    final RankMessage joined = new RankMessage();

    @Override
    protected void reduce(LongWritable vertex, Iterable<RankMessage> messages, Context context)
        throws IOException, InterruptedException {
      context.write(vertex, join(messages));
    }

    final RankMessage join(Iterable<RankMessage> messages) {
      joined.clear();
      for (RankMessage message : messages) {
        joined.add(message);
      }
      return joined;
    }
  }

  /** Joins the links of each vertex and counts vertices. */
  static final class LinkReducer extends Joiner {
    private long vertices;
    private long dangling;

    @Override
    protected void reduce(LongWritable vertex, Iterable<RankMessage> messages, Context context)
        throws IOException, InterruptedException {
      super.reduce(vertex, messages, context);
      vertices++;
      if (joined.links() == 0) {
        dangling++;
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      TaskSums.write(context, vertices, dangling);
    }
  }

  /** Sends a vertex's links to the vertex itself, and a share of its rank along each link. */
  static class RankMapper extends Mapper<LongWritable, RankMessage, LongWritable, RankMessage> {
    private final LongWritable target = new LongWritable();
    private final RankMessage share = new RankMessage();
    private boolean converging;

    @Override
    protected void setup(Context context) {
      converging = context.getConfiguration().getBoolean(CONVERGING, false);
    }

    @Override
    protected void map(LongWritable vertex, RankMessage ranked, Context context)
        throws IOException, InterruptedException {
      share.setValue(ranked.value() / ranked.links());
      if (converging) {
        ranked.setBefore(ranked.value());
      }
      ranked.setValue(0);
      context.write(vertex, ranked);
      for (int i = 0; i < ranked.links(); i++) {
        target.set(ranked.link(i));
        context.write(target, share);
      }
    }
  }

  /** Mapper of the first iteration, in which every rank is 1/N. The previous job did not know N. */
  static final class FirstRankMapper extends RankMapper {
    private double rank;

    @Override
    protected void setup(Context context) {
      super.setup(context);
      rank = 1.0 / context.getConfiguration().getLong(VERTICES, 0);
    }

    @Override
    protected void map(LongWritable vertex, RankMessage ranked, Context context)
        throws IOException, InterruptedException {
      ranked.setValue(rank);
      super.map(vertex, ranked, context);
    }
  }

  /** Computes the new rank. {@code V} is the output type. */
  abstract static class RankingReducer<V>
      extends Reducer<LongWritable, RankMessage, LongWritable, V> {
    private final RankMessage joined = new RankMessage();
    private double base;
    private double danglingMass;
    private double change;
    private boolean converging;

    @Override
    protected void setup(Context context) {
      double vertices = context.getConfiguration().getLong(VERTICES, 0);
      double dangling = context.getConfiguration().getDouble(DANGLING, Double.NaN);
      base = (1 - DAMPING) / vertices + DAMPING * dangling / vertices;
      converging = context.getConfiguration().getBoolean(CONVERGING, false);
    }

    final RankMessage rank(Iterable<RankMessage> messages) {
      joined.clear();
      for (RankMessage message : messages) {
        joined.add(message);
      }
      joined.setValue(base + DAMPING * joined.value());
      if (converging) {
        change += Math.abs(joined.value() - joined.before());
        joined.clearBefore();
      }
      if (joined.links() == 0) {
        danglingMass += joined.value();
      }
      return joined;
    }

    final void writeSums(TaskInputOutputContext<?, ?, ?, ?> context)
        throws IOException, InterruptedException {
      TaskSums.write(context, danglingMass, change);
    }
  }

  /** Writes rank and links for the next iteration. */
  static final class RankReducer extends RankingReducer<RankMessage> {
    @Override
    protected void reduce(LongWritable vertex, Iterable<RankMessage> messages, Context context)
        throws IOException, InterruptedException {
      context.write(vertex, rank(messages));
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      writeSums(context);
    }
  }

  /** Writes only the rank. */
  static final class LastRankReducer extends RankingReducer<DoubleWritable> {
    private final DoubleWritable rank = new DoubleWritable();

    @Override
    protected void reduce(LongWritable vertex, Iterable<RankMessage> messages, Context context)
        throws IOException, InterruptedException {
      rank.set(rank(messages).value());
      context.write(vertex, rank);
    }
  }

  /** Writes the ranks of the last iteration. */
  static final class TextMapper
      extends Mapper<LongWritable, RankMessage, LongWritable, DoubleWritable> {
    private final DoubleWritable rank = new DoubleWritable();

    @Override
    protected void map(LongWritable vertex, RankMessage ranked, Context context)
        throws IOException, InterruptedException {
      rank.set(ranked.value());
      context.write(vertex, rank);
    }
  }
}
