// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.program.BayesModel;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.LabelledText;
import org.athanor.workloads.program.Results;

/**
 * Naive Bayes, see {@link BayesModel}: a job counts the words and documents of each label, another
 * one classifies documents and counts which labels they got. Each subtask of the second job that
 * reads documents has the model in memory.
 */
public final class NaiveBayes {
  private NaiveBayes() {}

  public static void main(String[] args) throws Exception {
    run(Batch.environment(), JobArguments.parseOrExit(NaiveBayes.class, args));
  }

  static void run(StreamExecutionEnvironment flink, JobArguments arguments) throws Exception {
    Configuration configuration = new Configuration();
    Path output = new Path(arguments.output());
    output = output.getFileSystem(configuration).makeQualified(output);
    try (Results results = Results.of(configuration, List.of(output), NaiveBayes.class)) {
      String unfinished = results.unfinished(0).toString();
      String counts = BayesModel.in(unfinished, BayesModel.COUNTS);
      count(flink, arguments, BayesModel.TRAINING, new Terms(), counts, "NaiveBayes, training");
      count(
          flink,
          arguments,
          BayesModel.TEST,
          new Classes(new HadoopSettings(configuration), counts),
          BayesModel.in(unfinished, BayesModel.CONFUSION),
          "NaiveBayes, classification");
      results.publish();
    }
  }

  private static void count(
      StreamExecutionEnvironment flink,
      JobArguments arguments,
      String documents,
      Keys keys,
      String output,
      String job)
      throws Exception {
    HadoopSink.write(
        Counts.of(
            HadoopSource.lines(flink, BayesModel.in(arguments.input(), documents))
                .flatMap(keys)
                .returns(Types.TUPLE(Types.STRING, Types.LONG)),
            arguments.parts(flink.getParallelism())),
        HadoopOutput.text(output, String.class, Long.class),
        count -> count.f0,
        count -> count.f1,
        job);
  }

  /** Makes keys of documents, each with the count 1. */
  private abstract static class Keys extends RichFlatMapFunction<String, Tuple2<String, Long>> {
    private static final long serialVersionUID = 1;
    private transient LabelledText document;

    @Override
    public void open(OpenContext context) throws Exception {
      document = new LabelledText();
    }

    @Override
    public final void flatMap(String line, Collector<Tuple2<String, Long>> out) {
      if (document.parse(line)) {
        emit(new String(document.label(), StandardCharsets.UTF_8) + "\t", document, out);
      }
    }

    /**
     * Emits the keys of a document.
     *
     * @param label followed by a tab
     */
    abstract void emit(String label, LabelledText document, Collector<Tuple2<String, Long>> out);
  }

  /** The label with each word, and with an empty one for the document. */
  private static final class Terms extends Keys {
    private static final long serialVersionUID = 1;

    @Override
    void emit(String label, LabelledText document, Collector<Tuple2<String, Long>> out) {
      out.collect(Tuple2.of(label, 1L));
      while (document.nextWord()) {
        out.collect(Tuple2.of(label + document.word(), 1L));
      }
    }
  }

  /** The label, and the one that the document gets. */
  private static final class Classes extends Keys {
    private static final long serialVersionUID = 1;
    private final HadoopSettings settings;
    private final String counts;
    private transient BayesModel model;

    Classes(HadoopSettings settings, String counts) {
      this.settings = settings;
      this.counts = counts;
    }

    @Override
    public void open(OpenContext context) throws Exception {
      super.open(context);
      model = BayesModel.read(settings.get(), counts);
    }

    @Override
    void emit(String label, LabelledText document, Collector<Tuple2<String, Long>> out) {
      String got = new String(model.classify(document), StandardCharsets.UTF_8);
      out.collect(Tuple2.of(label + got, 1L));
    }
  }
}
