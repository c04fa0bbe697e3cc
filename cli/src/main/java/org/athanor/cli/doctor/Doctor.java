// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.athanor.engine.config.EngineKeys;

/** Examines a deployment, and reports. For one thread. */
public final class Doctor {
  /** The time that each check has. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final List<Examination.Result> results = new ArrayList<>();
  private final PrintStream out;
  private final boolean json;

  /**
   * @param json whether the report is for programs
   */
  public Doctor(PrintStream out, boolean json) {
    this.out = out;
    this.json = json;
  }

  /** Runs all checks, and shows each result as soon as it is known, unless it writes JSON. */
  public void examine(Target target) throws InterruptedException {
    Finding.Level unused =
        new Examination(LIMIT).run(checks(target, () -> YarnCluster.of(target.conf())), this::add);
  }

  static List<Check> checks(Target target, Supplier<Cluster> cluster) {
    List<Check> checks = new ArrayList<>(new InstallationChecks(target).all());
    checks.add(Check.of("security", "correct the security settings", new SecurityCheck(target)));
    checks.add(Check.of("local disks", "look at the disk", new DiskCheck(target)));
    checks.addAll(new StorageChecks(target).all());
    if (target.isOnYarn()) {
      checks.addAll(new ClusterChecks(target, cluster).all());
      checks.add(
          Check.of(
              "engine on nodes",
              "correct " + EngineKeys.YARN_ENGINE.name(),
              new EngineDirectoryCheck(target)));
    }
    return checks;
  }

  /**
   * Adds what is wrong with a configuration that cannot be read, after which nothing is checked.
   */
  public void unreadable(String message) {
    add(new Examination.Result("configuration", Finding.problem(message, "correct it")));
  }

  private void add(Examination.Result result) {
    results.add(result);
    if (!json) {
      out.println(DoctorText.line(result));
      out.flush();
    }
  }

  /**
   * Ends the report.
   *
   * @return whether jobs would run
   */
  public boolean end(String athanorVersion) {
    out.println(json ? DoctorJson.of(athanorVersion, results) : DoctorText.end(results));
    out.flush();
    return results.stream().noneMatch(r -> r.finding().level() == Finding.Level.PROBLEM);
  }
}
