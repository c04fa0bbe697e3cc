// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.cli.driver.ConfigurationDirectory;
import org.athanor.cli.driver.DriverCall;
import org.athanor.cli.driver.DriverJar;
import org.athanor.cli.driver.DriverRun;
import org.athanor.cli.driver.JobSettings;
import org.athanor.cli.driver.RemainingThreads;
import org.athanor.cli.placement.StorageHelper;
import org.athanor.cli.placement.StorageRequest;
import org.athanor.cli.placement.StorageUse;
import org.athanor.cli.report.JobSource;
import org.athanor.cli.report.JobsOfJvm;
import org.athanor.cli.report.ProgressDisplay;
import org.athanor.cli.report.RunReporter;
import org.athanor.cli.report.StorageText;
import org.athanor.cli.usage.UsageException;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.config.InvalidSettingException;
import org.athanor.engine.exit.JvmExit;
import org.athanor.engine.yarn.YarnEngines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Runs the driver of a jar on Athanor. */
@Command(
    mixinStandardHelpOptions = true,
    customSynopsis = "athanor run [OPTION]... JAR [MainClass] [ARG]...",
    name = "run",
    description = {
      "Runs a job's jar on Athanor, as `hadoop jar` does on Hadoop.",
      "Options come before JAR; everything after JAR is passed to the driver."
    },
    versionProvider = Version.class,
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nArguments:%n",
    footer = {
      "",
      "Examples:",
      "  athanor run job.jar in out",
      "      runs the class that the jar names as its Main-Class",
      "  athanor run job.jar com.acme.Main in out",
      "      runs com.acme.Main of a jar that names no main class",
      "  athanor run -D mapreduce.job.reduces=4 job.jar in out",
      "      sets a key for drivers that do not take -D themselves",
      "  athanor run --conf /etc/hadoop/conf job.jar hdfs://nn/in hdfs://nn/out",
      "      reads and writes a cluster's files",
      "  athanor run --json job.jar in out > summary.json",
      "      writes times and counters; what the driver prints goes to standard error",
      "  athanor run examples pi 8 1000",
      "      runs one of Hadoop's example programs; `athanor run examples` lists them",
      "  athanor run --storage auto examples wordcount /data/text /data/counts",
      "      puts input and intermediate data on SSDs if that is worth it; see docs/storage.md",
      "",
      "Exit code: 0 success, 1 the job failed, 2 wrong usage;",
      "a code that the driver exits with is kept, unless its jobs still run."
    })
final class RunCommand implements Callable<Integer> {
  private static final String EXAMPLES = "examples";

  /** Columns of the terminal on standard error, set by the launcher if it is one. */
  private static final String COLUMNS_PROPERTY = "athanor.terminal.columns";

  /** Where this driver runs, set by the launcher or by the session's engine. */
  private static final String SESSION_PROPERTY = "athanor.session";

  /** Shutdown hooks of this priority run before the engine ends its jobs (30). */
  private static final int JOBS_RUN_PRIORITY = 31;

  /**
   * Shutdown hooks of this priority run after the engine has ended its jobs (30), and before their
   * files are removed (15).
   */
  private static final int SUMMARY_PRIORITY = 20;

  /** When the jobs have ended, nobody needs SSDs for them. */
  private static final int STORAGE_PRIORITY = 18;

  private static final long SUMMARY_SECONDS = 30;

  private static final int MAX_CAUSES = 20;

  @ParentCommand private AthanorCommand athanor;

  @Mixin private ConfigurationOptions configuration;

  @Mixin private StorageOptions storage;

  @Option(names = "--json", description = "Write a summary as JSON to standard output.")
  private boolean json;

  @Option(names = "--quiet", description = "Show neither progress nor summary.")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Say where the driver runs, and why not in a session.")
  private boolean verbose;

