// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placement;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Holds what the storage daemon has granted, by a process {@code athanor storage request}. That
 * ends when its standard input does: when this is closed, or this JVM has ended, however that
 * happens. Nothing that goes wrong here makes a run fail.
 *
 * <p>It writes lines of a name, a space and a text; those before {@code ready} say what was
 * granted. {@link #close} may be called by any thread.
 */
public final class StorageHelper implements Closeable {
  /** The process has started, or has ended, at the latest after so long. */
  private static final int SPARE_SECONDS = 60;

  private static final int END_SECONDS = 10;

  /** No line of the process: those have no line break. */
  private static final Line END = new Line("\n", "");

  private final Process process;
  private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();
  private final Consumer<String> lost;

  /** Whether nobody takes lines any more: what the process still says is not kept. */
  private volatile boolean isDecided;

  private record Line(String name, String text) {
    static Line of(String line) {
      int space = line.indexOf(' ');
      return space < 0
          ? new Line(line, "")
          : new Line(line.substring(0, space), line.substring(space + 1));
    }
  }

  private StorageHelper(Process process, Consumer<String> lost) {
    this.process = process;
    this.lost = lost;
    Thread reader = new Thread(this::read, "athanor-storage");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts the process.
   *
   * @param launcher the script {@code athanor}
   * @param lost takes a line if what was granted is lost while the job runs, on another thread
   * @throws IOException if it cannot be started
   */
  public static StorageHelper start(Path launcher, StorageRequest request, Consumer<String> lost)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(launcher.toString());
    command.addAll(request.words());
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    // Those are for the JVM of the job: it may have a port for a debugger, and a large heap.
    builder.environment().keySet().removeAll(List.of("ATHANOR_OPTS", "ATHANOR_HEAP"));
    return new StorageHelper(builder.start(), lost);
  }

  private void read() {
    try (BufferedReader reader = process.inputReader(UTF_8)) {
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        Line line = Line.of(text);
        if (line.name().equals("lost")) {
          lost.accept(line.text());
        } else if (!isDecided) {
          lines.add(line);
        }
      }
    } catch (IOException e) {
      // It was stopped while it wrote.
    }
    lines.add(END);
  }

  /**
   * Waits for what becomes of the request.
   *
   * @param doing takes lines about the progress
   */
  public StorageUse await(StorageRequest request, Consumer<String> doing)
      throws InterruptedException {
    long end =
        System.nanoTime() + TimeUnit.SECONDS.toNanos((long) request.waitSeconds() + SPARE_SECONDS);
    Map<String, String> said = new HashMap<>();
    List<String> notes = new ArrayList<>();
    while (true) {
      Line line = lines.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      if (line == null) {
        return StorageUse.none(request.asked(), "athanor storage does not answer");
      }
      if (line.equals(END)) {
        return StorageUse.none(request.asked(), "athanor storage has ended without an answer");
      }
      switch (line.name()) {
        case "doing" -> doing.accept(line.text());
        case "note" -> notes.add(line.text());
        case "ready" -> {
          isDecided = true;
          return use(request.asked(), said, notes);
        }
        default -> said.put(line.name(), line.text());
      }
    }
  }

  private static StorageUse use(String asked, Map<String, String> said, List<String> notes) {
    return new StorageUse(
        asked,
        "true".equals(said.get("granted")),
        Optional.ofNullable(said.get("configuration")),
        Optional.ofNullable(said.get("tier")),
        said.getOrDefault("reason", ""),
        number(said, "prefetchedFiles"),
        number(said, "prefetchedBytes"),
        number(said, "reservedBytes"),
        notes);
  }

  private static long number(Map<String, String> said, String name) {
    String text = said.getOrDefault(name, "0");
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
  }

  /** Ends the request; waits a little until that is done. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended already.
    }
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
