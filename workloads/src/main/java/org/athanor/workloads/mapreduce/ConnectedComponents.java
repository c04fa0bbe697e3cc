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
import org.athanor.workloads.program.JobRun;

/**
 * Connected components of an undirected graph by the hash-min algorithm. Each vertex has a label,
 * at first its own id. A vertex whose label has become smaller sends it to its neighbours, and each
 * vertex takes the smallest label received, until no label changes. The final label is the smallest
 * id of the vertex's component.
 *
 * <p>The first job collects neighbours and does the first round. Each further job is a round; the
 * last one writes text. The number of rounds is the length of the longest shortest path from the
 * smallest id of a component.
 */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
public final class ConnectedComponents extends IterativeTool {

  public static void main(String[] args) throws Exception {
    main(new ConnectedComponents(), args);
  }

  @Override
  protected void run(JobArguments arguments, Path work)
      throws IOException, InterruptedException, ClassNotFoundException {
    Path labels = new Path(work, "labels-1");
    Job neighbours = job("neighbours", arguments);
    FileInputFormat.addInputPath(neighbours, new Path(arguments.input()));
    neighbours.setMapperClass(NeighbourMapper.class);
    neighbours.setCombinerClass(Joiner.class);
    neighbours.setReducerClass(NeighbourReducer.class);
    write(neighbours, labels, LongWritable.class, LabelMessage.class);
    JobRun.complete(neighbours);

    for (int i = 2; TaskSums.read(getConf(), labels, 1)[0] > 0; i++) {
      Path next = new Path(work, "labels-" + i);
      Job round = job("round " + i, arguments);
      read(round, labels);
      round.setMapperClass(LabelMapper.class);
      round.setCombinerClass(Joiner.class);
      round.setReducerClass(LabelReducer.class);
      write(round, next, LongWritable.class, LabelMessage.class);
      JobRun.complete(round);
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
    JobRun.complete(text);
  }

  /** Sends each end of an edge the other end's id and the smaller id of both. */
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

  /** Joins the messages to a vertex. */
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

  /** Counts the vertices whose label changes. */
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

  /** Reducer of the first round, in which a neighbour may occur more than once. */
  static final class NeighbourReducer extends LabelReducer {
    @Override
    void finish() {
      joined.removeDuplicates();
      super.finish();
    }
  }

  /** Sends a vertex's new label to its neighbours. */
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

  /** Writes vertex and label only. */
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
