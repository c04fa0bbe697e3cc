// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.output.OutputFile;
import org.athanor.cli.output.ProgressText;
import org.athanor.cli.storage.gain.GainSimulation;
import org.athanor.cli.storage.gain.ImpossibleGainException;
import org.athanor.cli.storage.gain.LinkEstimate;
import org.athanor.cli.storage.gain.ModelCluster;
import org.athanor.cli.storage.gain.Readers;
import org.athanor.cli.storage.gain.RetrievalComparison;
import org.athanor.cli.usage.InputFile;
import org.athanor.cli.usage.UsageException;
import org.athanor.storage.rules.StorageRules;
import org.athanor.tiering.document.PlanJson;
import org.athanor.tiering.document.PlanPage;
import org.athanor.tiering.history.AuditLogs;
import org.athanor.tiering.image.ImageException;
import org.athanor.tiering.plan.Decisions;
import org.athanor.tiering.plan.Namespace;
import org.athanor.tiering.plan.PlanSettings;
import org.athanor.tiering.plan.Planner;
import org.athanor.tiering.plan.SimulatedGain;
import org.athanor.tiering.plan.StoragePlan;
import org.athanor.tiering.plan.TierBudget;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Makes a plan from an image of the namespace and audit logs. */
@Command(
    mixinStandardHelpOptions = true,
    name = "plan",
    description = {
      "Plans where files should be, from an image of the namespace and audit logs alone.",
      "Says who is hot, what would change, how long that takes, and what it would bring. No"
          + " cluster",
      "is touched, and no client needs a change."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "The image comes from the NameNode, and is made readable by a tool of Hadoop:",
      "  hdfs dfsadmin -fetchImage fsimage",
      "  hdfs oiv -p XML -i fsimage -o fsimage.xml",
      "The audit log is the file that the NameNode writes; older ones beside it are read too.",
      "",
      "Examples:",
      "  athanor storage plan --image fsimage.xml --audit-log hdfs-audit.log",
      "      shows the hottest files, and which hit rate how much SSD would have",
      "  athanor storage plan --image fsimage.xml --audit-log hdfs-audit.log --ssd 2t --html"
          + " plan.html",
      "      plans 2 TB of SSD for one copy of the most popular files, and draws a page",
      "  athanor storage plan --image fsimage.xml --audit-log hdfs-audit.log \\",
      "      --ssd 2t --extra-replicas 5t --archive-after 26w --output plan.json",
      "      also more replicas for popular files, and archive storage for idle ones",
      "  athanor storage plan --image fsimage.xml --audit-log hdfs-audit.log \\",
      "      --rules rules.txt --tier nvme=1t --rules-output new-rules.txt --output plan.json",
      "      plans a tier of the NameNode's plug-ins, and writes the rules that it needs",
      "  athanor storage plan --image fsimage.xml --audit-log hdfs-audit.log --json |",
      "      jq '.cacheCurve[] | [.bytes, .accesses.all]'",
      "      docs/storage.md describes the members",
      "",
      "Exit code: 0 success, 1 a file could not be read or written, 2 wrong usage or input."
    })
final class PlanCommand implements Callable<Integer> {
  @ParentCommand private StorageCommand storage;

  @Option(
      names = "--image",
      required = true,
      paramLabel = "<file>",
      description = "What 'hdfs oiv -p XML', or '-p Delimited', wrote.")
  private Path image;

  @Option(
      names = "--audit-log",
      required = true,
      paramLabel = "<file>",
      description = {
        "The NameNode's audit log; older files beside it, also compressed, are read first.",
        "Repeatable: one for each NameNode."
      })
  private List<Path> logs;

  @Mixin private PlanOptions options;

  @Mixin private TierOptions tier;

  @Mixin private LinkOptions links;

  @Option(
      names = "--rows",
      paramLabel = "<n>",
      defaultValue = "20",
      description = "Files and changes that are shown. Default: ${DEFAULT-VALUE}")
  private int rows;

  @Option(
      names = "--output",
      paramLabel = "<file>",
      description = "Write the plan, as JSON, into a file.")
  private Path output;

