// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.micro;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.kernel.Route;
import org.athanor.simulator.kernel.Simulation;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does an event of the simulator's kernel cost: one of the queue alone, and the end and start
 * of a flow over two resources that are never full? Of either there are always as many as {@code
 * pending}; each that ends starts the next one, which lasts a random time.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class SimulatedEvents {
  private static final int EVENTS = 1_000_000;
  private static final double LONGEST_SECONDS = 100;
  private static final double NANOS = 1e9;

  /** Resources of one flow each, and one of all. */
  private static final double CAPACITY = 1e12;

  @Param({"100", "10000", "100000"})
  public int pending;

  private SplittableRandom random;
  private Simulation simulation;
  private Route[] routes;
  private int left;

  @Setup(Level.Invocation)
  public void build() {
    random = new SplittableRandom(1);
    simulation = new Simulation(1e-3);
    FlowNetwork network = simulation.flows();
    int shared = network.addResource(CAPACITY);
    routes = new Route[pending];
    for (int i = 0; i < pending; i++) {
      routes[i] = Route.over(network.addResource(1), shared);
    }
    left = EVENTS;
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long event() {
    for (int i = 0; i < pending; i++) {
      addEvent();
    }
    simulation.run();
    return check();
  }

  private void addEvent() {
    if (left > 0) {
      left--;
      simulation.at(simulation.now() + (long) (seconds() * NANOS), this::addEvent);
    }
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long flow() {
    for (int i = 0; i < pending; i++) {
      addFlow(i);
    }
    simulation.run();
    return check();
  }

  private void addFlow(int place) {
    if (left > 0) {
      left--;
      simulation.flows().start(routes[place], seconds(), 1, () -> addFlow(place));
    }
  }

  private double seconds() {
    return LONGEST_SECONDS * random.nextDouble();
  }

  private long check() {
    if (simulation.happened() != EVENTS) {
      throw new IllegalStateException(simulation.happened() + " events: must be " + EVENTS);
    }
    return simulation.now();
  }
}
