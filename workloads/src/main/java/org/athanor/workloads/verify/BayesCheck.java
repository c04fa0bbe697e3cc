// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.athanor.workloads.program.BayesModel;

/**
 * Checks Naive Bayes: the counts of words and documents, and how many documents of each label got
 * which label, exactly. Counts and classifier are the check's own. Memory grows with the different
 * words of each label to compute the references and to name an error, otherwise there is none.
 */
public final class BayesCheck implements Check {
  private static final String SUFFIX = "-" + BayesModel.CONFUSION;

  private final CountsCheck model;
  private final CountsCheck confusion;

  public BayesCheck(Configuration configuration, Path input, Path output, Optional<Path> reference)
      throws IOException, WrongOutputException {
    Path training = new Path(input, BayesModel.TRAINING);
    model =
        new TermsCheck(
            configuration,
            new Reference(configuration, "bayes", training, reference),
            training,
            new Path(output, BayesModel.COUNTS));
    confusion =
        new ConfusionCheck(
            configuration,
            new Reference(
                configuration,
                "bayes confusion",
                input,
                reference.map(file -> file.suffix(SUFFIX))),
            input,
            new Path(output, BayesModel.CONFUSION));
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    String counts = at(BayesModel.COUNTS, model);
    at(BayesModel.CONFUSION, confusion);
    long[] documents = {0, 0};
    TabbedLine fields = new TabbedLine();
    for (FileStatus part : confusion.parts().all()) {
      confusion
          .parts()
          .lines(
              part,
              (line, number) -> {
                fields.of(line);
                long count = (long) fields.number(2);
                documents[0] += fields.text(0).equals(fields.text(1)) ? count : 0;
                documents[1] += count;
              });
    }
    return counts + "; " + documents[0] + " of " + documents[1] + " documents got their own label";
  }

  /** Runs the check of one of the two directories, which have files of the same names. */
  private static String at(String directory, CountsCheck check)
      throws WrongOutputException, IOException, InterruptedException {
    try {
      return check.run();
    } catch (WrongOutputException wrong) {
      throw new WrongOutputException(directory + ": " + wrong.getMessage());
    }
  }

  /** Counts of items whose lines are item, tab and count. */
  private abstract static class LabelsCheck extends CountsCheck {
    LabelsCheck(Configuration configuration, Reference reference, Path input, Path output)
        throws IOException, WrongOutputException {
      super(configuration, reference, input, output);
    }

    @Override
    final byte[] line(byte[] item, long count) {
      return joined(item, decimal(count));
    }

    @Override
    final int[] itemRange(byte[] line, int length) {
      for (int i = length - 1; i >= 0; i--) {
        if (line[i] == '\t') {
          return new int[] {0, i};
        }
      }
      return null;
    }
  }

  /** Counts of label and word, and of documents as those of the empty word. */
  private static final class TermsCheck extends LabelsCheck {
    TermsCheck(Configuration configuration, Reference reference, Path input, Path output)
        throws IOException, WrongOutputException {
      super(configuration, reference, input, output);
    }

    @Override
    Splits.Consumer<LongWritable, Text> counter(ByteCounts counts) {
      return BayesReference.terms(counts);
    }

    @Override
    String itemName() {
      return "label and word";
    }
  }

  /** Counts of label and label that documents got. */
  private static final class ConfusionCheck extends LabelsCheck {
    private final Configuration configuration;
    private final Path training;
    private BayesReference expected;

    ConfusionCheck(Configuration configuration, Reference reference, Path input, Path output)
        throws IOException, WrongOutputException {
      super(configuration, reference, new Path(input, BayesModel.TEST), output);
      this.configuration = configuration;
      training = new Path(input, BayesModel.TRAINING);
    }

    @Override
    void prepare() throws IOException, InterruptedException {
      if (expected == null) {
        expected =
            new BayesReference(CountsCheck.count(configuration, training, BayesReference::terms));
      }
    }

    @Override
    Splits.Consumer<LongWritable, Text> counter(ByteCounts counts) {
      return expected.classes(counts);
    }

    @Override
    String itemName() {
      return "labels";
    }
  }
}
