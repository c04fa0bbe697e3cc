// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.gimv;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.JobRun;

/**
 * Connected components as a generalised matrix-vector multiplication (HCC). Edges are undirected.
 * Each vertex gets the smallest label among its own and those of its neighbours, until no label
 * changes. Labels are ids, and compare as strings: 10 is smaller than 9.
 *
 * <p>An iteration is three jobs: join, smallest label, and a count of the labels that have changed,
 * which the driver copies to its local disk. A line of a vector has a mark if its label has
 * changed, so that the last vector has none.
 */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
public final class GimvComponents extends GimvTool {
  private static final String MARK = "\tchanged";
  private static final String CHANGED = "changed";

  public static void main(String[] args) throws Exception {
    main(new GimvComponents(), args);
  }

  @Override
  String initial(long id, long vertices) {
    return Long.toString(id);
  }

  @Override
  void iterate(JobArguments arguments, Path vector, Path work, long vertices)
      throws IOException, InterruptedException, ClassNotFoundException {
    Path joined = new Path(work, "joined");
    long changed = vertices;
    for (int iteration = 1; changed > 0; iteration++) {
      String step = "iteration " + iteration + ", ";
      join(job(step + "join", arguments), arguments, vector, true, Multiply.class, joined);
      Job smallest = job(step + "smallest label", arguments);
      combine(smallest, joined, next(vector));
      smallest.setCombinerClass(Smallest.class);
      smallest.setReducerClass(Assign.class);
      JobRun.complete(smallest);
      rotate(joined, vector);
      changed = changed(job(step + "count", arguments), vector, new Path(work, "counts"));
    }
  }

  /** Counts the labels that have changed. */
  private long changed(Job job, Path vector, Path counts)
      throws IOException, InterruptedException, ClassNotFoundException {
    FileInputFormat.addInputPath(job, vector);
    job.setMapperClass(CountMapper.class);
    job.setCombinerClass(LongSumReducer.class);
    job.setReducerClass(LongSumReducer.class);
    job.setNumReduceTasks(1);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    FileOutputFormat.setOutputPath(job, counts);
    FileOutputFormat.setCompressOutput(job, false);
    JobRun.complete(job);
    long changed = 0;
    for (String line : new LocalFiles(getConf()).copyLines(counts)) {
      if (line.startsWith(CHANGED + "\t")) {
        changed = Long.parseLong(line.substring(CHANGED.length() + 1));
      }
    }
    delete(counts);
    return changed;
  }

  /** Sends a vertex' label along its edges. */
  static final class Multiply extends JoinReducer {
    @Override
    String combine2(String label, int degree) {
      return label;
    }
  }

  /** Keeps the smallest of the labels that a vertex receives, and its own. */
  static final class Smallest extends Reducer<LongWritable, Text, LongWritable, Text> {
    private final Text message = new Text();

    @Override
    protected void reduce(LongWritable vertex, Iterable<Text> messages, Context context)
        throws IOException, InterruptedException {
      String smallest = null;
      for (Text each : messages) {
        if (Message.kind(each) == Message.SELF) {
          context.write(vertex, each);
        } else {
          smallest = smaller(smallest, Message.content(each));
        }
      }
      if (smallest != null) {
        message.set(Message.PRODUCT + smallest);
        context.write(vertex, message);
      }
    }
  }

  private static String smaller(String one, String other) {
    return one == null || other.compareTo(one) < 0 ? other : one;
  }

  /** Assigns the smallest label, and marks it if it is another than before. */
  static final class Assign extends Reducer<LongWritable, Text, LongWritable, Text> {
    private final Text element = new Text();

    @Override
    protected void reduce(LongWritable vertex, Iterable<Text> messages, Context context)
        throws IOException, InterruptedException {
      String before = null;
      String smallest = null;
      for (Text message : messages) {
        String label = Message.content(message);
        smallest = smaller(smallest, label);
        before = Message.kind(message) == Message.SELF ? label : before;
      }
      element.set(smallest.equals(before) ? smallest : smallest + MARK);
      context.write(vertex, element);
    }
  }

  /** Counts marks. */
  static final class CountMapper extends Mapper<LongWritable, Text, Text, LongWritable> {
    private final VectorLine line = new VectorLine();
    private final Text changed = new Text(CHANGED);
    private final LongWritable one = new LongWritable(1);

    @Override
    protected void map(LongWritable offset, Text text, Context context)
        throws IOException, InterruptedException {
      line.parse(text);
      if (line.marked()) {
        context.write(changed, one);
      }
    }
  }
}
