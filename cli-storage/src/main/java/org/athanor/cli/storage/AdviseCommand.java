// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.storage.gain.LinkEstimate;
import org.athanor.cli.storage.gain.ModelCluster;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.TierUse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Says where the data of a job should be. */
@Command(
    mixinStandardHelpOptions = true,
    name = "advise",
    description = {
      "Says whether a job's input and intermediate data should be on SSDs or on disks (DUX).",
      "It knows from the catalogue how long the application took in each configuration, and from",
      "HDFS how large the input is and how much of SSDs is free. It changes nothing."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "The catalogue gets such runs by athanor bench, with the key storage of an experiment.",
      "",
      "Examples:",
      "  athanor storage advise terasort --input /data/rows",
      "      says in which configuration to sort these rows, and what to do before",
      "  athanor storage advise wordcount --input /logs/2026 /logs/2025 --room 200g --json",
      "      for two inputs and 200 GB of SSDs, as JSON",
      "",
      "Exit code: 0 success; 1 HDFS does not answer, or the catalogue cannot be read; 2 wrong",
      "usage, or the catalogue has no such runs."
    })
final class AdviseCommand implements Callable<Integer> {
  /** What stays free of each storage type, as when a plan is carried out. */
  private static final int FREE_SHARE = 10;

  private static final String NO_LINKS =
      "whether replicas should be near or on fast devices cannot be said: ";

  @ParentCommand private StorageCommand storage;

  @Parameters(paramLabel = "APPLICATION", description = "Its name in the catalogue.")
  private String application;

  @Option(
      names = "--input",
      required = true,
      arity = "1..*",
      paramLabel = "PATH",
      description = "The job's input: files or directories of the HDFS, absolute.")
  private List<String> paths;

  @Option(
      names = "--room",
      paramLabel = "<size>",
      description = {
        "SSDs that the job may use, for input and intermediate data. Default: what is free on",
        "HDFS's SSDs, less a tenth of them"
      })
  private String room;

  @Option(
      names = "--tolerance",
      paramLabel = "<percent>",
      defaultValue = "3%",
      description = "How much longer a job may take to save SSDs. Default: ${DEFAULT-VALUE}")
  private String tolerance;

  @Option(
      names = "--catalogue",
      paramLabel = "<where>",
      description = "The catalogue of runs: a file or jdbc:postgresql: URL.")
  private String catalogue;

  @Mixin private LinkOptions links;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Mixin private HdfsOptions cluster;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    for (String path : paths) {
      Paths.check("--input", path);
    }
    double share = tolerance();
    long given = room == null ? -1 : room();
    Optional<ModelCluster> described = links.described();
    OptionalDouble link = links.link();
    ApplicationRuns runs = CatalogueRuns.of(catalogue, "APPLICATION", application);
    Advice advice =
        cluster.run(
            (client, hdfs) -> {
              Advice made =
                  Advice.of(
                      application,
                      runs,
                      JobInput.of(hdfs, paths),
                      room == null ? free(hdfs) : given,
                      share);
              if (link.isPresent()) {
                return withLinks(made, hdfs.tiersIfAllowed(), link.getAsDouble());
              }
              return described.isPresent() ? withLinks(made, described.get()) : made;
            });
    storage.out().print(json ? AdviceText.json(advice) : AdviceText.of(advice));
    storage.out().flush();
    return ExitCode.SUCCESS;
  }

  /**
   * Says what links mean by the volumes of an HDFS.
   *
   * @param uses by type; empty if HDFS does not show them
   * @param link bytes per second of a node's link
   */
  static Advice withLinks(Advice advice, Optional<Map<String, TierUse>> uses, double link) {
    if (uses.isEmpty()) {
      return advice.withNote(
          NO_LINKS
              + "HDFS shows its volumes to its superuser only; describe the cluster by --cluster");
    }
    return ModelCluster.of(uses.get(), PlanOptions.usualSpeeds(), link)
        .map(model -> withLinks(advice, model))
        .orElseGet(
            () ->
                advice.withNote(
                    NO_LINKS + "no DataNode has a volume of type SSD, DISK or ARCHIVE"));
  }

  /** Says what the links of a cluster mean. */
  static Advice withLinks(Advice advice, ModelCluster model) {
    return LinkEstimate.of(model, Optional.empty())
        .map(advice::with)
        .orElseGet(
            () ->
                advice.withNote(
                    NO_LINKS + LinkEstimate.obstacle(model, Optional.empty()).orElseThrow()));
  }

  private double tolerance() throws UsageException {
    if (!tolerance.matches("\\d{1,3}(\\.\\d{1,6})?%")) {
      throw new UsageException("--tolerance=" + tolerance + ": must be a percentage such as 3%");
    }
    String digits = tolerance.substring(0, tolerance.length() - 1);
    return new BigDecimal(digits).movePointLeft(2).doubleValue();
  }

  private long room() throws UsageException {
    try {
      return Amounts.size(room);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--room=" + room + ": " + e.getMessage(), e);
    }
  }

  private static long free(HadoopHdfs hdfs) throws IOException {
    TierUse ssd = hdfs.tiers().get("SSD");
    return ssd == null ? 0 : Math.max(0, ssd.remainingBytes() - ssd.capacityBytes() / FREE_SHARE);
  }
}
