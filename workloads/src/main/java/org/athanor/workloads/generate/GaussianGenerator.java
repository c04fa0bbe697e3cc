// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Points around cluster centres. The centres are uniformly distributed over [0, 100) in each
 * dimension. Each point belongs to a random cluster; in each dimension its distance from the centre
 * is normally distributed with the standard deviation {@value #DEVIATION}. Coordinates have four
 * decimals. The initial centroids are the centres, moved by twice that deviation.
 */
final class GaussianGenerator implements Generator {
  private static final double DEVIATION = 5;
  private static final int UNITS = 10_000;
  private static final long CENTRES = -1;
  private static final long CENTROIDS = -2;

  private final Quota quota;
  private final long seed;
  private final double[][] centres;

  GaussianGenerator(Options options) {
    quota = options.quota(8.0 * options.dimensions());
    seed = options.seed();
    centres = new double[options.clusters()][options.dimensions()];
    SplitMix random = new SplitMix(seed, CENTRES);
    for (double[] middle : centres) {
      for (int i = 0; i < middle.length; i++) {
        middle[i] = 100 * random.unit();
      }
    }
  }

  @Override
  public String identity() {
    return "gaussian clusters=" + centres.length + " dimensions=" + centres[0].length;
  }

  @Override
  public Quota quota() {
    return quota;
  }

  @Override
  public RecordSource part(int part, long firstRecord) {
    SplitMix random = new SplitMix(seed, part);
    return out -> {
      double[] middle = centres[random.below(centres.length)];
      for (int i = 0; i < middle.length; i++) {
        out.putFixed(Math.round((middle[i] + DEVIATION * random.gaussian()) * UNITS));
        out.put((byte) (i == middle.length - 1 ? '\n' : ','));
      }
    };
  }

  @Override
  public Map<String, byte[]> companions() {
    SplitMix random = new SplitMix(seed, CENTROIDS);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < centres.length; i++) {
      lines.append(i);
      char separator = '\t';
      for (double coordinate : centres[i]) {
        double moved = coordinate + 2 * DEVIATION * random.gaussian();
        lines.append(separator).append(Math.round(moved * UNITS) / (double) UNITS);
        separator = ',';
      }
      lines.append('\n');
    }
    return Map.of("centroids", lines.toString().getBytes(StandardCharsets.US_ASCII));
  }
}
