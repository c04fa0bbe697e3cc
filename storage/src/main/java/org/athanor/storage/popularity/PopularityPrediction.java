// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.DoubleUnaryOperator;

/**
 * The Popularity Prediction Algorithm of AptStore (K. Ravindranathan, 2015, section 5.2.3,
 * Algorithm 1) and of DUX (section 6.1.6, Algorithm 2).
 *
 * <pre>
 * a file begins:   P = AVG
 * access:          P = clamp(P + increment), IP += what P has grown by
 * deletion:        IP += AVG − P
 * end of period:   P' = clamp(P − (IP / files) / s), predicted = clamp(P' + (P' − P at the period's start))
 * </pre>
 *
 * <p>As printed, both algorithms predict the popularity of the period before; the text asks for
 * linear extrapolation, which this is. They clamp the value before an access; this clamps the new
 * one. The first access of a file that was not created before sets P to AVG and adds nothing to IP,
 * as the text demands of a creation.
 *
 * <p>AVG is the average of all known files at the start of the period, so that the order of
 * accesses to different files does not matter. A file that begins in a period starts it with AVG.
 */
public final class PopularityPrediction implements Predictor {
  private static final double ROUNDING = 1e-6;

  private final String name;
  private final Increment increment;
  private final DoubleUnaryOperator clamp;
  private final double scale;
  private final double initial;

  private final DoubleColumn popularity = new DoubleColumn();
  private final DoubleColumn atStart = new DoubleColumn();
  private final DoubleColumn predicted = new DoubleColumn();
  private final LongColumn lastMillis = new LongColumn();
  private double average;
  private double increase;

  private interface Increment {
    double of(double popularity, long intervalMillis, int blocks, double load);
  }

  private PopularityPrediction(
      String name, Increment increment, DoubleUnaryOperator clamp, double scale, double initial) {
    this.name = name;
    this.increment = increment;
    this.clamp = clamp;
    this.scale = scale;
    this.initial = initial;
    this.average = initial;
  }

  /** AptStore's: equation 5.1. The load l is AVG in units of the initial popularity. */
  public static PopularityPrediction aptStore(AptParameters parameters) {
    PopularityRange range = parameters.range();
    return new PopularityPrediction(
        "aptstore", parameters::increment, range::clamp, parameters.scale(), range.initial());
  }

  /** That of DUX: each access adds 1, s = 1, no bounds; the initial popularity is 1. */
  public static PopularityPrediction dux() {
    return new PopularityPrediction(
        "dux", (popularity, interval, blocks, load) -> 1, DoubleUnaryOperator.identity(), 1, 1);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void created(int file, long timeMillis) {
    popularity.set(file, average);
    atStart.set(file, average);
    lastMillis.set(file, timeMillis);
  }

  @Override
  public void accessed(int file, long timeMillis, int blocks) {
    double old = popularity.get(file);
    if (Double.isNaN(old)) {
      created(file, timeMillis);
      return;
    }
    long interval = timeMillis - lastMillis.get(file);
    double grown =
        clamp.applyAsDouble(old + increment.of(old, interval, blocks, average / initial));
    popularity.set(file, grown);
    lastMillis.set(file, timeMillis);
    increase += grown - old;
  }

  @Override
  public void deleted(int file) {
    double last = popularity.get(file);
    if (!Double.isNaN(last)) {
      increase += average - last;
      forgotten(file);
    }
  }

  @Override
  public void forgotten(int file) {
    popularity.clear(file);
    atStart.clear(file);
    predicted.clear(file);
  }

  @Override
  public void endOfPeriod(long endMillis) {
    int files = 0;
    for (int file = 0; file < popularity.end(); file++) {
      if (!Double.isNaN(popularity.get(file))) {
        files++;
      }
    }
    double fall = files == 0 ? 0 : increase / files / scale;
    double sum = 0;
    for (int file = 0; file < popularity.end(); file++) {
      double last = popularity.get(file);
      if (!Double.isNaN(last)) {
        double now = clamp.applyAsDouble(last - fall);
        predicted.set(file, clamp.applyAsDouble(now + (now - atStart.get(file))));
        popularity.set(file, now);
        atStart.set(file, now);
        sum += now;
      }
    }
    average = files == 0 ? initial : sum / files;
    increase = 0;
  }

  @Override
  public double predicted(int file) {
    return predicted.get(file);
  }

  /** AVG: the average popularity of all known files when the last period ended. */
  public double average() {
    return average;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    popularity.write(out);
    atStart.write(out);
    predicted.write(out);
    lastMillis.write(out);
    out.writeDouble(average);
    out.writeDouble(increase);
  }

  @Override
  public void read(DataInput in) throws IOException {
    popularity.read(in, this::isInRange);
    atStart.read(in, this::isInRange);
    predicted.read(in, this::isInRange);
    lastMillis.read(in);
    average = DoubleColumn.checked(in.readDouble(), this::isInRange);
    increase = DoubleColumn.checked(in.readDouble(), value -> true);
  }

  /** Whether a popularity is within the bounds; an average may be rounded out of them. */
  private boolean isInRange(double value) {
    return Math.abs(value - clamp.applyAsDouble(value)) <= ROUNDING * Math.abs(value);
  }
}