  @Option(names = "--debug", description = "Show Hadoop's log messages and stack traces.")
  private boolean debug;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "JAR",
      hideParamSyntax = true,
      description = "A job's jar, or the word examples.")
  private String jar;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ARG",
      hideParamSyntax = true,
      description = "The driver's arguments; the first is the main class if the jar names none.")
  private List<String> words = new ArrayList<>();

  /** Holds what the storage daemon has granted. */
  private Optional<StorageHelper> helper = Optional.empty(); // guarded by this

  @Override
  public Integer call() throws IOException {
    Logging.setUp(debug);
    PrintStream err = athanor.err();
    if (verbose) {
      err.println("athanor run: " + System.getProperty(SESSION_PROPERTY, "without a session"));
    }
    try {
      JobSettings jobSettings = configuration.settings();
      Optional<ConfigurationDirectory> site = configuration.site();
      DriverCall call = driverCall();
      Optional<StorageRequest> request = storage.request(call, EXAMPLES.equals(jar), site);
      Optional<StorageUse> use = request.map(asked -> askForStorage(asked, jobSettings));
      JobSettings all =
          use.flatMap(StorageUse::tier)
              .map(tier -> jobSettings.with(EngineKeys.INTERMEDIATE_TIER.name(), tier))
              .orElse(jobSettings);
      DriverRun run = DriverRun.prepare(call, all, site);
      return run(run, call, reporter(use));
    } catch (UsageException e) {
      err.println("athanor run: " + e.getMessage());
      trace(e);
      return ExitCode.USAGE;
    } finally {
      endStorage();
    }
  }

  /** Asks the storage daemon. What goes wrong is told in a line, and the job runs without it. */
  private StorageUse askForStorage(StorageRequest request, JobSettings settings) {
    StorageUse use = StorageUse.none(request.asked(), "interrupted");
    String[] failure = new String[1];
    Optional<StorageHelper> started =
        StorageOptions.start(
            request,
            lost -> athanor.err().println("storage: " + lost),
            reason -> failure[0] = reason);
    synchronized (this) {
      helper = started;
    }
    try {
      use =
          started.isPresent()
              ? StorageOptions.await(started.get(), request, athanor.err(), quiet)
              : StorageUse.none(request.asked(), failure[0]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (use.tier().isPresent() && settings.has(EngineKeys.INTERMEDIATE_TIER.name())) {
      use = use.withoutTier("-D " + EngineKeys.INTERMEDIATE_TIER.name() + " was given and holds");
    }
    if (!use.isGranted()) {
      endStorage();
    }
    if (!quiet) {
      athanor.err().print(StorageText.of(use));
    }
    return use;
  }

  private synchronized void endStorage() {
    helper.ifPresent(StorageHelper::close);
    helper = Optional.empty();
  }

  private DriverCall driverCall() throws UsageException {
    if (jar == null) {
      throw new UsageException("JAR is missing: must be a job's jar, or the word examples");
    }
    return DriverCall.of(
        DriverJar.open(EXAMPLES.equals(jar) ? ExamplesJar.find() : Path.of(jar)), words);
  }

  private RunReporter reporter(Optional<StorageUse> use) throws IOException {
    JobSource jobs = new JobsOfJvm();
    PrintStream err = athanor.err();
    Integer columns = Integer.getInteger(COLUMNS_PROPERTY);
    Optional<ProgressDisplay> display =
        quiet || debug || columns == null
            ? Optional.empty()
            : Optional.of(
                new ProgressDisplay(
                    jobs, YarnEngines::sessions, err, columns, InstantSource.system()));
    if (json) {
      return new RunReporter(
          jobs, RunReporter.Form.JSON, athanor.out(), display, Version.athanor(), use);
    }
    RunReporter.Form form = quiet ? RunReporter.Form.NONE : RunReporter.Form.TEXT;
    return new RunReporter(jobs, form, err, display, Version.athanor(), use);
  }

  private int run(DriverRun run, DriverCall call, RunReporter reporter) {
    if (json) {
      System.setOut(athanor.err());
    }
    if (!debug) {
      System.setErr(StackTraceFilter.around(athanor.err()));
    }
    // A driver may call System.exit, and a user may press Ctrl-C: hooks write the summary then.
    JvmExit.prepare();
    ShutdownHookManager hooks = ShutdownHookManager.get();
    hooks.addShutdownHook(
        () -> leaveJobs(reporter), JOBS_RUN_PRIORITY, SUMMARY_SECONDS, TimeUnit.SECONDS);
    hooks.addShutdownHook(
        () -> endAtShutdown(reporter), SUMMARY_PRIORITY, SUMMARY_SECONDS, TimeUnit.SECONDS);
    hooks.addShutdownHook(this::endStorage, STORAGE_PRIORITY, SUMMARY_SECONDS, TimeUnit.SECONDS);
    reporter.start();
    RemainingThreads threads = RemainingThreads.startedFromNowOn();
    try {
      run.call();
      boolean failed = reporter.awaitJobs();
      if (!failed && threads.any()) {
        // As under hadoop jar, these threads may go on and submit further jobs.
        threads.awaitEnd();
        failed = reporter.lastJobFailed();
      }
      boolean written = end(reporter);
      return failed || !written ? ExitCode.FAILED : ExitCode.SUCCESS;
    } catch (Throwable e) {
      boolean unused = end(reporter);
      Optional<InvalidSettingException> setting = invalidSetting(e);
      if (setting.isPresent()) {
        athanor.err().println("athanor run: " + setting.get().getMessage());
        trace(e);
        return ExitCode.USAGE;
      }
      athanor
          .err()
          .println("athanor run: " + call.mainClass() + " failed: " + ErrorText.oneLine(e));
      trace(e);
      return ExitCode.FAILED;
    }
  }

  /** The setting for which the engine refused a job, if that made the driver fail. */
  private static Optional<InvalidSettingException> invalidSetting(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .limit(MAX_CAUSES)
        .filter(InvalidSettingException.class::isInstance)
        .map(InvalidSettingException.class::cast)
        .findFirst();
  }

  private boolean end(RunReporter reporter) {
    boolean written = reporter.end();
    if (!written) {
      athanor.err().println("athanor run: " + CommandRunner.OUTPUT_FAILED);
    }
    return written;
  }

  private void endAtShutdown(RunReporter reporter) {
    if (!end(reporter)) {
      JvmExit.endWith(ExitCode.FAILED);
    }
  }

  /**
   * Makes the JVM exit with {@link ExitCode#FAILED} if the driver ends it while jobs run; the
   * driver's own exit code tells nothing about them. Writes the summary if no job runs in this JVM:
   * jobs on a cluster can be asked now, but not when this process has left its sessions.
   */
  private void leaveJobs(RunReporter reporter) {
    boolean forSignal = JvmExit.caller().filter(JvmExit::isForSignal).isPresent();
    if (!forSignal && reporter.anyRuns()) {
      JvmExit.endWith(ExitCode.FAILED);
    }
    if (!new JobsOfJvm().anyRunsHere()) {
      endAtShutdown(reporter);
    }
  }

  private void trace(Throwable e) {
    if (debug) {
      e.printStackTrace(athanor.err());
    }
  }
}
