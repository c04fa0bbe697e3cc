// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.athanor.workloads.lines.LineSource;

/**
 * A trained multinomial Naive Bayes classifier with add-one smoothing (C. D. Manning, P. Raghavan,
 * H. Schütze, "Introduction to Information Retrieval", 2008, section 13.2). A document gets the
 * label with the highest score; of equal ones that whose bytes come first.
 *
 * <pre>
 *   score(label) = L(documents of the label)
 *                + Σ over the words of the document: L(1 + count of the word with the label)
 *                − number of these words × L(words with the label + different words)
 *   L(n)         = round(2²⁴ × ln n)
 * </pre>
 *
 * <p>Words that were not seen in training are left out. As L is a whole number, a score is exact,
 * in whatever order it is summed: a document has at most 2³⁰ words, so that scores stay below 2⁶⁰.
 *
 * <p>The counts are lines of {@code label<TAB>word<TAB>count}; with an empty word, the count is the
 * number of documents. Holds about 100 bytes per word and 8 per word and label that has it.
 * Immutable, thread-safe.
 */
public final class BayesModel implements Serializable {
  /** The documents with which a model is trained, a directory of the input. */
  public static final String TRAINING = "train";

  /** The documents that are classified, a directory of the input. */
  public static final String TEST = "test";

  /** The counts, a directory of the output. */
  public static final String COUNTS = "model";

  /**
   * How many documents of a label got which label, a directory of the output: lines of {@code
   * label<TAB>label that it got<TAB>documents}.
   */
  public static final String CONFUSION = "confusion";

  private static final long serialVersionUID = 1;
  private static final double UNIT = 1 << 24;

  /** In the order of their bytes. */
  private final byte[][] labels;

  private final int[] documents;
  private final int[] denominators;

  /** Word to pairs of a label's index and L(1 + count). */
  private final HashMap<String, int[]> words;

  private BayesModel(Counts counts) {
    List<String> names = new ArrayList<>(counts.documents.keySet());
    names.sort(Comparator.comparing(BayesModel::utf8, new BytesOrder()));
    Map<String, Integer> indices = new HashMap<>();
    names.forEach(name -> indices.put(name, indices.size()));
    labels = names.stream().map(BayesModel::utf8).toArray(byte[][]::new);
    documents = new int[labels.length];
    denominators = new int[labels.length];
    for (int i = 0; i < labels.length; i++) {
      documents[i] = logarithm(counts.documents.get(names.get(i)));
      denominators[i] =
          logarithm(counts.tokens.getOrDefault(names.get(i), 0L) + counts.words.size());
    }
    words = counts.words;
    int[] newIndices =
        counts.names.stream().mapToInt(name -> indices.getOrDefault(name, -1)).toArray();
    for (int[] pairs : words.values()) {
      for (int i = 0; i < pairs.length; i += 2) {
        pairs[i] = newIndices[pairs[i]];
      }
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static int logarithm(long number) {
    return number == 0 ? 0 : (int) Math.round(UNIT * StrictMath.log((double) number));
  }

  /** Returns a path of the input or the output. */
  public static String in(String directory, String name) {
    return new Path(directory, name).toString();
  }

  /** Reads the counts in all files of a directory but hidden ones. */
  public static BayesModel read(Configuration configuration, String directory) throws IOException {
    Counts counts = new Counts();
    for (Path file : new UserFiles(configuration).of(new Path(directory))) {
      try (LineSource lines = new LineSource(configuration, file, 0)) {
        Text line = new Text();
        while (lines.read(line)) {
          String text = line.toString();
          int tab = text.lastIndexOf('\t');
          counts.add(text.substring(0, tab), Long.parseLong(text.substring(tab + 1)));
        }
      }
    }
    return counts.model();
  }

  /** Returns the label of a document in UTF-8, not a copy. */
  public byte[] classify(LabelledText document) {
    long[] scores = new long[labels.length];
    long known = 0;
    while (document.nextWord()) {
      int[] pairs = words.get(document.word());
      if (pairs != null) {
        known++;
        for (int i = 0; i < pairs.length; i += 2) {
          scores[pairs[i]] += pairs[i + 1];
        }
      }
    }
    int best = 0;
    for (int i = 0; i < scores.length; i++) {
      scores[i] += documents[i] - known * denominators[i];
      if (scores[i] > scores[best]) {
        best = i;
      }
    }
    return labels[best];
  }

  /** Collects counts. Not thread-safe. */
  public static final class Counts {
    private final Map<String, Long> documents = new HashMap<>();
    private final Map<String, Long> tokens = new HashMap<>();
    private final Map<String, Integer> indices = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    /** Word to pairs as in the model, after the number of integers that are in use. */
    private final HashMap<String, int[]> words = new HashMap<>();

    /**
     * Adds a count. Each must be added once.
     *
     * @param labelAndWord with a tab between them; the word may be empty
     */
    public void add(String labelAndWord, long count) {
      int tab = labelAndWord.indexOf('\t');
      String label = labelAndWord.substring(0, tab);
      String word = labelAndWord.substring(tab + 1);
      if (word.isEmpty()) {
        documents.put(label, count);
        return;
      }
      tokens.merge(label, count, Long::sum);
      int index = indices.computeIfAbsent(label, this::named);
      int logarithm = logarithm(1 + count);
      int[] pairs = words.computeIfAbsent(word, first -> new int[] {1, 0, 0});
      int used = pairs[0];
      if (used == pairs.length) {
        pairs = Arrays.copyOf(pairs, 1 + 2 * (used - 1));
        words.put(word, pairs);
      }
      pairs[used] = index;
      pairs[used + 1] = logarithm;
      pairs[0] = used + 2;
    }

    private int named(String label) {
      names.add(label);
      return names.size() - 1;
    }

    /**
     * Returns the model. No count may be added afterwards.
     *
     * @throws IllegalArgumentException if there are no documents
     */
    public BayesModel model() {
      if (documents.isEmpty()) {
        throw new IllegalArgumentException(TRAINING + ": has no documents; must have at least one");
      }
      words.replaceAll((word, pairs) -> Arrays.copyOfRange(pairs, 1, pairs[0]));
      return new BayesModel(this);
    }
  }
}
