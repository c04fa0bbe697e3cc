// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.alert.Hook;
import org.athanor.scheduler.alert.HookWorker;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.power.PowerJournal;
import org.athanor.web.PageServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Runs the daemon. */
@Command(
    mixinStandardHelpOptions = true,
    name = "serve",
    description = {
      "Runs workflows that athanor schedule run submits, until it is stopped.",
      "After SIGTERM or Ctrl-C, and after a crash, jobs that run go on; the next start attaches to",
      "them. One process works on a state directory at a time. Who can write in that directory can",
      "submit: only its owner.",
      "With --power-down, nodes that nobody needs are switched off, and on again, as the file of",
      "clusters says."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Example:",
      "  athanor schedule serve --http 7878",
      "      shows a page at http://127.0.0.1:7878/; it asks for the token, which is in a file",
      "",
      "Exit code: 0 it was stopped, 1 another process works on the state directory, 2 wrong usage."
    })
final class ServeCommand implements Callable<Integer> {
  private static final int END_SECONDS = 10;

  @ParentCommand private ScheduleCommand schedule;
  @Mixin private ClusterOptions clusters;
  @Mixin private StateOption state;
  @Mixin private CatalogueOption catalogue;
  @Mixin private PageOptions page;
  @Mixin private HookOptions hooks;
  @Mixin private RecordOption record;

  @Option(
      names = "--shell",
      description = "Allow jobs of type shell, which run any program as this user.")
  private boolean shell;

  @Option(
      names = "--power-down",
      description =
          "Switch nodes off that nobody needs, where the file of clusters has power down.")
  private boolean powerDown;

  @Option(
      names = "--dry-run",
      description = "With --power-down: say what would be switched, and switch nothing.")
  private boolean dryRun;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    Optional<InetSocketAddress> address = page.address();
    List<Hook> told = hooks.hooks();
    StateDirectory directory = state.directory();
    ClusterChoice choice = clusters.choice().recorded(record.file());
    PowerMode power = power(choice);
    Optional<Session> leader =
        Session.lead(
            directory,
            choice,
            shell,
            Optional.empty(),
            Optional.of(catalogue.use()),
            power,
            this::say);
    if (leader.isEmpty()) {
      throw new IOException(
          directory.path() + ": another process works on it; stop it, or give another --state");
    }
    CountDownLatch wanted = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try (Session session = leader.get();
        RequestWatch requests = new RequestWatch(directory, session.scheduler())) {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> stop(session, wanted, closed), "athanor-schedule-stop"));
      session
          .scheduler()
          .tell(told, directory, "athanor/" + Version.athanor(), HookWorker.Settings.USUAL);
      requests.serve();
      say("works on " + directory.path());
      if (power != PowerMode.ACT) {
        sleeping(directory);
      }
      session.startPower();
      if (address.isEmpty()) {
        session.scheduler().work(() -> wanted.getCount() == 0);
      } else {
        try (PageServer server = page.serve(address.get(), directory, session)) {
          say(page.where(server, directory));
          session.scheduler().work(() -> wanted.getCount() == 0);
        }
      }
      session.scheduler().settle();
    } finally {
      closed.countDown();
    }
    return ExitCode.SUCCESS;
  }

  private PowerMode power(ClusterChoice choice) throws UsageException {
    if (dryRun && !powerDown) {
      throw new UsageException("--dry-run: is for --power-down; give that, too");
    }
    if (powerDown && !SessionPower.hasNodes(choice.clusters())) {
      throw new UsageException(
          "--power-down: no cluster of the file of clusters has power down, which says how its"
              + " nodes are switched off and on");
    }
    if (!powerDown) {
      return PowerMode.NONE;
    }
    return dryRun ? PowerMode.DRY_RUN : PowerMode.ACT;
  }

  /** Nodes that an earlier process has switched off, and that this one does not switch on. */
  private void sleeping(StateDirectory directory) throws IOException {
    long off =
        PowerJournal.stored(directory.path()).stream()
            .filter(each -> !each.state().phase().works())
            .count();
    if (off > 0) {
      say(off + " nodes are not on; only --power-down, without --dry-run, switches them on");
    }
  }

  /** Any thread. */
  private void say(String line) {
    schedule.out().println(Texts.time(Instant.now()) + "  " + line);
    schedule.out().flush();
  }

  private static void stop(Session session, CountDownLatch wanted, CountDownLatch closed) {
    wanted.countDown();
    session.scheduler().later(() -> {}); // wakes it
    try {
      if (!closed.await(END_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("athanor schedule: ends without waiting longer");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
