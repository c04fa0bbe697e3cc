// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.athanor.storage.popularity.AccessEvent;
import org.athanor.storage.popularity.PredictorKind;
import org.athanor.tiering.history.FileUse;
import org.athanor.tiering.image.FileRecord;

/**
 * Learns from the past, period by period, and asks after each period what a plan that had been made
 * before it would have been worth. Only files of the image count, because no other file has a known
 * length; they are found by the path that they have in the image.
 *
 * <p>{@link Periods} follow each other from the first event on.
 */
final class Backtest implements FileUse.Listener {
  /**
   * Room for files that the image does not have: those that live for a part of the log's time, of
   * which there are few at the same time. A quarter of the image's files, and at least so many.
   */
  private static final int LEAST_OTHER_FILES = 1 << 16;

  private final Namespace namespace;
  private final Periods periods;
  private final FileOrder byPath;
  private final long[] lengths;
  private final PredictorKind predictor;
  private final Learner learner;

  private final CacheTrial chosen;
  private final CacheTrial lastValue;
  private final CacheTrial lfu;
  private final CacheTrial perfect;
  private final ReplicaTrial replicas;
  private final PastPeriods past;
  private final PlanSettings settings;
  private final BitSet replicable;
  private final BitSet cacheable;
  private final BitSet pinned;

  private final int[] accesses;

  /** By which the learner finds the image's files again. */
  private final long[] handles;

  private long allAccesses;
  private long otherAccesses;

  private int learntPeriods;
  private long first;

  /** Accesses to files of the image in this period. */
  private long inPeriod;

  private final NamedPaths named;

  private Knowledge knowledge;
  private boolean isStale;
  private FileHistory history;

  /**
   * Knows nothing yet.
   *
   * @param cacheSizes of the caches to try, in bytes
   * @param replicaBudgets to try, in bytes
   * @param decisions which files a plan may touch
   * @param cacheable numbers of the files that the caches may have
   */
  Backtest(
      Namespace namespace,
      PlanSettings settings,
      long[] cacheSizes,
      long[] replicaBudgets,
      Decisions decisions,
      BitSet cacheable) {
    this.namespace = namespace;
    this.periods = new Periods(settings.period(), end -> endPeriod(end, true));
    int files = namespace.files().size();
    this.byPath = FileOrder.byPath(namespace.files());
    this.lengths = namespace.files().stream().mapToLong(FileRecord::bytes).toArray();
    this.accesses = new int[files];
    this.handles = new long[files];
    this.replicable = decisions.replicable();
    this.cacheable = cacheable;
    this.pinned = Decisions.pinned(namespace, settings, cacheable);
    this.predictor = settings.predictor();
    this.learner =
        Learner.create(
            settings,
            files + Math.max(LEAST_OTHER_FILES, files / 4),
            path -> namespace.number(path).isPresent(),
            PredictorKind.LAST_VALUE);
    this.named = new NamedPaths(namespace);
    this.chosen = new CacheTrial(cacheSizes);
    this.lastValue = new CacheTrial(cacheSizes);
    this.lfu = new CacheTrial(cacheSizes);
    this.perfect = new CacheTrial(cacheSizes);
    this.replicas = new ReplicaTrial(settings.replication(), replicaBudgets);
    this.past = new PastPeriods(namespace, settings, decisions);
    this.settings = settings;
  }

  @Override
  public void created(String path, long timeMillis) {
    reach(timeMillis);
    OptionalInt number = namespace.number(path);
    named.nameDirectories(path, number);
    int blocks = number.isPresent() ? namespace.files().get(number.getAsInt()).blocks() : 0;
    learner.created(path, timeMillis, blocks);
  }

  @Override
  public void accessed(AccessEvent event) {
    reach(event.timeMillis());
    OptionalInt number = namespace.number(event.path());
    named.nameDirectories(event.path(), number);
    know();
    allAccesses++;
    if (number.isPresent()) {
      int file = number.getAsInt();
      handles[file] = learner.accessed(event, handles[file]);
      accesses[file]++;
      inPeriod++;
      past.accessed(file, event.timeMillis());
    } else {
      learner.accessed(event);
      otherAccesses++;
    }
  }

