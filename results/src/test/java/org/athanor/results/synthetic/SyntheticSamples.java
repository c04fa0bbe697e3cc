// SPDX-License-Identifier: Apache-2.0
package org.athanor.results.synthetic;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.athanor.results.Metric;
import org.athanor.results.Total;

/** A node's invented samples during a trial, one a second, and their sums. */
final class SyntheticSamples {

  private static final double MEGABYTE = 1e6;
  private static final double GIGABYTE = 1e9;

  private final SyntheticJob job;
  private final double wallSeconds;
  private final boolean energy;
  private final double nodeFactor;
  private final double disturbance;
  private final SplittableRandom random;
  private final Map<Metric, Double> noise = new TreeMap<>();
  final Map<Total, Double> totals = new TreeMap<>();

  SyntheticSamples(
      SyntheticJob job,
      double wallSeconds,
      boolean energy,
      double nodeFactor,
      double disturbance,
      SplittableRandom random) {
    this.job = job;
    this.wallSeconds = wallSeconds;
    this.energy = energy;
    this.nodeFactor = nodeFactor;
    this.disturbance = disturbance;
    this.random = random;
  }

  /** Only the totals. */
  void sum() {
    for (double second = 1; second < wallSeconds + 1; second++) {
      Map<Metric, Double> row = row(job.at(Math.min(second, wallSeconds) / wallSeconds));
      row.put(Metric.MEMORY_OWN, 12 * GIGABYTE);
      row.put(Metric.JVM_HEAP, 7 * GIGABYTE);
      add(row);
    }
  }

  void write(Path file) throws IOException {
    StringBuilder text = new StringBuilder("seconds");
    for (Metric metric : Metric.values()) {
      text.append(',').append(metric.id());
      if (metric.equals(Metric.DISK_READ) || metric.equals(Metric.DISK_WRITE)) {
        text.append(',').append(metric.id()).append("[vda]");
      }
    }
    text.append('\n');
    double memory = 3.2 * GIGABYTE;
    double cached = 5 * GIGABYTE;
    for (double second = 1; second < wallSeconds + 1; second++) {
      double time = Math.min(second, wallSeconds);
      Map<Metric, Double> row = row(job.at(time / wallSeconds));
      double rate = row.get(Metric.CPU_USER) / 100;
      memory = Math.min(24 * GIGABYTE, memory + rate * .35 * GIGABYTE);
      cached = Math.min(30 * GIGABYTE, cached + row.get(Metric.DISK_READ) * .8);
      row.put(Metric.MEMORY_USED, memory + 1.1 * GIGABYTE);
      row.put(Metric.MEMORY_OWN, memory);
      row.put(Metric.MEMORY_CACHED, cached);
      row.put(Metric.JVM_HEAP, memory * (.45 + .3 * Math.abs(Math.sin(second / 4))));
      add(row);
      text.append(decimals(time));
      for (Metric metric : Metric.values()) {
        Double value = row.get(metric);
        text.append(',').append(value == null ? "" : decimals(value));
        if (metric.equals(Metric.DISK_READ) || metric.equals(Metric.DISK_WRITE)) {
          text.append(',').append(value == null ? "" : decimals(value));
        }
      }
      text.append('\n');
    }
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }

  private Map<Metric, Double> row(SyntheticJob.Stage stage) {
    Map<Metric, Double> row = new TreeMap<>();
    double cpu = Math.min(97, wave(Metric.CPU_USER, stage.cpu() * nodeFactor, .10));
    double iowait = Math.min(100 - cpu, wave(Metric.CPU_IOWAIT, stage.iowait(), .3));
    row.put(Metric.CPU_USER, cpu * 5 / 6);
    row.put(Metric.CPU_SYSTEM, cpu / 6);
    row.put(Metric.CPU_IOWAIT, iowait);
    row.put(Metric.CPU_STEAL, Math.min(100 - cpu - iowait, .4 + disturbance * 40));
    row.put(Metric.CPU_IDLE, Math.max(0, 100 - cpu - iowait - row.get(Metric.CPU_STEAL)));
    row.put(Metric.CPU_OWN, cpu * .97);
    row.put(Metric.MEMORY_SWAP, 0d);
    row.put(Metric.PROCESSES_OWN, 9d);
    row.put(Metric.DISK_READ, wave(Metric.DISK_READ, stage.read() * nodeFactor, .25) * MEGABYTE);
    row.put(Metric.DISK_WRITE, wave(Metric.DISK_WRITE, stage.write() * nodeFactor, .3) * MEGABYTE);
    row.put(Metric.DISK_READS, row.get(Metric.DISK_READ) / 128_000);
    row.put(Metric.DISK_WRITES, row.get(Metric.DISK_WRITE) / 256_000);
    row.put(Metric.DISK_BUSY, Math.min(100, (stage.read() + stage.write()) / 2.6));
    row.put(Metric.NETWORK_RECEIVED, wave(Metric.NETWORK_RECEIVED, stage.network(), .3) * MEGABYTE);
    row.put(Metric.NETWORK_SENT, wave(Metric.NETWORK_SENT, stage.network(), .3) * MEGABYTE);
    row.put(Metric.PRESSURE_CPU, Math.max(0, cpu - 60) / 2);
    row.put(Metric.PRESSURE_MEMORY, 0d);
    row.put(Metric.PRESSURE_IO, iowait * .8);
    row.put(Metric.JVM_GC, cpu / 40);
    if (energy) {
      row.put(Metric.POWER_PACKAGE, 48 + 1.35 * cpu * nodeFactor);
      row.put(Metric.POWER_DRAM, 6 + .08 * cpu);
    }
    return row;
  }

  private double wave(Metric metric, double mean, double spread) {
    double last = noise.getOrDefault(metric, 0d);
    double next = .7 * last + random.nextDouble(-1, 1) * spread;
    noise.put(metric, next);
    return Math.max(0, mean * (1 + next));
  }

  private void add(Map<Metric, Double> row) {
    add(Total.CPU_OWN, row.get(Metric.CPU_OWN) / 100 * 16);
    add(Total.CPU_OTHER, .2 + disturbance * 3);
    add(Total.CPU_STOLEN, row.get(Metric.CPU_STEAL) / 100 * 16);
    add(Total.DISK_READ, row.get(Metric.DISK_READ));
    add(Total.DISK_WRITTEN, row.get(Metric.DISK_WRITE));
    add(Total.NETWORK_RECEIVED, row.get(Metric.NETWORK_RECEIVED));
    add(Total.NETWORK_SENT, row.get(Metric.NETWORK_SENT));
    add(Total.JVM_GC, row.get(Metric.JVM_GC) / 100 * 16);
    peak(Total.MEMORY_OWN_PEAK, row.get(Metric.MEMORY_OWN));
    peak(Total.JVM_HEAP_PEAK, row.get(Metric.JVM_HEAP));
    if (energy) {
      add(Total.ENERGY_PACKAGE, row.get(Metric.POWER_PACKAGE));
      add(Total.ENERGY_DRAM, row.get(Metric.POWER_DRAM));
    }
  }

  private void add(Total total, double amount) {
    totals.merge(total, amount, Double::sum);
  }

  private void peak(Total total, double amount) {
    totals.merge(total, amount, Math::max);
  }

  /** At most four significant digits, as monitors write. */
  private static String decimals(double value) {
    if (Math.abs(value) >= 1000) {
      return Long.toString(Math.round(value));
    }
    return Double.toString(Math.round(value * 100) / 100d);
  }
}
