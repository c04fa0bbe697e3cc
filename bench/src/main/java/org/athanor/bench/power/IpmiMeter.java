// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The power that a device gives by IPMI 2.0 with DCMI: {@code ipmitool dcmi power reading}. {@code
 * ipmitool} reads the password from the secret's file, so it is not in the list of processes.
 */
final class IpmiMeter implements PowerMeter {
  private static final int MOST_BYTES = 1 << 16;
  private static final Pattern WATTS =
      Pattern.compile("(?m)^\\s*Instantaneous power reading:\\s+(\\d{1,7}) Watts\\s*$");
  private static final Pattern STATE =
      Pattern.compile("(?m)^\\s*Power reading state is:\\s+(\\w+)\\s*$");

  /**
   * What the program prints if the device does not accept the user or the password. The last one is
   * often all that it says; it says so too if it finds no host, but there are other lines then.
   */
  private static final Pattern REFUSED =
      Pattern.compile(
          "(?i)RAKP \\d (?:HMAC is invalid|message .*(?:HMAC|unauthorized|invalid role|privilege))"
              + "|insufficient privilege|Unable to establish IPMI v2");

  private static final Pattern NOT_REFUSED =
      Pattern.compile("(?i)address lookup|could not resolve|insufficient resources");

  private final List<String> command;
  private final String name;
  private final Path secret;
  private final Duration limit;

  /**
   * Makes a meter.
   *
   * @param program {@code ipmitool}, or its path
   * @param address {@code host[:port]}
   * @param secret file with the password
   * @param limit of each call
   */
  IpmiMeter(String program, String address, String user, Path secret, Duration limit) {
    this.name = "ipmi " + address;
    this.secret = secret;
    this.limit = limit;
    int colon = address.lastIndexOf(':');
    boolean port = colon > 0 && address.indexOf(':') == colon;
    this.command = new ArrayList<>(List.of(program, "-I", "lanplus", "-L", "USER"));
    command.addAll(List.of("-H", port ? address.substring(0, colon) : address));
    if (port) {
      command.addAll(List.of("-p", address.substring(colon + 1)));
    }
    command.addAll(List.of("-U", user, "-f", secret.toString()));
    command.addAll(List.of("dcmi", "power", "reading"));
  }

  /** Where the program is, if it is installed. */
  static Optional<Path> installed(String program, String path) {
    for (String directory : path.split(":", -1)) {
      Path file = Path.of(directory.isEmpty() ? "." : directory, program);
      if (Files.isExecutable(file) && Files.isRegularFile(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String domain() {
    return "whole node, by IPMI (DCMI)";
  }

  @Override
  public Optional<String> estimated() {
    return Optional.empty();
  }

  @Override
  public List<PowerReading> read() throws PowerException, InterruptedException {
    SecretFile.read(secret);
    long before = System.nanoTime();
    String printed = run();
    long middle = before + (System.nanoTime() - before) / 2;
    Matcher state = STATE.matcher(printed);
    if (state.find() && !state.group(1).equals("activated")) {
      throw new PowerException("does not measure its power (reading " + state.group(1) + ")");
    }
    Matcher watts = WATTS.matcher(printed);
    if (!watts.find()) {
      throw new PowerException("printed no power");
    }
    return List.of(PowerReading.of(middle, Double.parseDouble(watts.group(1))));
  }

  private String run() throws PowerException, InterruptedException {
    Process process;
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("LC_ALL", "C");
      builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
      process = builder.start();
    } catch (IOException missing) {
      throw new PowerException(
          "cannot be asked: " + command.get(0) + " does not start; install package ipmitool",
          missing);
    }
    try {
      // The output of a reading fits into a pipe, so the program need not be read while it runs.
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new PowerException("does not answer within " + limit.toMillis() / 1000.0 + " s");
      }
      try (InputStream output = process.getInputStream()) {
        String printed = new String(output.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        if (process.exitValue() != 0) {
          throw failure(printed);
        }
        return printed;
      }
    } catch (PowerException known) {
      throw known;
    } catch (IOException unreadable) {
      throw new PowerException("fails: " + unreadable.getMessage(), unreadable);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static PowerException failure(String printed) {
    String what = "fails: " + lastLine(printed);
    return REFUSED.matcher(printed).find() && !NOT_REFUSED.matcher(printed).find()
        ? PowerException.refusal(what + "; check user and secret")
        : new PowerException(what);
  }

  private static String lastLine(String printed) {
    List<String> lines = printed.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
    return lines.isEmpty() ? "without a message" : lines.get(lines.size() - 1);
  }

  @Override
  public void close() {
    // No process is left.
  }
}