  @Override
  public void deleted(String path) {
    learner.deleted(path);
  }

  @Override
  public void renamed(String from, String to) {
    if (named.isKnownFromImageOnly(to)) {
      // The image has it because of this rename: it was not there before.
      learner.deleted(to);
    }
    named.nameDirectories(from, namespace.number(from));
    named.nameTarget(to);
    learner.renamed(from, to);
  }

  private void reach(long millis) {
    if (!periods.haveBegun()) {
      first = millis;
      register(millis);
    }
    periods.reach(millis);
  }

  /**
   * Files that the log does not create were there before it. Those that are known stay as they are.
   */
  private void register(long before) {
    for (FileRecord file : namespace.files()) {
      long written = Math.max(0, file.modified().toEpochMilli());
      if (written <= before) {
        learner.created(file.path(), written, file.blocks());
      }
    }
  }

  /**
   * The log has ended. A period of which less than half has passed counts as use of files, but does
   * not rank them.
   */
  void end() {
    if (!periods.haveBegun()) {
      return;
    }
    register(periods.latest());
    boolean isWhole = periods.passed() >= 0.5;
    if (isWhole || learntPeriods == 0) {
      endPeriod(periods.end(), isWhole);
      know();
      history = learner.history(namespace, first, periods.latest());
    } else {
      int[] numbers = learner.numbers(namespace);
      double[] ranking = learner.predictions(predictor, numbers);
      double[] apt = learner.predictions(PredictorKind.APTSTORE, numbers);
      know();
      learner.endOfPeriod(periods.end());
      history =
          new EarlierRanking(learner.history(namespace, first, periods.latest()), ranking, apt);
    }
  }

  private void endPeriod(long end, boolean counts) {
    if (counts) {
      learntPeriods++;
      if (knowledge != null && inPeriod > 0) {
        chosen.period(knowledge.chosen, accesses, lengths);
        lastValue.period(knowledge.lastValue, accesses, lengths);
        lfu.period(knowledge.lfu, accesses, lengths);
        perfect.period(knowledge.perfect(accesses), accesses, lengths);
        replicas.period(accesses, lengths);
        past.end(
            inPeriod,
            settings
                .ssdBytes()
                .map(bytes -> CacheTrial.content(knowledge.chosen, bytes, lengths))
                .orElseGet(BitSet::new),
            settings
                .extraReplicaBytes()
                .map(bytes -> replicas.more(bytes, lengths))
                .orElse(Map.of()));
      }
    }
    past.endUnplanned();
    learner.endOfPeriod(end);
    isStale = true;
    inPeriod = 0;
    Arrays.fill(accesses, 0);
  }

  /** Ranks files as they were known when the last period ended, before anything is learnt. */
  private void know() {
    if (isStale) {
      knowledge = new Knowledge();
      replicas.plan(replicaPopularity());
      isStale = false;
    }
  }

  /** How files were ranked when a period ended. */
  private final class Knowledge {
    private final int[] numbers = learner.numbers(namespace);
    private final BitSet read = new BitSet();
    private final FileOrder lastUsedFirst;
    private final int[] chosen;
    private final int[] lastValue;
    private final int[] lfu;

    Knowledge() {
      double[] used = learner.predictions(PredictorKind.LRU, numbers);
      lastUsedFirst = byPath.thenBy(known(file -> used[file]));
      double[] counts = learner.predictions(PredictorKind.LFU, numbers);
      for (int file = 0; file < counts.length; file++) {
        if (counts[file] > 0) {
          read.set(file);
        }
      }
      lfu = rank(file -> counts[file]);
      chosen = ranking(predictor);
      lastValue = ranking(PredictorKind.LAST_VALUE);
    }

    private int[] ranking(PredictorKind kind) {
      double[] values = learner.predictions(kind, numbers);
      return rank(file -> values[file]);
    }