  @Option(names = "--html", paramLabel = "<file>", description = "Write a page.")
  private Path html;

  @Option(names = "--force", description = "Replace files that exist.")
  private boolean force;

  @Option(names = "--json", description = "Write the plan as JSON to standard output.")
  private boolean json;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    if (rows < 0) {
      throw new UsageException("--rows=" + rows + ": must be 0 or more");
    }
    PlanSettings settings = options.settings().withPins(options.pins().read());
    ZoneId times = options.zone();
    Optional<OutputFile> plan = file("--output", output);
    Optional<OutputFile> page = file("--html", html);
    Optional<OutputFile> rules = tier.output(force);
    Optional<TierBudget> budget = tier.budget(options.rules());
    if (plan.isPresent() && page.isPresent() && plan.get().isSameAs(page.get())) {
      throw new UsageException("--output and --html: name the same file, " + html);
    }
    InputFile.require("--image", image);
    for (Path log : logs) {
      InputFile.require("--audit-log", log);
    }
    Readers readers = options.readers();
    Optional<ModelCluster> described = links.described();
    OptionalDouble link = links.link();
    StoragePlan made = make(settings, options.reserved(), budget, times);
    ModelCluster model = described.isPresent() ? described.get() : ModelCluster.assumed(made, link);
    made = tried(made, model, readers);
    if (described.isPresent() || link.isPresent()) {
      made = made.with(LinkEstimate.of(model, options.tiers()));
      Optional<String> obstacle = LinkEstimate.obstacle(model, options.tiers());
      if (obstacle.isPresent()) {
        made =
            made.withNotice(
                "whether replicas should be near or on fast devices cannot be said: "
                    + obstacle.get());
      }
    }
    made = tier.write(made, rules);
    PrintStream out = storage.out();
    if (plan.isPresent()) {
      plan.get().write(bytes(PlanJson.of(made) + "\n"));
    }
    if (page.isPresent()) {
      page.get().write(bytes(PlanPage.of(made)));
    }
    if (json) {
      out.write(bytes(PlanJson.of(made) + "\n"));
      out.flush();
    } else {
      out.print(PlanText.of(made, rows));
      out.flush();
      made.notices().forEach(notice -> storage.err().println("athanor storage plan: " + notice));
    }
    return ExitCode.SUCCESS;
  }

  private StoragePlan make(
      PlanSettings settings, Decisions.Reserved reserved, Optional<TierBudget> budget, ZoneId times)
      throws IOException, UsageException {
    ProgressText progress = ProgressText.on(storage.err());
    try {
      progress.show("reading " + image);
      Namespace namespace = namespace(times);
      progress.show("reading the audit log");
      try (AuditLogs audit = new AuditLogs(logs, times)) {
        return Planner.plan(
            namespace,
            audit,
            settings,
            reserved,
            budget,
            events ->
                progress.show(
                    String.format(Locale.ROOT, "reading the audit log: %,d events", events)));
      }
    } finally {
      progress.clear();
    }
  }

  /** The plan with its gain by the simulator, if it can be tried. */
  private StoragePlan tried(StoragePlan made, ModelCluster model, Readers readers)
      throws UsageException, InterruptedException {
    if (!GainSimulation.isPossible(made)) {
      return made;
    }
    ProgressText progress = ProgressText.on(storage.err());
    try {
      progress.show("simulating what past plans would have brought");
      SimulatedGain gain = GainSimulation.of(made, model, readers);
      if (options.rules().isPresent()) {
        progress.show("simulating other retrieval policies");
        StorageRules rules = RulesOption.read(options.rules().get());
        gain = RetrievalComparison.of(made, model, rules, gain);
      }
      return made.with(gain);
    } catch (ImpossibleGainException impossible) {
      return made.withNotice("the gain could not be simulated: " + impossible.getMessage());
    } finally {
      progress.clear();
    }
  }

  private Namespace namespace(ZoneId times) throws IOException, UsageException {
    try {
      return Namespace.read(image, times);
    } catch (ImageException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  private Optional<OutputFile> file(String option, Path file) throws UsageException {
    return file == null ? Optional.empty() : Optional.of(OutputFile.open(option, file, force));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
