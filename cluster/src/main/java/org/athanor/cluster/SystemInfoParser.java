// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parses the output of {@code detect.sh}: sections that begin with {@code === NAME}. A limit is the
 * smallest one of the process's control group and those above it, of version 1 or 2.
 */
final class SystemInfoParser {
  private static final Pattern LIMIT =
      Pattern.compile("(?m)^(\\S+)/(cpu\\.max|memory\\.max|memory\\.limit_in_bytes) (.*)$");
  private static final Pattern QUOTA =
      Pattern.compile("(?m)^(\\S+)/cpu\\.cfs_quota_us (\\d+)\\R\\1/cpu\\.cfs_period_us (\\d+)$");

  /** The most disks, file systems and links that are recorded of a node. */
  private static final int MOST = 32;

  private final Map<String, String> sections = new HashMap<>();

  private SystemInfoParser(String text) {
    for (String section : text.split("(?m)^=== ", -1)) {
      int end = section.indexOf('\n');
      if (end > 0) {
        sections.put(section.substring(0, end), section.substring(end + 1).strip());
      }
    }
  }

  static SystemInfo parse(String text) {
    SystemInfoParser captured = new SystemInfoParser(text);
    return new SystemInfo(
        captured.section("host").orElse("unknown"),
        captured.find("os", "(?m)^PRETTY_NAME=\"?([^\"\\n]*)").orElse("Linux"),
        captured.section("kernel").orElse("unknown"),
        captured.section("architecture").orElse("unknown"),
        captured.cpuModel(),
        captured.processors(),
        captured.memoryBytes(),
        captured.section("governor"),
        captured.virtualization(),
        captured.section("java").flatMap(JavaVersion::parse),
        captured.find("java", "(?m)^ *java\\.home = (.*)$"),
        captured.quota(),
        captured.details());
  }

  private SystemDetails details() {
    Optional<String> turbo =
        section("no_turbo")
            .map(off -> off.equals("0") ? "on" : "off")
            .or(() -> section("boost").map(on -> on.equals("1") ? "on" : "off"));
    return new SystemDetails(
        turbo,
        find("huge_pages", "\\[(\\w+)\\]"),
        // Empty card readers and unused virtual devices have a size of 0.
        lines("disks", "(\\S+) (\\d+) (\\d*) ?(.*)")
            .filter(disk -> !disk.group(2).matches("0+"))
            .map(SystemInfoParser::disk)
            .limit(MOST)
            .toList(),
        fileSystems(),
        lines("links", "(\\S+) ?(-?\\d*)").map(SystemInfoParser::link).limit(MOST).toList());
  }

  private static String disk(MatchResult disk) {
    List<String> parts = new ArrayList<>();
    parts.add(disk.group(4).strip());
    parts.add(
        switch (disk.group(3)) {
          case "0" -> "solid-state or virtual";
          case "1" -> "hard disk or virtual";
          default -> "";
        });
    double gigabytes = Long.parseLong(disk.group(2)) * 512 / 1e9;
    parts.add(String.format(Locale.ROOT, "%.0f GB", gigabytes));
    parts.removeIf(String::isEmpty);
    return disk.group(1) + ": " + String.join(", ", parts);
  }

  private static String link(MatchResult link) {
    String speed = link.group(2);
    return link.group(1)
        + ": "
        + (speed.isEmpty() || speed.startsWith("-") ? "no speed known" : speed + " Mb/s");
  }

  /** In a container, a device is mounted at many places; the shortest says most. */
  private List<String> fileSystems() {
    Map<String, MatchResult> bySource = new LinkedHashMap<>();
    lines("mounts", "(\\S+) (\\S+) (\\S+) .*")
        .filter(mount -> !mount.group(3).equals("squashfs"))
        .forEach(
            mount ->
                bySource.merge(
                    mount.group(1),
                    mount,
                    (a, b) -> b.group(2).length() < a.group(2).length() ? b : a));
    return bySource.values().stream()
        .map(mount -> mount.group(2) + ": " + mount.group(3))
        .limit(MOST)
        .toList();
  }

  private Stream<MatchResult> lines(String section, String pattern) {
    Pattern compiled = Pattern.compile(pattern);
    return section(section).stream()
        .flatMap(String::lines)
        .map(line -> compiled.matcher(line.strip()))
        .filter(Matcher::matches)
        .map(Matcher::toMatchResult);
  }

  private String cpuModel() {
    return find("cpuinfo", "(?m)^model name\\s*: (.*)$")
        .or(() -> find("lscpu", "(?m)^Model name:\\s*(.*)$"))
        .or(() -> find("cpuinfo", "(?m)^cpu\\s*: (.*)$"))
        .map(model -> model.replaceAll("\\s+", " "))
        .orElse("unknown");
  }

  private int processors() {
    int allowed =
        find("status", "Cpus_allowed_list:\\s*(\\S+)").map(SystemInfoParser::count).orElse(1);
    return quota()
        .map(quota -> Math.max(1, Math.min(allowed, (int) Math.ceil(quota))))
        .orElse(allowed);
  }

  private Optional<Double> quota() {
    return Stream.concat(
            limits("cpu.max").map(limit -> limit.split(" ", 2)).filter(l -> !l[0].equals("max")),
            QUOTA.matcher(section("limits").orElse("")).results().map(SystemInfoParser::pair))
        .map(l -> Double.parseDouble(l[0]) / Double.parseDouble(l[1]))
        .min(Comparator.naturalOrder());
  }

  private static String[] pair(MatchResult quota) {
    return new String[] {quota.group(2), quota.group(3)};
  }

  /** The number of elements of a list such as {@code 0-3,8}. */
  private static int count(String list) {
    int count = 0;
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", 2);
      count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
    }
    return count;
  }

  private long memoryBytes() {
    long machine = find("meminfo", "MemTotal:\\s*(\\d+) kB").map(Long::parseLong).orElse(0L) * 1024;
    OptionalLong limit =
        Stream.concat(limits("memory.max"), limits("memory.limit_in_bytes"))
            .filter(value -> value.matches("\\d+"))
            .mapToLong(Long::parseLong)
            .min();
    return limit.isPresent() ? Math.min(machine, limit.getAsLong()) : machine;
  }

  private Stream<String> limits(String file) {
    Matcher matcher = LIMIT.matcher(section("limits").orElse(""));
    return matcher.results().filter(r -> r.group(2).equals(file)).map(r -> r.group(3).strip());
  }

  /** The processor reports a hypervisor; the firmware often names the product. */
  private Optional<String> virtualization() {
    Optional<String> hypervisor =
        find("lscpu", "(?m)^Hypervisor vendor:\\s*(.*)$")
            .or(() -> find("cpuinfo", "(?m)^flags.* (hypervisor)( |$)"));
    String product = (section("vendor").orElse("") + " " + section("product").orElse("")).strip();
    return hypervisor.map(name -> product.isEmpty() ? name : name + " (" + product + ")");
  }

  private Optional<String> section(String name) {
    return Optional.ofNullable(sections.get(name)).filter(text -> !text.isEmpty());
  }

  private Optional<String> find(String section, String pattern) {
    return section(section)
        .map(Pattern.compile(pattern)::matcher)
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1).strip());
  }
}
