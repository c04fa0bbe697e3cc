// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Execution;
import org.athanor.profile.run.Framework;
import org.athanor.profile.run.Input;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Origin;
import org.athanor.profile.run.Phase;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;

/** The run in the files {@code catalogue-N.db}; Athanor wrote each file when N was its schema. */
final class SampleRun {
  private static final NodeKind KIND =
      new NodeKind("x86_64", "AMD EPYC 9654", 96, 384L << 30, Optional.empty());

  static final Run RUN =
      new Run(
          "0123456789abcdef",
          new Origin("bench", "0.1.0", Optional.of("sample"), "spark-pagerank-2n-r1"),
          new Application("pagerank", Map.of("iterations", "5")),
          new Configuration(
              new Framework("spark", "4.2.0", "yarn", "17.0.15"),
              "hdfs",
              96,
              256L << 30,
              Map.of("spark.serializer", "kryo")),
          new Input("power-law graph, seed 1", OptionalLong.of(1_000_000_000)),
          new Execution(
              Instant.parse("2026-11-22T03:04:05.678Z"),
              12.5,
              Optional.of("23 % of the CPU went to others"),
              List.of(new Phase("stage 0", 0.5, 6.25), new Phase("stage 1", 6.25, 12)),
              OptionalLong.empty()),
          List.of(
              new NodeUse("n1", KIND, Map.of(Resource.CPU_OWN_SECONDS, Amount.of(100.5))),
              new NodeUse(
                  "n2",
                  KIND,
                  Map.of(
                      Resource.CPU_OWN_SECONDS,
                      Amount.of(99.5),
                      Resource.ENERGY_PACKAGE_JOULES,
                      Amount.unknown("no powercap")))));

  private SampleRun() {}

  /** Writes the file {@code catalogue-N.db} for a new schema, before it is released. */
  public static void main(String[] args) throws CatalogueException {
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(Path.of(args[0])))) {
      catalogue.add(RUN);
    }
  }
}