    /** As by the accesses of the next period. Nobody could rank a file that nobody had read. */
    int[] perfect(int[] next) {
      return rank(file -> next[file]);
    }

    /**
     * The files that the caches may have and were ever read, or are pinned: pinned ones first, then
     * those with the highest value. Of files with the same, the one that was used last goes first,
     * then by path.
     */
    private int[] rank(IntToDoubleFunction value) {
      BitSet others = (BitSet) read.clone();
      others.and(cacheable);
      others.andNot(pinned);
      return IntStream.concat(
              Arrays.stream(lastUsedFirst.highestFirst(pinned, known(value))),
              Arrays.stream(lastUsedFirst.highestFirst(others, known(value))))
          .toArray();
    }
  }

  /** A pinned file may not be known yet. */
  private static IntToDoubleFunction known(IntToDoubleFunction value) {
    return file -> {
      double known = value.applyAsDouble(file);
      return Double.isNaN(known) ? Double.NEGATIVE_INFINITY : known;
    };
  }

  /** AptStore's popularity of the files whose number of replicas may be changed. */
  private double[] replicaPopularity() {
    double[] values = learner.predictions(PredictorKind.APTSTORE, knowledge.numbers);
    for (int file = 0; file < values.length; file++) {
      if (!replicable.get(file)) {
        values[file] = Double.NaN;
      }
    }
    return values;
  }

  /** After {@link #end}: what is known of the files. */
  FileHistory history() {
    return history == null ? learner.history(namespace, 0, 0) : history;
  }

  /** The use of files as it is known, with predictions that were made before. */
  private static final class EarlierRanking implements FileHistory {
    private final FileHistory known;
    private final double[] ranking;
    private final double[] apt;

    EarlierRanking(FileHistory known, double[] ranking, double[] apt) {
      this.known = known;
      this.ranking = ranking;
      this.apt = apt;
    }

    @Override
    public double predicted(int file) {
      return ranking[file];
    }

    @Override
    public double aptPopularity(int file) {
      return apt[file];
    }

    @Override
    public long timesRead(int file) {
      return known.timesRead(file);
    }

    @Override
    public long lastUse(int file) {
      return known.lastUse(file);
    }

    @Override
    public long first() {
      return known.first();
    }

    @Override
    public long latest() {
      return known.latest();
    }
  }

  /** Time of the latest event, in milliseconds since 1970; 0 if there was none. */
  long latest() {
    return periods.latest();
  }

  /** After {@link #end}: number of files of the image that were read. */
  int filesRead() {
    FileHistory known = history();
    return (int) IntStream.range(0, lengths.length).filter(f -> known.timesRead(f) > 0).count();
  }

  /** Number of counted accesses. */
  long accesses() {
    return allAccesses;
  }

  /** Those of {@link #accesses} to files that the image does not have. */
  long otherAccesses() {
    return otherAccesses;
  }

  /** Number of periods that were learnt from, without one that had only begun. */
  int periods() {
    return learntPeriods;
  }

  /** What caches of the sizes would have served. */
  List<CurvePoint> curve(long[] sizes) {
    List<CurvePoint> points = new ArrayList<>();
    for (int size = 0; size < sizes.length; size++) {
      Share.Sum read = new Share.Sum();
      for (CacheTrial.Outcome outcome : chosen.outcomes()) {
        read.add(outcome.hitBytes(size), outcome.bytes());
      }
      points.add(
          new CurvePoint(
              sizes[size],
              hits(chosen, size),
              read.share(),
              hits(lastValue, size),
              hits(lfu, size),
              hits(perfect, size)));
    }
    return points;
  }

  private static Share hits(CacheTrial trial, int size) {
    Share.Sum sum = new Share.Sum();
    trial.outcomes().forEach(outcome -> sum.add(outcome.hits(size), outcome.accesses()));
    return sum.share();
  }

  /** The latest periods, with what plans made before them would have done. */
  List<PastPeriod> latestPeriods() {
    return past.latest();
  }

  /** What budgets for replicas buy. */
  List<ReplicaPoint> replicaPoints() {
    return replicas.points(lengths);
  }
}
