// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.usage.ListenAddress;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.keep.HadoopRuledHdfs;
import org.athanor.tiering.keep.HdfsRaisedFiles;
import org.athanor.tiering.keep.Keeper;
import org.athanor.tiering.keep.ProgressFile;
import org.athanor.tiering.plan.PlanSettings;
import org.athanor.tiering.region.HdfsRequestBox;
import org.athanor.tiering.region.RegionSettings;
import org.athanor.tiering.serve.Activity;
import org.athanor.tiering.serve.Claim;
import org.athanor.tiering.serve.HadoopCluster;
import org.athanor.tiering.serve.Manager;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Runs the daemon. */
@Command(
    mixinStandardHelpOptions = true,
    name = "serve",
    description = {
      "Keeps files where they should be: learns, plans, moves and repairs until it is stopped.",
      "It follows the audit log, and plans after each period. What was learnt stays in the state",
      "directory; after SIGTERM or Ctrl-C, it goes on there when it is started again."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Runs on a host that has the NameNode's audit log as a file, as HDFS's superuser. One daemon",
      "works on an HDFS at a time.",
      "",
      "Examples:",
      "  athanor storage serve --audit-log /var/log/hadoop/hdfs-audit.log --ssd 2t --dry-run",
      "      decides, says what it would do, and does nothing",
      "  athanor storage serve --audit-log /var/log/hadoop/hdfs-audit.log --ssd 2t \\",
      "      --archive-after 26w --http 127.0.0.1:7877",
      "      does it, and shows a page at http://127.0.0.1:7877/",
      "  athanor storage serve --audit-log /var/log/hadoop/hdfs-audit.log --rules rules.txt",
      "      keeps files whole where the rules of the NameNode's plug-ins place them",
      "  athanor storage serve --audit-log /var/log/hadoop/hdfs-audit.log --region-size 500g",
      "      copies the input of jobs to SSDs that were started with athanor run --storage auto",
      "",
      "Exit code: 0 it was stopped, 1 another daemon works on this HDFS, or the state cannot be",
      "used; 2 wrong usage."
    })
final class ServeCommand implements Callable<Integer> {
  @ParentCommand private StorageCommand storage;

  @Option(
      names = "--audit-log",
      required = true,
      paramLabel = "<file>",
      description = "The NameNode's audit log. Repeatable: one for each NameNode.")
  private List<Path> logs;

  @Mixin private PlanOptions options;

  @Mixin private RegionOptions region;

  @Option(
      names = "--root",
      paramLabel = "<path>",
      description = "Manage only what is below this directory of the HDFS. Repeatable.")
  private List<String> roots = List.of("/");

  @Mixin private StateOption state;

  @Option(
      names = "--max-files",
      paramLabel = "<n>",
      defaultValue = "10000000",
      description = "Files that are remembered, 200 bytes each. Default: ${DEFAULT-VALUE}")
  private int maxFiles;

  @Option(
      names = "--interval",
      paramLabel = "<time>",
      defaultValue = "10s",
      description = "How often the audit log is looked at. Default: ${DEFAULT-VALUE}")
  private String interval;

  @Option(
      names = "--http",
      paramLabel = "<[host:]port>",
      description = {
        "Show a status page. Without a host, only this machine can connect; who can connect sees",
        "names of files."
      })
  private String http;

  @Option(
      names = "--record",
      paramLabel = "<file>",
      description = {
        "Record what is learnt and decided, for 'replay', which needs all from the beginning: neither",
        "this file nor the state may be there yet. Not in a service that restarts: the daemon would",
        "not start again."
      })
  private Path record;

  @Option(names = "--dry-run", description = "Only decide, and say what would be done.")
  private boolean dryRun;

  @Mixin private HdfsOptions cluster;

