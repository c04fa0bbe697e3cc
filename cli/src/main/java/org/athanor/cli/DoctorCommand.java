// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.doctor.Doctor;
import org.athanor.cli.doctor.Target;
import org.athanor.cli.driver.ConfigurationDirectory;
import org.athanor.cli.driver.JobSettings;
import org.athanor.cli.usage.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Checks a deployment before jobs do. */
@Command(
    mixinStandardHelpOptions = true,
    name = "doctor",
    description = {
      "Checks where jobs would run, and says what would go wrong.",
      "It starts nothing and leaves nothing behind. Each check has 10 seconds at most."
    },
    versionProvider = Version.class,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor doctor",
      "      examines what $HADOOP_CONF_DIR configures",
      "  athanor doctor --conf /etc/hadoop/conf -D athanor.deploy=yarn -D"
          + " mapreduce.job.queuename=fast",
      "      examines a session on YARN, in another queue",
      "  athanor doctor --json > findings.json",
      "      writes the findings for programs",
      "",
      "Exit code: 0 jobs would run, 1 there is a problem, 2 wrong usage."
    })
final class DoctorCommand implements Callable<Integer> {
  @ParentCommand private AthanorCommand athanor;

  @Mixin private ConfigurationOptions configuration;

  @Option(names = "--json", description = "Write the findings as JSON.")
  private boolean json;

  @Option(names = "--debug", description = "Show Hadoop's log messages.")
  private boolean debug;

  @Override
  public Integer call() throws IOException, UsageException, InterruptedException {
    if (debug) {
      Logging.setUp(true);
    } else {
      Logging.setUpSilent();
    }
    JobSettings given = configuration.settings();
    Doctor doctor = new Doctor(athanor.out(), json);
    try {
      Optional<ConfigurationDirectory> site = configuration.site();
      if (site.isPresent()) {
        Thread.currentThread().setContextClassLoader(loader(site.get()));
      }
      doctor.examine(Target.read(given, site));
    } catch (UsageException e) {
      doctor.unreadable(e.getMessage());
    }
    return doctor.end(Version.athanor()) ? ExitCode.SUCCESS : ExitCode.FAILED;
  }

  /** Finds the site files first; it stays open as long as the JVM. */
  private static ClassLoader loader(ConfigurationDirectory site) throws MalformedURLException {
    URL[] directory = {site.path().toUri().toURL()};
    return new URLClassLoader(directory, DoctorCommand.class.getClassLoader());
  }
}
