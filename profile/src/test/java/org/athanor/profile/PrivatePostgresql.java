// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL server of the installed version. It listens on the loopback interface, requires a
 * password, and has its files in a temporary directory. It does not run as root; root starts it as
 * the user {@code postgres} or {@code nobody}.
 */
final class PrivatePostgresql {
  static final String PASSWORD = "for-this-test-only";
  private static final int TIMEOUT_SECONDS = 60;

  private final Path directory;
  private final Path programs;
  private final List<String> asUser;
  private final int port;

  private PrivatePostgresql(Path directory, Path programs, List<String> asUser, int port) {
    this.directory = directory;
    this.programs = programs;
    this.asUser = asUser;
    this.port = port;
  }

  /** Skips the test where PostgreSQL is not installed. */
  static PrivatePostgresql start() throws IOException, InterruptedException {
    Path programs =
        programs()
            .orElseGet(() -> abort("PostgreSQL is not installed (package postgresql): not tested"));
    // Not in the build's directory, which another user may not be able to reach.
    Path directory = Files.createTempDirectory(Path.of("/tmp"), "athanor-postgresql");
    List<String> asUser = List.of();
    if (System.getProperty("user.name").equals("root")) {
      String user = userExists("postgres") ? "postgres" : "nobody";
      UserPrincipal owner =
          directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user);
      Files.setOwner(directory, owner);
      asUser = List.of("runuser", "-u", user, "--");
    }
    PrivatePostgresql server = new PrivatePostgresql(directory, programs, asUser, freePort());
    boolean started = false;
    try {
      server.initialize();
      started = true;
      return server;
    } finally {
      if (!started) {
        server.stop();
      }
    }
  }

  private static boolean userExists(String name) throws IOException {
    return Files.readAllLines(Path.of("/etc/passwd")).stream()
        .anyMatch(line -> line.startsWith(name + ":"));
  }

  private static Optional<Path> programs() throws IOException {
    List<Path> candidates = new ArrayList<>();
    for (String entry : System.getenv("PATH").split(File.pathSeparator, -1)) {
      candidates.add(Path.of(entry));
    }
    Path debian = Path.of("/usr/lib/postgresql");
    if (Files.isDirectory(debian)) {
      try (Stream<Path> versions = Files.list(debian)) {
        versions.map(version -> version.resolve("bin")).forEach(candidates::add);
      }
    }
    return candidates.stream()
        .filter(path -> Files.isExecutable(path.resolve("initdb")))
        .filter(path -> Files.isExecutable(path.resolve("pg_ctl")))
        .findFirst();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void initialize() throws IOException, InterruptedException {
    Path password = Files.writeString(directory.resolve("password"), PASSWORD);
    run(
        "initdb",
        "--pgdata=" + data(),
        "--username=athanor",
        "--auth=scram-sha-256",
        "--pwfile=" + password,
        "--encoding=UTF8",
        "--locale=C.UTF-8",
        "--no-sync");
    run(
        "pg_ctl",
        "--pgdata=" + data(),
        "--log=" + directory.resolve("log"),
        "--wait",
        "--options=-h 127.0.0.1 -p " + port + " -k " + directory + " -F",
        "start");
  }

  private Path data() {
    return directory.resolve("data");
  }

  private void run(String program, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(asUser);
    command.add(programs.resolve(program).toString());
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("postgresql", ".log");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new AssertionError(program + ": " + Files.readString(output));
    }
    Files.delete(output);
  }

  String url(String database, String password) {
    return url(database, "athanor", password);
  }

  String url(String database, String user, String password) {
    return String.format(
        Locale.ROOT,
        "jdbc:postgresql://127.0.0.1:%d/%s?user=%s&password=%s",
        port,
        database,
        user,
        password);
  }

  void create(String database) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url("postgres", PASSWORD));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + database);
    }
  }

  void stop() throws IOException, InterruptedException {
    if (Files.exists(data().resolve("postmaster.pid"))) {
      run("pg_ctl", "--pgdata=" + data(), "--wait", "--mode=immediate", "stop");
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
