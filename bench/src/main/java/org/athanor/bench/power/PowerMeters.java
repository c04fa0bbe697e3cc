// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.athanor.results.NodePower;

/**
 * Reads the meters of an experiment's nodes until it is closed, and adds up each node's energy of a
 * trial. A meter that fails makes readings unavailable, with its reason; a trial never fails
 * because of it. Must be used by one thread; trials must not overlap.
 */
public final class PowerMeters implements AutoCloseable {
  /** Devices that are asked at once. */
  private static final int MOST_THREADS = 16;

  /** A device may take so long to answer; cheap ones need a second. */
  static final Duration LIMIT = Duration.ofSeconds(5);

  private static final String IPMITOOL = "ipmitool";

  private final ScheduledExecutorService pool;
  private final Map<String, MeteredNode> nodes = new LinkedHashMap<>();
  private final Map<String, String> unavailable = new LinkedHashMap<>();
  private final Duration patience;

  private PowerMeters(int meters, Duration limit) {
    AtomicInteger number = new AtomicInteger();
    this.patience = limit.plus(limit);
    this.pool =
        Executors.newScheduledThreadPool(
            Math.max(1, Math.min(MOST_THREADS, meters)),
            body -> {
              Thread thread = new Thread(body, "athanor-power-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * What prevents meters from being read, apart from devices that do not answer: node → one line
   * for the user.
   */
  public static Map<String, String> problems(List<PowerSpec> specs) {
    Map<String, String> problems = new LinkedHashMap<>();
    for (PowerSpec spec : specs) {
      try {
        if (spec.secret().isPresent()) {
          SecretFile.read(Path.of(spec.secret().get()));
        }
        if (spec.kind() == PowerSpec.Kind.IPMI && IpmiMeter.installed(IPMITOOL, path()).isEmpty()) {
          throw new PowerException("ipmitool is not installed: install package ipmitool");
        }
      } catch (PowerException problem) {
        problems.put(spec.node(), problem.getMessage());
      }
    }
    return problems;
  }

  private static String path() {
    return Optional.ofNullable(System.getenv("PATH")).orElse("");
  }

  /** Begins to read the meters; returns when each has been read once, or has failed to. */
  public static PowerMeters start(List<PowerSpec> specs) throws InterruptedException {
    return start(specs, IPMITOOL, LIMIT);
  }

  /**
   * Does the same with another program and limit.
   *
   * @param ipmitool the program, or its path
   * @param limit of each request
   */
  static PowerMeters start(List<PowerSpec> specs, String ipmitool, Duration limit)
      throws InterruptedException {
    PowerMeters meters = new PowerMeters(specs.size(), limit);
    boolean started = false;
    try {
      meters.add(specs, ipmitool, limit);
      started = true;
      return meters;
    } finally {
      if (!started) {
        meters.close();
      }
    }
  }

  private void add(List<PowerSpec> specs, String ipmitool, Duration limit)
      throws InterruptedException {
    HttpClient http = RedfishClient.http(DeviceTrust.context(certificates(specs), null), limit);
    Map<String, CompletableFuture<Optional<String>>> first = new LinkedHashMap<>();
    for (PowerSpec spec : specs) {
      PowerMeter meter;
      try {
        meter = meter(spec, http, ipmitool, limit);
      } catch (PowerException noSecret) {
        meter = new BrokenMeter(spec.address(), noSecret.getMessage());
      }
      MeteredNode node = new MeteredNode(spec, meter, pool);
      nodes.put(spec.node(), node);
      first.put(spec.node(), node.start());
    }
    for (Map.Entry<String, CompletableFuture<Optional<String>>> reading : first.entrySet()) {
      await(reading.getValue(), Optional.of("does not answer in time"))
          .ifPresent(reason -> unavailable.put(reading.getKey(), reason));
    }
  }

  private static Map<String, Certificate> certificates(List<PowerSpec> specs) {
    Map<String, Certificate> certificates = new LinkedHashMap<>();
    for (PowerSpec spec : specs) {
      spec.service().ifPresent(service -> certificates.put(service, spec.certificate()));
    }
    return certificates;
  }

  private static PowerMeter meter(PowerSpec spec, HttpClient http, String ipmitool, Duration limit)
      throws PowerException {
    return switch (spec.kind()) {
      case FILE -> new FileMeter(Path.of(spec.address()), System::nanoTime, Instant::now);
      case IPMI ->
          new IpmiMeter(
              ipmitool,
              spec.address(),
              spec.user().orElseThrow(),
              Path.of(spec.secret().orElseThrow()),
              limit);
      case REDFISH ->
          new RedfishMeter(
              spec.address(),
              new RedfishClient(
                  http,
                  URI.create(spec.address()),
                  spec.user().orElseThrow(),
                  SecretFile.read(Path.of(spec.secret().orElseThrow())),
                  spec.session(),
                  limit),
              spec.resource());
    };
  }

  /** A meter whose secret cannot be read. */
  private record BrokenMeter(String name, String reason) implements PowerMeter {
    @Override
    public String domain() {
      return "whole node";
    }

    @Override
    public Optional<String> estimated() {
      return Optional.empty();
    }

    @Override
    public List<PowerReading> read() throws PowerException {
      throw new PowerException("cannot be asked: " + reason);
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  /** Why the first reading of a node failed; empty if it has not, or if the node has no meter. */
  public Optional<String> unavailable(String node) {
    return Optional.ofNullable(unavailable.get(node));
  }

  /**
   * Begins a trial.
   *
   * @param names nodes of the trial; those without a meter are left out
   * @param results directory of the results
   * @param trial directory of the trial, below {@code results}, for files with the readings
   */
  public Metering begin(List<String> names, Path results, Path trial) {
    long now = System.nanoTime();
    List<MeteredNode> used = new ArrayList<>();
    for (String name : names) {
      MeteredNode node = nodes.get(name);
      if (node != null) {
        node.begin(now, trial.resolve("power-" + name.replaceAll("[^A-Za-z0-9._-]", "_") + ".csv"));
        used.add(node);
      }
    }
    return new Metering(used, results);
  }

  /** A trial. Must be used by one thread. */
  public final class Metering implements AutoCloseable {
    private final List<MeteredNode> used;
    private final Path results;
    private final List<CompletableFuture<NodePower>> ends = new ArrayList<>();

    private Metering(List<MeteredNode> used, Path results) {
      this.used = used;
      this.results = results;
    }

    /** Ends the trial at this time, without waiting for a last reading. */
    public void end() {
      long now = System.nanoTime();
      used.forEach(node -> ends.add(node.end(now, results)));
    }

    /**
     * Waits for the last readings.
     *
     * @return node → its energy
     */
    public Map<String, NodePower> results() throws InterruptedException {
      Map<String, NodePower> measured = new LinkedHashMap<>();
      for (int i = 0; i < used.size(); i++) {
        try {
          measured.put(
              used.get(i).node(), ends.get(i).get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException late) {
          measured.put(used.get(i).node(), used.get(i).late());
        } catch (ExecutionException failed) {
          measured.put(used.get(i).node(), used.get(i).failed(failed.getCause()));
        }
      }
      return measured;
    }

    /** Ends the trial without a result, unless it has ended. */
    @Override
    public void close() {
      if (ends.isEmpty()) {
        for (MeteredNode node : used) {
          CompletableFuture<Void> unused = node.stop();
        }
      }
    }
  }

  private <T> T await(CompletableFuture<T> step, T otherwise) throws InterruptedException {
    try {
      return step.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException late) {
      return otherwise;
    }
  }

  /** Ends the readings, and the sessions on devices. */
  @Override
  public void close() {
    List<CompletableFuture<Void>> closed = nodes.values().stream().map(MeteredNode::close).toList();
    try {
      for (CompletableFuture<Void> each : closed) {
        await(each, null);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    pool.shutdownNow();
  }
}
