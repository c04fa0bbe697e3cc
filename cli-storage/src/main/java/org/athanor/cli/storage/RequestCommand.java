// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.region.Answer;
import org.athanor.tiering.region.HdfsRequestBox;
import org.athanor.tiering.region.PostedRequest;
import org.athanor.tiering.serve.ClaimHolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/**
 * The part of {@code athanor run --storage} that needs the catalogue and the daemon: a process of
 * its own, so that their libraries are not on the class path of the driver. Writes what becomes of
 * the request to standard output, a line each: a name, a space, a text. After {@code ready} it
 * holds the request until its standard input ends, as it does when the job's process ends, however
 * that ends.
 */
@Command(
    mixinStandardHelpOptions = true,
    name = "request",
    hidden = true,
    description = "Asks the daemon for SSDs; for athanor run --storage.",
    versionProvider = Version.class)
final class RequestCommand implements Callable<Integer> {
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final Duration RENEW_EVERY = Duration.ofSeconds(10);

  @ParentCommand private StorageCommand storage;

  @Option(names = "--storage", required = true, paramLabel = "<configuration>")
  private String asked;

  @Option(names = "--application", required = true, paramLabel = "<name>")
  private String application;

  @Option(names = "--input", paramLabel = "<path>")
  private List<String> inputs = List.of();

  @Option(names = "--wait", paramLabel = "<seconds>", defaultValue = "120")
  private int waitSeconds;

  @Option(names = "--requests", paramLabel = "<path>", defaultValue = HdfsRequestBox.DIRECTORY)
  private String requests;

  @Mixin private HdfsOptions cluster;

  @Parameters(arity = "0..*", paramLabel = "ARG", description = "The driver's arguments.")
  private List<String> arguments = List.of();

  @Override
  public Integer call() throws InterruptedException {
    Optional<StorageConfiguration> wanted = StorageConfiguration.of(asked);
    try (StandardInput input = new StandardInput()) {
      try {
        cluster.run(
            (client, hdfs) -> {
              request(client, hdfs, wanted, input);
              return ExitCode.SUCCESS;
            });
      } catch (IOException | UsageException e) {
        if (e instanceof IOException failure) {
          Failures.throwIfInterrupted(failure);
        }
        String text = e.getMessage() == null ? e.toString() : e.getMessage();
        alone(wanted, text.lines().findFirst().orElse(""));
      }
    }
    return ExitCode.SUCCESS;
  }

  private void request(
      FileSystem client,
      HadoopHdfs hdfs,
      Optional<StorageConfiguration> wanted,
      StandardInput input)
      throws IOException, UsageException, InterruptedException {
    DistributedFileSystem files = (DistributedFileSystem) client;
    say("doing", "looking at the input");
    JobQuestion question =
        JobQuestion.of(
            application,
            wanted,
            hdfs,
            inputs.isEmpty() ? JobPaths.existing(files, arguments) : inputs);
    if (ClaimHolder.of(files).isEmpty()) {
      alone(wanted, "no daemon works on this HDFS (athanor storage serve --region-size)");
      return;
    }
    PostedRequest posted;
    try {
      posted = PostedRequest.post(files, requests, question.request());
    } catch (FileNotFoundException e) {
      alone(wanted, "the daemon takes no requests (athanor storage serve --region-size)");
      return;
    }
    try (posted) {
      Optional<Answer> answer = await(posted, input);
      if (answer.isEmpty()) {
        alone(wanted, "the daemon has not granted it within " + waitSeconds + " s");
        return;
      }
      question.notes().forEach(note -> say("note", note));
      answer.get().notes().forEach(note -> say("note", note));
      if (answer.get().state() == Answer.State.REFUSED) {
        say("granted", "false");
        say("reason", answer.get().reason());
        say("ready", "");
        return;
      }
      say(answer.get());
      hold(posted, input);
    }
  }

  /** What can be done without the daemon: where intermediate data goes is the job's own setting. */
  private void alone(Optional<StorageConfiguration> wanted, String reason) {
    say("granted", "false");
    say("reason", reason);
    wanted.ifPresent(configuration -> say("tier", tier(configuration)));
    say("ready", "");
  }

  private void say(Answer answer) {
    say("granted", "true");
    say("configuration", answer.configuration().id());
    say("tier", tier(answer.configuration()));
    say("reason", answer.reason());
    say("prefetchedFiles", String.valueOf(answer.prefetchedFiles()));
    say("prefetchedBytes", String.valueOf(answer.prefetchedBytes()));
    say("reservedBytes", String.valueOf(answer.reservedBytes()));
    say("ready", "");
  }

  private static String tier(StorageConfiguration configuration) {
    return configuration.intermediateOnSsd() ? "ssd" : "disk";
  }

  private void say(String name, String text) {
    storage.out().println(name + " " + text.replaceAll("\\p{Cntrl}", "?"));
    storage.out().flush();
  }

  /** Waits for an answer that is final; empty if there is none in time, or the job has ended. */
  private Optional<Answer> await(PostedRequest posted, StandardInput input)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(waitSeconds);
    long renewal = System.nanoTime() + RENEW_EVERY.toNanos();
    say("doing", "waiting for the storage daemon");
    boolean isCopying = false;
    String waitsFor = "";
    while (System.nanoTime() - end < 0) {
      Optional<Answer> answer = Optional.empty();
      try {
        answer = posted.answer();
        if (System.nanoTime() - renewal >= 0) {
          posted.renew();
          renewal = System.nanoTime() + RENEW_EVERY.toNanos();
        }
      } catch (FileNotFoundException e) {
        throw new IOException("the daemon has ended the request", e);
      } catch (IOException e) {
        Failures.throwIfInterrupted(e);
        // HDFS may answer the next time, and an answer that is being replaced can then be read.
        say("doing", "asking again: " + Failures.message(e));
      }
      if (answer.isPresent() && answer.get().state().isFinal()) {
        return answer;
      }
      if (answer.isPresent()
          && answer.get().state() == Answer.State.WAITING
          && !answer.get().reason().equals(waitsFor)) {
        waitsFor = answer.get().reason();
        say("doing", "the storage daemon waits: " + waitsFor);
      }
      if (answer.isPresent() && answer.get().state() == Answer.State.PREFETCHING && !isCopying) {
        isCopying = true;
        say(
            "doing",
            "copying "
                + answer.get().prefetchedFiles()
                + " files, "
                + Amounts.size(answer.get().prefetchedBytes())
                + ", to SSDs");
      }
      if (input.awaitEnd(LOOK_EVERY)) {
        break;
      }
    }
    return Optional.empty();
  }

  /** Renews the request until the job ends. */
  private void hold(PostedRequest posted, StandardInput input) throws InterruptedException {
    while (!input.awaitEnd(RENEW_EVERY)) {
      try {
        posted.renew();
      } catch (FileNotFoundException e) {
        say("lost", "the daemon has ended the request: the job runs on, its input may leave SSDs");
        input.awaitEnd();
        return;
      } catch (IOException e) {
        Failures.throwIfInterrupted(e);
        // The next time, HDFS may answer.
        say("doing", "renewing the request failed: " + Failures.message(e));
      }
    }
  }
}
