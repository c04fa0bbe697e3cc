// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.cli.measured.ProcessorClock;

/** What Linux says of this machine, in files; what it does not say is empty. */
public final class ThisMachine {
  private static final Pattern MEGAHERTZ = Pattern.compile("(?m)^cpu MHz\\s*: (\\d+(\\.\\d+)?)$");
  private static final Pattern DEFAULT_ROUTE = Pattern.compile("(?m)^(\\S+)\\s+00000000\\s");
  private static final double KILOHERTZ = 1e3;
  private static final double MEGA = 1e6;

  private final Path root;

  /**
   * @param root {@code /}; another directory with copies of {@code proc} and {@code sys} in tests
   */
  public ThisMachine(Path root) {
    this.root = root;
  }

  /**
   * Cycles per second of a core: the base frequency, or that in the processor's name, or the
   * highest one, or that of the first core now.
   */
  public Optional<Figure> hertz(String cpuModel) {
    OptionalDouble named = ProcessorClock.ofName(cpuModel);
    if (frequency("base_frequency").isPresent()) {
      return frequency("base_frequency");
    }
    if (named.isPresent()) {
      return Optional.of(new Figure(named.getAsDouble(), "in the processor's name"));
    }
    return frequency("cpuinfo_max_freq")
        .or(
            () ->
                content("proc/cpuinfo")
                    .map(MEGAHERTZ::matcher)
                    .filter(Matcher::find)
                    .map(found -> Double.parseDouble(found.group(1)) * MEGA)
                    .filter(hertz -> hertz > 0)
                    .map(hertz -> new Figure(hertz, "of the first core, by /proc/cpuinfo")));
  }

  private Optional<Figure> frequency(String name) {
    return number("sys/devices/system/cpu/cpu0/cpufreq/" + name)
        .map(kilohertz -> new Figure(kilohertz * KILOHERTZ, name + " of the kernel"));
  }

  /** Bytes per second of the interface with the default route; virtual ones often have none. */
  public Optional<Figure> link() {
    return content("proc/net/route")
        .map(DEFAULT_ROUTE::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .flatMap(
            name ->
                number("sys/class/net/" + name + "/speed")
                    .map(megabits -> new Figure(megabits * MEGA / 8, "speed of " + name)));
  }

  /** Whether the device of a directory rotates, so that it is a disk and no SSD. */
  public Optional<Boolean> rotates(Path directory) {
    long device;
    try {
      device = (Long) Files.getAttribute(directory, "unix:dev");
    } catch (IOException | UnsupportedOperationException unknown) {
      return Optional.empty();
    }
    long major = (device >> 8) & 0xfff;
    long minor = (device & 0xff) | ((device >> 12) & 0xfff00);
    String block = "sys/dev/block/" + major + ":" + minor;
    for (String queue : List.of("/queue/rotational", "/../queue/rotational")) {
      Optional<String> rotational = content(block + queue);
      if (rotational.isPresent()) {
        return rotational.map(text -> text.strip().equals("1"));
      }
    }
    return Optional.empty();
  }

  private Optional<Double> number(String file) {
    return content(file)
        .map(String::strip)
        .filter(text -> text.matches("\\d{1,12}"))
        .map(Double::parseDouble)
        .filter(number -> number > 0);
  }

  /** Empty if there is no such file, or nothing in it: also what the kernel does not know. */
  private Optional<String> content(String file) {
    try {
      return Optional.of(Files.readString(root.resolve(file))).filter(text -> !text.isBlank());
    } catch (IOException notTold) {
      return Optional.empty();
    }
  }
}
