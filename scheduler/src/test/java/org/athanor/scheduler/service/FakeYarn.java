// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.FakeResourceManager;

/**
 * A YARN whose applications are programs of this machine. A job's driver submits one with {@link
 * #driver}; it goes on without its driver, and without the scheduler, as in a container. Each is a
 * directory with the name of its tag: file {@code number} is the last part of its identifier, file
 * {@code kill} ends it, and file {@code ended} says how it ended.
 *
 * <p>What must not happen is a line of the file {@code wrong} of the jobs' directory.
 */
final class FakeYarn implements AutoCloseable {
  /** Arguments: directory of applications, job, what the application does. */
  private static final String SUBMIT =
      """
      app=$1/$ATHANOR_SCHEDULE_ATTEMPT
      mkdir "$app" || { echo "$ATHANOR_SCHEDULE_ATTEMPT was started twice" >>wrong; exit 9; }
      setsid env -i PATH="$PATH" sh -c "$3" app "$app" "$2" >"$app/log" 2>&1 </dev/null &
      until [ -e "$app/number" ]; do sleep 0.02; done
      """;

  private static final String AWAIT =
      """
      until [ -e "$app/ended" ]; do sleep 0.02; done
      [ "$(cat "$app/ended")" = SUCCEEDED ]
      """;

  /** Says if it runs twice, or at once with another one of its job; writes one line. */
  private static final String WORK =
      """
      echo $$ >"$1/n" && mv "$1/n" "$1/number"
      mkdir "running-$2" || echo "$2 runs twice at once" >>wrong
      sleep 0.1
      echo x >>"done-$2"
      rmdir "running-$2"
      echo SUCCEEDED >"$1/e" && mv "$1/e" "$1/ended"
      """;

  /** Works until it is killed. */
  private static final String UNTIL_KILLED =
      """
      echo $$ >"$1/n" && mv "$1/n" "$1/number"
      until [ -e "$1/kill" ]; do sleep 0.02; done
      echo KILLED >"$1/e" && mv "$1/e" "$1/ended"
      """;

  private static final String TAG = "applicationTags=";

  private final Path directory;
  private final FakeResourceManager manager;

  /**
   * Begins to answer.
   *
   * @param directory for the applications
   */
  FakeYarn(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.manager = new FakeResourceManager();
    manager.answer(
        "/metrics",
        """
        {"clusterMetrics": {"totalMB": 9999999, "availableMB": 9999999,
          "totalVirtualCores": 9999, "availableVirtualCores": 9999, "activeNodes": 2}}
        """);
    manager.answer("/apps", this::list);
  }

  /** The cluster's lines in a file of clusters. */
  String cluster(String name) {
    return "  "
        + name
        + ": {kind: yarn, hadoop configuration: "
        + directory
        + ", resource manager: '"
        + manager.address()
        + "'}\n";
  }

  /**
   * The cluster's lines, with a history server that knows one application.
   *
   * @param status how it ended, such as {@code SUCCEEDED}
   */
  String clusterWithHistory(String name, String tag, String status) {
    manager.answer(
        "/ws/v1/applicationhistory/apps",
        String.format(
            Locale.ROOT,
            "{\"app\": [{\"appId\": \"application_1_0007\", \"applicationTags\": \"%s\","
                + " \"appState\": \"FINISHED\", \"finalAppStatus\": \"%s\", \"startedTime\": 1000,"
                + " \"finishedTime\": 4000}]}",
            tag,
            status));
    return cluster(name).replace("}\n", ", history server: '" + manager.address() + "'}\n");
  }

  /** Makes an application of an attempt that ended well. */
  void addSucceeded(String tag, int number) throws IOException {
    Path application = Files.createDirectory(directory.resolve(tag));
    Files.writeString(application.resolve("ended"), "SUCCEEDED");
    Files.writeString(application.resolve("number"), Integer.toString(number));
  }

  /** The driver of a job that does its work in an application, and waits for it. */
  String driver(String job) {
    return driver(job, SUBMIT + AWAIT, WORK);
  }

  /** The driver of a job whose application works until it is killed; it waits for it. */
  String endlessDriver(String job) {
    return driver(job, SUBMIT + AWAIT, UNTIL_KILLED);
  }

  /** The driver of a job that ends well when its application, which works on, was submitted. */
  String hastyDriver(String job) {
    return driver(job, SUBMIT, UNTIL_KILLED);
  }

  /** The command of a driver, as workflow files write it: a list of texts. */
  private String driver(String job, String script, String application) {
    return Stream.of("sh", "-c", script, "sh", directory.toString(), job, application)
        .map(word -> '"' + word.replace("\"", "\\\"").replace("\n", "\\n") + '"')
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** The applications that were submitted, by their directories. */
  List<Path> applications() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static Optional<String> text(Path file) throws IOException {
    return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
  }

  /** All applications, or those with a tag, of which there is one at most. */
  private void list(HttpExchange exchange) throws IOException {
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    int tag = query.indexOf(TAG);
    List<Path> asked =
        tag < 0
            ? applications()
            : List.of(directory.resolve(query.substring(tag + TAG.length()).split("&", 2)[0]));
    StringBuilder all = new StringBuilder();
    for (Path each : asked) {
      Optional<String> number = text(each.resolve("number"));
      if (number.isPresent()) {
        Optional<String> ended = text(each.resolve("ended"));
        boolean killed = ended.filter("KILLED"::equals).isPresent();
        all.append(all.isEmpty() ? "" : ",")
            .append(
                String.format(
                    Locale.ROOT,
                    "{\"id\": \"application_1_%s\", \"applicationTags\": \"%s\", \"state\": \"%s\","
                        + " \"finalStatus\": \"%s\", \"startedTime\": %d}",
                    number.get(),
                    each.getFileName(),
                    ended.isEmpty() ? "RUNNING" : killed ? "KILLED" : "FINISHED",
                    ended.orElse("UNDEFINED"),
                    Files.getLastModifiedTime(each.resolve("number")).toMillis()));
      }
    }
    FakeResourceManager.status(exchange, 200, "{\"apps\": {\"app\": [" + all + "]}}");
  }

  /** How often it was asked for the applications with a tag. */
  long questions() {
    return manager.requests.stream().filter(it -> it.contains(TAG)).count();
  }

  /** Lets its history server answer no more. */
  void breakHistory() {
    manager.answer(
        "/ws/v1/applicationhistory/apps",
        exchange -> FakeResourceManager.status(exchange, 503, "{}"));
  }

  /** How often its history server was asked. */
  long questionsAboutHistory() {
    return manager.requests.stream().filter(it -> it.contains("/applicationhistory/")).count();
  }

  /** What a scheduler does to the applications in a directory, which may be another process's. */
  static class Applications extends LocalSite {
    private final Path directory;

    Applications(Path directory) {
      this.directory = directory;
    }

    @Override
    public void kill(Cluster cluster, String application) throws IOException {
      try (Stream<Path> all = Files.list(directory)) {
        for (Path each : all.toList()) {
          if (text(each.resolve("number"))
              .filter(number -> application.endsWith("_" + number))
              .isPresent()) {
            Files.writeString(each.resolve("kill"), "");
          }
        }
      }
    }
  }

  @Override
  public void close() {
    manager.close();
  }
}
