// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.athanor.agent.probe.Host;
import org.athanor.agent.probe.ProcessId;

/**
 * The agent: a process with a small heap that samples the machine it runs on, for {@code
 * NodeMonitors} of {@code bench}. It reads {@link AgentMessages commands} from its standard input
 * and answers on its standard output. It exits when its standard input ends; that also happens when
 * the evaluator is killed. Monitors of others cannot keep it longer, see {@link AgentInput}.
 *
 * <pre>
 * java … org.athanor.agent.Agent INTERVAL-MILLISECONDS MONITOR[=CLASS],… VARIABLE-OF-MARKS [EVENT…]
 * </pre>
 */
public final class Agent {

  /** Time between two searches for new processes during the first second of a trial. */
  private static final Duration FIRST_SEARCH_INTERVAL = Duration.ofMillis(50);

  private static final Duration FIRST_SEARCHES_END = Duration.ofSeconds(1);

  private final Sampler sampler;
  private final AgentMessages.Writer writer;
  private final long interval;
  private final AgentInput input;

  private long trial = -1;
  private long begun;
  private long nextSample;

  private Agent(AgentInput input, Sampler sampler, AgentMessages.Writer writer, Duration interval) {
    this.input = input;
    this.sampler = sampler;
    this.writer = writer;
    this.interval = interval.toNanos();
  }

  public static void main(String[] arguments) {
    int status = 1;
    try {
      run(arguments);
      status = 0;
    } catch (Throwable failed) {
      System.err.println("agent: " + failed);
    }
    // Threads of a monitor of others do not keep the process.
    System.exit(status);
  }

  private static void run(String[] arguments) throws IOException, InterruptedException {
    // First: a monitor that waits while it is opened must not outlive the evaluator.
    AgentInput input = AgentInput.of(System.in);
    Duration interval = Duration.ofMillis(Long.parseLong(arguments[0]));
    Set<Monitor> wanted = new TreeSet<>();
    Arrays.stream(arguments[1].split(","))
        .forEach(name -> Monitor.fromArgument(name).ifPresent(wanted::add));
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    // What a monitor of others prints must not get between the messages.
    System.setOut(System.err);
    List<String> events = Arrays.asList(arguments).subList(3, arguments.length);
    ProbeSet probes =
        ProbeSet.open(Host.here(), wanted, events, arguments[2], true, System::nanoTime);
    Runtime.getRuntime().addShutdownHook(new Thread(probes::close, "athanor-agent-end"));
    AgentMessages.Writer writer = new AgentMessages.Writer(out);
    writer.ready(probes.unavailable(), probes.declared());
    new Agent(input, new Sampler(probes, System::nanoTime), writer, interval).run();
  }

  private void run() throws IOException, InterruptedException {
    while (true) {
      String line = trial < 0 ? input.take() : input.poll(untilNext());
      if (line == null) {
        tick();
      } else if (AgentInput.isEnd(line)) {
        return;
      } else {
        execute(AgentMessages.command(line));
      }
    }
  }

  private long untilNext() {
    long now = System.nanoTime();
    long next = nextSample - now;
    return now - begun < FIRST_SEARCHES_END.toNanos()
        ? Math.min(next, FIRST_SEARCH_INTERVAL.toNanos())
        : next;
  }

  private void tick() throws IOException {
    if (System.nanoTime() - nextSample < 0) {
      sampler.look();
      return;
    }
    writer.sample(trial, sampler.sample());
    // Samples missed while the machine was suspended are skipped, not taken later.
    long missed = Math.max(0, (System.nanoTime() - nextSample) / interval);
    nextSample += (missed + 1) * interval;
  }

  private void execute(AgentMessages.Command command) throws IOException {
    switch (command.name()) {
      case AgentMessages.BEGIN -> {
        writer.begun(command.trial(), sampler.begin(command.marks(), runner(command.runner())));
        trial = command.trial();
        begun = System.nanoTime();
        nextSample = begun + interval;
      }
      case AgentMessages.END -> {
        if (trial == command.trial()) {
          trial = -1;
          Sampler.End end = sampler.end(interval);
          if (end.rest().isPresent()) {
            writer.sample(command.trial(), end.rest().get());
          }
          writer.totals(command.trial(), end.totals(), end.events());
        }
      }
      default -> throw new IOException("command " + command.name() + ": must be begin or end");
    }
  }

  /** The evaluator's process, if it runs on this machine. */
  private static Optional<ProcessId> runner(Optional<RunnerId> runner) {
    return runner.filter(RunnerId::onThisMachine).map(RunnerId::process);
  }
}
