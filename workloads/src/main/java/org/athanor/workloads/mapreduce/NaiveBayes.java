// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;
import org.athanor.workloads.program.BayesModel;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.JobRun;
import org.athanor.workloads.program.LabelledText;
import org.athanor.workloads.program.Results;

/**
 * Naive Bayes, see {@link BayesModel}: a job counts the words and documents of each label, another
 * one classifies documents and counts which labels they got. Both have a combiner. Each map of the
 * second job has the model in memory.
 */
public final class NaiveBayes extends IterativeTool {
  private static final String MODEL = "athanor.workloads.bayes.model";

  public static void main(String[] args) throws Exception {
    main(new NaiveBayes(), args);
  }

  @Override
  protected void run(JobArguments arguments, Path work)
      throws IOException, InterruptedException, ClassNotFoundException {
    Path output = new Path(arguments.output());
    output = output.getFileSystem(getConf()).makeQualified(output);
    try (Results results = Results.of(getConf(), List.of(output), getClass())) {
      Path counts = new Path(results.unfinished(0), BayesModel.COUNTS);
      Job train = count("training", arguments, BayesModel.TRAINING, counts);
      train.setMapperClass(TermMapper.class);
      JobRun.complete(train);

      Path confusion = new Path(results.unfinished(0), BayesModel.CONFUSION);
      Job classify = count("classification", arguments, BayesModel.TEST, confusion);
      classify.getConfiguration().set(MODEL, counts.toString());
      classify.setMapperClass(ClassMapper.class);
      JobRun.complete(classify);
      results.publish();
    }
  }

  /** Returns a job that adds up the counts of its keys. */
  private Job count(String step, JobArguments arguments, String documents, Path output)
      throws IOException {
    Job job = job(step, arguments);
    FileInputFormat.addInputPath(job, new Path(arguments.input(), documents));
    job.setCombinerClass(LongSumReducer.class);
    job.setReducerClass(LongSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }

  /** A mapper of documents. */
  abstract static class DocumentMapper extends Mapper<LongWritable, Text, Text, LongWritable> {
    static final LongWritable ONE = new LongWritable(1);
    static final byte[] TAB = {'\t'};
    final LabelledText document = new LabelledText();
    final Text key = new Text();

    @Override
    protected final void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      if (document.parse(line.getBytes(), line.getLength())) {
        map(context);
      }
    }

    abstract void map(Context context) throws IOException, InterruptedException;

    /** Emits the label with what the tab is followed by. */
    final void emit(byte[] bytes, int start, int length, Context context)
        throws IOException, InterruptedException {
      key.set(document.label());
      key.append(TAB, 0, 1);
      key.append(bytes, start, length);
      context.write(key, ONE);
    }
  }

  /** Emits each word with its label, and for each document an empty one. */
  static final class TermMapper extends DocumentMapper {
    @Override
    void map(Context context) throws IOException, InterruptedException {
      emit(document.bytes(), 0, 0, context);
      while (document.nextWord()) {
        emit(document.bytes(), document.start(), document.length(), context);
      }
    }
  }

  /** Emits the label of each document, and the one that it gets. */
  static final class ClassMapper extends DocumentMapper {
    private BayesModel model;

    @Override
    protected void setup(Context context) throws IOException {
      Configuration configuration = context.getConfiguration();
      model = BayesModel.read(configuration, configuration.get(MODEL));
    }

    @Override
    void map(Context context) throws IOException, InterruptedException {
      byte[] got = model.classify(document);
      emit(got, 0, got.length, context);
    }
  }
}
