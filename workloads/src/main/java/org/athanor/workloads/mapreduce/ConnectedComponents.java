// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.workloads.program.EdgeLine;
import org.athanor.workloads.program.JobArguments;

/**
 * Connected components of a graph whose edges count in both directions, by hash-min: each vertex
 * has a label, at first its own id; a vertex whose label became smaller sends it to its neighbours,
 * each takes the smallest it has seen; until no label changes. At the end the label is the smallest
 * id of the vertex's component.
 *
 * <p>A first job collects neighbours and does the first round, each further one is a round, the
 * last writes text. As many rounds are needed as the longest of the shortest paths from a
 * component's smallest id.
 */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
public final class ConnectedComponents extends IterativeTool {

  public static void main(String[] args) throws Exception {
    main(new ConnectedComponents(), args);
  }

  @Override
  void run(JobArguments arguments, Path work)
      throws IOException, InterruptedException, ClassNotFoundException {
    Path labels = new Path(work, "labels-1");
    Job neighbours = job("neighbours", arguments);
    FileInputFormat.addInputPath(neighbours, new Path(arguments.input()));
    neighbours.setMapperClass(NeighbourMapper.class);
    neighbours.setCombinerClass(Joiner.class);
    neighbours.setReducerClass(NeighbourReducer.class);
    write(neighbours, labels, LongWritable.class, LabelMessage.class);
    complete(neighbours);

    for (int i = 2; TaskSums.read(getConf(), labels, 1)[0] > 0; i++) {
      Path next = new Path(work, "labels-" + i);
      Job round = job("round " + i, arguments);
      read(round, labels);
      round.setMapperClass(LabelMapper.class);
      round.setCombinerClass(Joiner.class);
      round.setReducerClass(LabelReducer.class);
      write(round, next, LongWritable.class, LabelMessage.class);
      complete(round);
      labels.getFileSystem(getConf()).delete(labels, true);
      labels = next;
    }

    Job text = job("text", arguments);
    read(text, labels);
    text.setMapperClass(TextMapper.class);
    text.setNumReduceTasks(0);
    text.setOutputKeyClass(LongWritable.class);
    text.setOutputValueClass(LongWritable.class);
    FileOutputFormat.setOutputPath(text, new Path(arguments.output()));
    complete(text);
  }

  /** Both ends of an edge learn of each other, and of the smaller id. */
  static final class NeighbourMapper
      extends Mapper<LongWritable, Text, LongWritable, LabelMessage> {
    private final EdgeLine edge = new EdgeLine();
    private final LongWritable vertex = new LongWritable();
    private final LabelMessage message = new LabelMessage();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      if (edge.parse(line.getBytes(), line.getLength())) {
        send(edge.source(), edge.target(), context);
        if (edge.source() != edge.target()) {
          send(edge.target(), edge.source(), context);
        }
      }
    }

    private void send(long to, long neighbour, Context context)
        throws IOException, InterruptedException {
      vertex.set(to);
      message.setOwn(to, Math.min(to, neighbour));
      if (neighbour != to) {
        message.addNeighbour(neighbour);
      }
      context.write(vertex, message);
    }
  }

  /** Joins messages to a vertex. */
  static class Joiner extends Reducer<LongWritable, LabelMessage, LongWritable, LabelMessage> {
    final LabelMessage joined = new LabelMessage();

    @Override
    protected void reduce(LongWritable vertex, Iterable<LabelMessage> messages, Context context)
        throws IOException, InterruptedException {
      joined.setForeign(Long.MAX_VALUE);
      for (LabelMessage message : messages) {
        joined.add(message);
      }
      finish();
      context.write(vertex, joined);
    }

    void finish() {}
  }

  /** Counts vertices whose label is to be changed. */
  static class LabelReducer extends Joiner {
    private long changed;

    @Override
    void finish() {
      if (joined.changed()) {
        changed++;
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      TaskSums.write(context, changed);
    }
  }

  /** The first round, in which a neighbour may come more than once. */
  static final class NeighbourReducer extends LabelReducer {
    @Override
    void finish() {
      joined.removeDuplicates();
      super.finish();
    }
  }

  /** A vertex with a new label sends it to its neighbours. */
  static final class LabelMapper
      extends Mapper<LongWritable, LabelMessage, LongWritable, LabelMessage> {
    private final LongWritable target = new LongWritable();
    private final LabelMessage news = new LabelMessage();

    @Override
    protected void map(LongWritable vertex, LabelMessage labelled, Context context)
        throws IOException, InterruptedException {
      boolean changed = labelled.changed();
      labelled.settle();
      context.write(vertex, labelled);
      if (changed) {
        news.setForeign(labelled.label());
        for (int i = 0; i < labelled.neighbours(); i++) {
          target.set(labelled.neighbour(i));
          context.write(target, news);
        }
      }
    }
  }

  /** Leaves vertex and label. */
  static final class TextMapper
      extends Mapper<LongWritable, LabelMessage, LongWritable, LongWritable> {
    private final LongWritable label = new LongWritable();

    @Override
    protected void map(LongWritable vertex, LabelMessage labelled, Context context)
        throws IOException, InterruptedException {
      label.set(labelled.label());
      context.write(vertex, label);
    }
  }
}
