// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.athanor.storage.popularity.AccessEvent;
import org.athanor.storage.popularity.FilePopularity;
import org.athanor.storage.popularity.Predictor;
import org.athanor.storage.popularity.PredictorKind;

/**
 * Learns from what happens to files what plans need: a predictor of the user's choice, how often
 * files were read and when last, and AptStore's popularity, by which files get replicas. Can be
 * written and read. For one thread at a time.
 */
public final class Learner implements FileEvents {
  private final Map<PredictorKind, Predictor> members = new EnumMap<>(PredictorKind.class);
  private final PredictorKind chosen;
  private final FilePopularity popularity;

  private Learner(PlanSettings settings, List<PredictorKind> more, Source source)
      throws IOException {
    this.chosen = settings.predictor();
    List<PredictorKind> kinds = new ArrayList<>();
    kinds.add(chosen);
    kinds.addAll(List.of(PredictorKind.LFU, PredictorKind.LRU, PredictorKind.APTSTORE));
    kinds.addAll(more);
    for (PredictorKind kind : PredictorKind.values()) {
      if (kinds.contains(kind)) {
        members.put(kind, kind.create(settings.period()));
      }
    }
    this.popularity = source.open(new Panel(List.copyOf(members.values())));
  }

  private interface Source {
    FilePopularity open(Predictor panel) throws IOException;
  }

  /**
   * Knows no file yet.
   *
   * @param maxFiles that are remembered; those that were used longest ago are forgotten first
   */
  public static Learner create(PlanSettings settings, int maxFiles) {
    return create(settings, maxFiles, path -> false);
  }

  /**
   * Knows no file yet.
   *
   * @param maxFiles that are remembered; those that were used longest ago are forgotten first
   * @param keptLonger says by its path whether a file is forgotten only after all others
   * @param more predictors that learn as well, to be compared
   */
  static Learner create(
      PlanSettings settings, int maxFiles, Predicate<String> keptLonger, PredictorKind... more) {
    try {
      return new Learner(
          settings, List.of(more), panel -> new FilePopularity(panel, maxFiles, keptLonger));
    } catch (IOException e) {
      throw new IllegalStateException(e); // nothing is read
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if it is not that, or of other predictors
   */
  public static Learner read(DataInput in, PlanSettings settings, int maxFiles) throws IOException {
    return new Learner(settings, List.of(), panel -> FilePopularity.read(in, panel, maxFiles));
  }

  /** Writes what was learnt. */
  public void write(DataOutput out) throws IOException {
    popularity.write(out);
  }

  @Override
  public void created(String path, long timeMillis, int blocks) {
    popularity.created(path, timeMillis, blocks);
  }

  /** As {@link FilePopularity#knows}. */
  public boolean knows(String path, int blocks) {
    return popularity.knows(path, blocks);
  }

  @Override
  public void accessed(AccessEvent event) {
    popularity.accessed(event);
  }

  /** As {@link FilePopularity#accessed(AccessEvent, long)}. */
  long accessed(AccessEvent event, long handle) {
    return popularity.accessed(event, handle);
  }

  @Override
  public void deleted(String path) {
    popularity.deleted(path);
  }

  @Override
  public void renamed(String from, String to) {
    popularity.renamed(from, to);
  }

  @Override
  public void endOfPeriod(long endMillis) {
    popularity.endOfPeriod(endMillis);
  }

  /** Number of files that are known. */
  public int files() {
    return popularity.files();
  }

  /**
   * What is known of the files of a namespace; valid until the next event.
   *
   * @param firstMillis the time from which it is known
   * @param latestMillis the time up to which it is known
   */
  public FileHistory history(Namespace namespace, long firstMillis, long latestMillis) {
    return new History(namespace, firstMillis, latestMillis);
  }

  /** The numbers by which the predictors know the files of a namespace; -1 if they do not. */
  int[] numbers(Namespace namespace) {
    int[] numbers = new int[namespace.files().size()];
    for (int file = 0; file < numbers.length; file++) {
      numbers[file] = number(namespace, file);
    }
    return numbers;
  }

  private int number(Namespace namespace, int file) {
    return popularity.number(namespace.files().get(file).path()).orElse(-1);
  }

  /** The prediction of one predictor for each of the numbers; NaN where there is none. */
  double[] predictions(PredictorKind kind, int[] numbers) {
    double[] predictions = new double[numbers.length];
    for (int file = 0; file < predictions.length; file++) {
      predictions[file] = predicted(kind, numbers[file]);
    }
    return predictions;
  }

  private double predicted(PredictorKind kind, int number) {
    return number < 0 ? Double.NaN : members.get(kind).predicted(number);
  }

  private final class History implements FileHistory {
    private final Namespace namespace;
    private final long firstMillis;
    private final long latestMillis;

    History(Namespace namespace, long firstMillis, long latestMillis) {
      this.namespace = namespace;
      this.firstMillis = firstMillis;
      this.latestMillis = latestMillis;
    }

    private double value(PredictorKind kind, int file) {
      return Learner.this.predicted(kind, number(namespace, file));
    }

    @Override
    public double predicted(int file) {
      return value(chosen, file);
    }

    @Override
    public double aptPopularity(int file) {
      return value(PredictorKind.APTSTORE, file);
    }

    @Override
    public long timesRead(int file) {
      double count = value(PredictorKind.LFU, file);
      return Double.isNaN(count) ? 0 : (long) count;
    }

    @Override
    public long lastUse(int file) {
      double millis = value(PredictorKind.LRU, file);
      return Double.isNaN(millis) ? 0 : (long) millis;
    }

    @Override
    public long first() {
      return firstMillis;
    }

    @Override
    public long latest() {
      return latestMillis;
    }
  }
}