  @Mixin private KeytabOptions keytab;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    PlanSettings plan = options.settingsOfDaemon();
    for (String root : roots) {
      Paths.check("--root", root);
    }
    roots = roots.stream().map(Paths::withoutSlash).toList();
    RegionSettings jobs = region.settings(roots);
    boolean keepsRules = options.rules().isPresent() && holdsFiles(options.rules().get());
    if (plan.ssdBytes().isEmpty()
        && plan.extraReplicaBytes().isEmpty()
        && plan.archiveAfter().isEmpty()
        && !keepsRules
        && jobs.capacityBytes() == 0) {
      throw new UsageException(
          "nothing may be done: give --ssd, --extra-replicas, --archive-after, --region-size, or"
              + " --rules with a placement by tiers or regions");
    }
    if (maxFiles < 1) {
      throw new UsageException("--max-files=" + maxFiles + ": must be 1 or more");
    }
    if (record != null && Files.exists(record)) {
      throw new UsageException(
          "--record="
              + record
              + ": exists already; a recording begins with the first start of a daemon, in a new file");
    }
    Duration pause = interval();
    Optional<InetSocketAddress> address =
        http == null ? Optional.empty() : Optional.of(ListenAddress.parse("--http", http));
    Manager.Settings settings =
        new Manager.Settings(
            plan,
            options.pins(),
            logs,
            options.zone(),
            state.directory(),
            maxFiles,
            PlanExecution.Limits.DEFAULT,
            dryRun);
    return cluster.run(
        keytab.login(), (client, hdfs) -> serve(client, hdfs, settings, jobs, pause, address));
  }

  private static boolean holdsFiles(Path rules) throws UsageException {
    return RulesOption.read(rules).placements().stream().anyMatch(Keeper::holds);
  }

  private Duration interval() throws UsageException {
    try {
      Duration pause = Amounts.duration(interval);
      if (!pause.isZero()) {
        return pause;
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException("--interval=" + interval + ": " + e.getMessage(), e);
    }
    throw new UsageException("--interval=" + interval + ": must be 1s or more");
  }

  private int serve(
      FileSystem client,
      HadoopHdfs hdfs,
      Manager.Settings settings,
      RegionSettings jobs,
      Duration pause,
      Optional<InetSocketAddress> address)
      throws IOException, UsageException, InterruptedException {
    Activity activity =
        new Activity(
            line ->
                storage.out().println(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + line));
    DistributedFileSystem files = (DistributedFileSystem) client;
    HdfsRequestBox box = new HdfsRequestBox(files, region.requests());
    try (Stop stop = new Stop();
        Claim claim = Claim.of(files, PlanExecution.Pause.SLEEP)) {
      Keeper keeper = keeper(files, hdfs, settings, claim, activity);
      LeastSource least =
          LeastSource.open(options.rules(), client.getConf(), keeper, activity::notice);
      HadoopCluster managed = new HadoopCluster(hdfs, claim, roots, keeper::places, least);
      try (Manager manager =
          new Manager(
              settings,
              managed,
              new Manager.Requests(jobs, box, System::nanoTime),
              PlanExecution.Pause.SLEEP,
              activity)) {
        if (record != null) {
          manager.record(record);
        }
        if (jobs.capacityBytes() > 0 && !dryRun) {
          box.create();
        }
        Service service = new Service(manager, keeper, claim, activity, pause, stop);
        service.run(client.getUri().toString(), hdfs, settings, address);
      }
    } catch (Claim.LostException e) {
      throw new IOException(e.getMessage(), e); // a message that is whole by itself
    }
    return ExitCode.SUCCESS;
  }

  /** Keeps files whole, if there are rules; without, sets back what it may have raised before. */
  private Keeper keeper(
      DistributedFileSystem client,
      HadoopHdfs hdfs,
      Manager.Settings settings,
      Claim claim,
      Activity activity)
      throws IOException {
    if (options.rules().isEmpty()) {
      RulesOption.onlyConfigured(client.getConf())
          .ifPresent(
              text ->
                  activity.notice(
                      text
                          + "are not made whole, and may get a storage policy, by which HDFS places"
                          + " them instead"));
    }
    return new Keeper(
        Keeper.Settings.usual(
            settings.plan().period(), roots, settings.limits().patience(), settings.isDryRun()),
        options.rules().map(ServeCommand::source),
        new HadoopRuledHdfs(client, hdfs, new HadoopCluster(hdfs, claim, roots)),
        new ProgressFile(settings.state(), new HdfsRaisedFiles(client)),
        PlanExecution.Pause.SLEEP,
        activity);
  }

  private static Keeper.RulesSource source(Path rules) {
    return () -> {
      try {
        return RulesOption.read(rules);
      } catch (UsageException e) {
        throw new IOException(e.getMessage(), e);
      }
    };
  }
}
