// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.athanor.scheduler.run.WorkflowTree;

/**
 * Requests to the leader, as files in a directory that only the owner can use: so who may write
 * there may ask, and a request survives a leader that ends. A file gets its name when it is whole.
 *
 * @param directory of the requests
 */
public record Requests(Path directory) {
  private static final String SUFFIX = ".request";
  private static final String REFUSED = ".refused";
  private static final String PARAMETER = "parameter.";
  private static final String ASKED = "asked";

  /** Older requests are refused: whoever asked has given up, or asked again. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** What can be asked for. */
  public enum Action {
    /** Begin a run. */
    SUBMIT,
    /** Go on with a run that has ended. */
    RETRY,
    /** End a run. */
    KILL,
    /** End a run also if it is left alone. */
    ABANDON,
    /** Add the schedule of a workflow file. */
    ADD,
    /** Remove a schedule. */
    REMOVE,
    /** Pause a schedule. */
    PAUSE,
    /** Resume a schedule. */
    RESUME
  }

  /**
   * Asks; returns the name of the request.
   *
   * @param run name of the run, or of the schedule
   */
  public String ask(Action action, String run, Optional<Path> file, Map<String, String> parameters)
      throws IOException {
    Properties text = new Properties();
    text.setProperty("action", action.name());
    text.setProperty("run", run);
    Instant now = Instant.now();
    text.setProperty(ASKED, now.toString());
    file.ifPresent(path -> text.setProperty("file", path.toString()));
    parameters.forEach((name, value) -> text.setProperty(PARAMETER + name, value));
    StringWriter writer = new StringWriter();
    text.store(writer, null);
    // Names sort by time.
    String name = String.format(Locale.ROOT, "%015d-%s", now.toEpochMilli(), UUID.randomUUID());
    Path whole = directory.resolve(name + SUFFIX);
    Path part = directory.resolve(name + ".part");
    Files.writeString(part, writer.toString(), StandardOpenOption.CREATE_NEW);
    Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
    return name;
  }

  /** Whether the leader has not looked at a request yet. */
  public boolean isOpen(String name) {
    return Files.exists(directory.resolve(name + SUFFIX));
  }

  /** Takes a request back that nobody has looked at. */
  public void withdraw(String name) throws IOException {
    Files.deleteIfExists(directory.resolve(name + SUFFIX));
  }

  /** Why a request was refused; empty if it was not. The answer is removed. */
  public Optional<String> refusal(String name) throws IOException {
    Path file = directory.resolve(name + REFUSED);
    try {
      String text = Files.readString(file);
      Files.delete(file);
      return Optional.of(text);
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  /**
   * Does what is asked for, in the order of the requests. On the thread of the scheduler's work.
   *
   * @throws IOException if the directory cannot be read
   */
  public void serve(Scheduler scheduler) throws IOException {
    TreeSet<Path> files = new TreeSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
      all.forEach(files::add);
    }
    for (Path file : files) {
      CompletableFuture<Void> done;
      try {
        done = serve(scheduler, file);
      } catch (IOException | RuntimeException refused) {
        done = CompletableFuture.failedFuture(refused);
      }
      if (done.isDone()) {
        answer(file, done);
      } else {
        CompletableFuture<Void> later = done;
        var unused =
            done.whenComplete((nothing, failure) -> scheduler.later(() -> answer(file, later)));
      }
    }
  }

  /** What was asked for is in the journal, or refused. */
  private static void answer(Path file, CompletableFuture<Void> done) throws IOException {
    if (done.isCompletedExceptionally() && Files.exists(file)) {
      Throwable refused = done.handle((nothing, failure) -> failure).join();
      String name = file.getFileName().toString().replace(SUFFIX, REFUSED);
      String why = refused.getMessage() == null ? refused.toString() : refused.getMessage();
      Files.writeString(file.resolveSibling(name), why);
    }
    Files.deleteIfExists(file);
  }

  private static CompletableFuture<Void> serve(Scheduler scheduler, Path request)
      throws IOException {
    Properties text = new Properties();
    try (Reader in = Files.newBufferedReader(request, StandardCharsets.UTF_8)) {
      text.load(in);
    }
    String run = text.getProperty("run", "");
    Instant asked = Instant.parse(text.getProperty(ASKED, Instant.EPOCH.toString()));
    if (asked.plus(LONGEST).isBefore(Instant.now())) {
      throw new IOException(
          "run " + run + ": was asked for at " + asked + ", too long ago; give the command again");
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String key : text.stringPropertyNames()) {
      if (key.startsWith(PARAMETER)) {
        parameters.put(key.substring(PARAMETER.length()), text.getProperty(key));
      }
    }
    switch (Action.valueOf(text.getProperty("action", ""))) {
      case SUBMIT -> {
        Path file = Path.of(text.getProperty("file", ""));
        WorkflowTree tree = WorkflowTree.read(file, parameters);
        if (!tree.problems().isEmpty()) {
          throw new IOException(
              String.join("\n", tree.problems().stream().map(Object::toString).toList()));
        }
        scheduler.submit(run, file, parameters, tree);
      }
      case RETRY -> {
        return scheduler.retry(run);
      }
      case KILL -> scheduler.kill(run, "a user ended it");
      case ABANDON -> {
        return scheduler.abandon(run);
      }
      case ADD -> scheduler.add(Path.of(text.getProperty("file", "")), parameters);
      case REMOVE -> scheduler.remove(run);
      case PAUSE -> scheduler.pause(run, true);
      case RESUME -> scheduler.pause(run, false);
    }
    return CompletableFuture.completedFuture(null);
  }
}
