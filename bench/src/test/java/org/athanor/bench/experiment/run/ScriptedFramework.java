// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.framework.Deployment;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.framework.NodeShare;
import org.athanor.bench.framework.Site;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.Program;
import org.athanor.cluster.Command;
import org.athanor.cluster.NodeProcess;
import org.athanor.results.Phase;
import org.athanor.results.Reading;
import org.athanor.results.Unit;

/**
 * A framework with one daemon that does nothing. Settings: {@code client}: shell script of the
 * client, {@code $1} the output directory, {@code $2} the daemon's process id, {@code $3} Athanor's
 * launcher; {@code deploy}: the message with which its start fails; {@code problem}: why it cannot
 * run here; {@code error}: a word that is an error in a client's output; {@code cannot}: the
 * workload it cannot run; {@code lost}: the message with which questions about a trial fail; {@code
 * unexpected}: the message of an exception that they throw; {@code interrupted}: whether they are
 * interrupted; {@code closed}: whether an interrupt closes a file that they read.
 */
record ScriptedFramework(FrameworkSpec spec, Consumer<String> events) implements Framework {
  /** Prefix of a line of a client's output with a time in nanoseconds, which becomes a phase. */
  private static final String NOW = "now ";

  private static final String RIGHT = "mkdir \"$1\" && echo right > \"$1/part-0\"";

  Optional<String> setting(String key) {
    return Optional.ofNullable(spec.settings().get(key));
  }

  String client() {
    return setting("client").orElse(RIGHT);
  }

  @Override
  public String kind() {
    return spec.kind();
  }

  @Override
  public String mode() {
    return spec.mode();
  }

  @Override
  public String version() {
    return "1";
  }

  /** The text of the file {@code build} in the home. Only a run that has claimed its mark asks. */
  @Override
  public Optional<String> build(Site site) throws IOException {
    if (!Files.isDirectory(site.work().getParent())) {
      throw new IllegalStateException("not claimed");
    }
    return Optional.of(Files.readString(Path.of(spec.home().orElseThrow(), "build")));
  }

  @Override
  public Api api() {
    return Api.COMMAND;
  }

  @Override
  public String processes(NodeShare share) {
    return "a shell for " + share.tasks() + " tasks";
  }

  @Override
  public List<String> problems(Site site) {
    return setting("problem").map(List::of).orElse(List.of());
  }

  @Override
  public void install(Site site) {
    events.accept("install " + spec.label());
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    events.accept("deploy " + spec.label());
    if (setting("deploy").isPresent()) {
      throw new IOException(setting("deploy").get());
    }
    Path conf = site.work().resolve("conf");
    Files.createDirectories(conf);
    Files.writeString(conf.resolve("site.conf"), "cores=" + site.share().tasks() + "\n");
    StringBuilder properties = new StringBuilder();
    spec.settings().forEach((key, value) -> properties.append(key + " " + value + "\n"));
    Files.writeString(conf.resolve("settings.properties"), properties);
    Files.writeString(conf.resolve("server.jks"), setting("keystore").orElse(""));
    site.master().copyTo(conf, conf.toString());
    NodeProcess daemon =
        site.master()
            .start(
                site.mark(),
                Command.of("tail", "-f", "/dev/null").loggedTo(site.work() + "/daemon.log"));
    boolean local = site.master().hasFilesOfThisMachine();
    return new ScriptedDeployment(conf, daemon, site.installation().launcher(), local);
  }

  private final class ScriptedDeployment implements Deployment {
    private final Path conf;
    private final NodeProcess daemon;
    private final Path launcher;
    private final boolean local;

    ScriptedDeployment(Path conf, NodeProcess daemon, Path launcher, boolean local) {
      this.local = local;
      this.conf = conf;
      this.daemon = daemon;
      this.launcher = launcher;
    }

    @Override
    public Command submission(Program program) {
      return Command.of(
          "sh",
          "-c",
          client(),
          "sh",
          program.arguments().get(0),
          Long.toString(daemon.pid()),
          launcher.toString());
    }

    @Override
    public Map<String, String> environment() {
      return Map.of();
    }

    @Override
    public Optional<String> errorIn(List<TimedLine> output) {
      return setting("error")
          .flatMap(
              word ->
                  output.stream().map(TimedLine::text).filter(t -> t.contains(word)).findFirst());
    }

    @Override
    public List<Phase> phases(Instant started, List<TimedLine> output)
        throws IOException, InterruptedException {
      ask();
      List<Phase> phases = new ArrayList<>();
      phases.add(new Phase("lines", 0, output.size()));
      for (TimedLine line : output) {
        if (line.text().startsWith(NOW)) {
          double now = Long.parseLong(line.text().substring(NOW.length())) / 1e9;
          double since = now - started.toEpochMilli() / 1e3;
          phases.add(new Phase("now", since, since));
        }
      }
      return phases;
    }

    @Override
    public Map<String, Reading> measures(List<TimedLine> output)
        throws IOException, InterruptedException {
      ask();
      return Map.of("lines", Reading.of(output.size(), Unit.COUNT));
    }

    private void ask() throws IOException, InterruptedException {
      if (setting("lost").isPresent()) {
        throw new IOException(setting("lost").get());
      }
      if (setting("unexpected").isPresent()) {
        throw new IllegalStateException(setting("unexpected").get());
      }
      if (setting("closed").isPresent()) {
        Thread.currentThread().interrupt();
        throw new ClosedByInterruptException();
      }
      if (setting("interrupted").isPresent()) {
        throw new InterruptedException();
      }
    }

    @Override
    public Path configuration() {
      return conf;
    }

    @Override
    public Optional<String> deadDaemon() {
      // The kernel knows at once that a process of this machine has ended.
      boolean dead = local ? !isAlive(daemon.pid()) : daemon.exit().isDone();
      return dead ? Optional.of("daemon of " + spec.label()) : Optional.empty();
    }

    private static boolean isAlive(long pid) {
      return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    @Override
    public void close() throws IOException {
      events.accept("close " + spec.label());
      try {
        daemon.end(Duration.ofSeconds(5));
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", stopped);
      }
    }
  }
}
