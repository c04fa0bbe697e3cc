// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.athanor.cli.measured.CatalogueRuns;
import org.athanor.cli.measured.ReplayedLogs;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.simulator.file.ScenarioFile;
import org.athanor.simulator.file.Sources;
import org.athanor.simulator.file.Variant;
import org.athanor.simulator.run.RunOutcome;
import org.athanor.simulator.run.Scenario;

/**
 * The process of one variant. It reads the scenario file again, runs the variant with the given
 * name, and writes {@link RunLine}s. It ends when its standard input does: then the process that
 * started it is gone.
 */
final class VariantMain {
  private static final long PAUSE_NANOS = 100_000_000;

  private final PrintStream out;
  private int jobs;
  private long told = System.nanoTime();

  private VariantMain(PrintStream out) {
    this.out = out;
  }

  /** The arguments are those of {@link #arguments}. */
  public static void main(String[] args) throws CatalogueException {
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    Thread watch = new Thread(() -> waitForEnd(System.in), "athanor-parent");
    watch.setDaemon(true);
    watch.start();
    Sources sources =
        new Sources(new CatalogueRuns(CatalogueLocation.of(System.getenv())), new ReplayedLogs());
    OptionalLong seed = OptionalLong.of(Long.parseLong(args[2]));
    ScenarioFile file = ScenarioFile.read(Path.of(args[0]), seed, sources);
    if (!file.digest().equals(args[4])) {
      System.err.println(args[0] + ": has changed since the first variant was started");
      System.exit(1);
    }
    Optional<Variant> variant =
        file.variants().stream().filter(each -> each.name().equals(args[1])).findFirst();
    if (variant.isEmpty()) {
      System.err.println(
          args[0] + ": has no variant " + args[1] + " any more: a file that it names has changed");
      System.exit(1);
    }
    PrintStream lines = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    new VariantMain(lines).run(variant.get().scenario(), Boolean.parseBoolean(args[3]));
  }

  /**
   * The arguments of a process.
   *
   * @param digest of the file, as it was when the item was made
   */
  static List<String> arguments(Path file, String digest, SweepItem item, boolean timeline) {
    Variant variant = item.variant();
    return List.of(
        file.toString(), variant.name(), "" + variant.scenario().seed(), "" + timeline, digest);
  }

  private static void waitForEnd(InputStream in) {
    try {
      in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException broken) {
      // As good as its end.
    }
    Runtime.getRuntime().halt(1);
  }

  private void run(Scenario scenario, boolean timeline) {
    RunOutcome outcome = RunOutcome.of(scenario, timeline, this::jobEnded);
    write(new RunLine(jobs, Optional.of(outcome)));
  }

  private void jobEnded() {
    jobs++;
    long now = System.nanoTime();
    if (now - told >= PAUSE_NANOS) {
      told = now;
      write(new RunLine(jobs, Optional.empty()));
      jobs = 0;
    }
  }

  private void write(RunLine line) {
    out.print(line.text() + "\n");
    out.flush();
  }
}
