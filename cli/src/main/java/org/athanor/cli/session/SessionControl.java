// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.engine.files.TrustedPlace;

/** Starts a session, asks it, and ends it. */
public final class SessionControl {
  private static final String PRIVATE = "rwx------";

  private final SessionPlace place;

  public SessionControl(SessionPlace place) {
    this.place = place;
  }

  /** Whether a session takes connections. */
  public boolean runs() {
    try {
      UnixSocket.connect(place.socket()).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Starts a session, and waits until an engine is ready.
   *
   * @param launcher of the clients that it serves
   * @param engines how many
   * @param idleSeconds after which it ends if no driver runs
   * @param command of an engine: a Java, its options, {@code -cp}, a class path, the main class
   * @return why it has not started; empty if it has
   */
  public Optional<String> start(
      String launcher, int engines, long idleSeconds, List<String> command)
      throws IOException, InterruptedException {
    makeDirectory();
    List<String> words = new ArrayList<>();
    words.add(command.get(0));
    words.addAll(List.of("-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    words.add(command.get(command.indexOf("-cp") + 1));
    words.add(Keeper.class.getName());
    words.addAll(
        List.of(
            place.directory().toString(),
            launcher,
            Integer.toString(engines),
            Long.toString(idleSeconds)));
    words.addAll(command);
    File log = place.log().toFile();
    Process keeper =
        new ProcessBuilder(words)
            .directory(place.directory().toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(log))
            .start();
    try (BufferedReader said = keeper.inputReader(UTF_8)) {
      if (!Keeper.LISTENS.equals(said.readLine())) {
        return Optional.of("the session has not started: " + reason());
      }
    }
    try {
      return ask(Message.of(Message.Kind.STATUS, Keeper.WHEN_READY)).kind() == Message.Kind.ANSWER
          ? Optional.empty()
          : Optional.of("no engine has become ready: " + reason());
    } catch (IOException e) {
      return Optional.of("no engine has become ready: " + reason());
    }
  }

  /** The last line of the log, and where the others are. */
  private String reason() throws IOException {
    List<String> lines = Files.exists(place.log()) ? Files.readAllLines(place.log()) : List.of();
    return (lines.isEmpty() ? "it says nothing" : lines.get(lines.size() - 1))
        + " (all of it is in "
        + place.log()
        + ")";
  }

  private void makeDirectory() throws IOException {
    Path directory = place.directory();
    TrustedPlace.make(directory, "XDG_CACHE_HOME");
    String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(directory));
    if (!permissions.equals(PRIVATE)) {
      throw new IOException(
          directory + ": has the permissions " + permissions + "; must be " + PRIVATE);
    }
    int owner = (Integer) Files.getAttribute(directory, "unix:uid");
    if (owner != Libc.user()) {
      throw new IOException(
          directory + ": belongs to user " + owner + "; must be of user " + Libc.user());
    }
  }

  /** Returns lines about the session and its engines. */
  public List<String> status() throws IOException {
    return ask(Message.of(Message.Kind.STATUS)).words();
  }

  /**
   * Ends the session, and waits for that.
   *
   * @param force whether drivers that run are ended, too
   * @return false if drivers run
   */
  public boolean stop(boolean force) throws IOException {
    try (UnixSocket session = UnixSocket.connect(place.socket())) {
      Message question = Message.of(Message.Kind.STOP, force ? Keeper.FORCE : "");
      boolean stops = ask(session, question).kind() == Message.Kind.ANSWER;
      if (stops) {
        awaitEnd(session);
      }
      return stops;
    }
  }

  /** The keeper's end closes the connection; until then, no other session can start. */
  private static void awaitEnd(UnixSocket session) {
    try {
      Message unused = session.receive();
    } catch (IOException e) {
      // It has ended.
      return;
    }
  }

  private Message ask(Message question) throws IOException {
    try (UnixSocket session = UnixSocket.connect(place.socket())) {
      return ask(session, question);
    }
  }

  private static Message ask(UnixSocket session, Message question) throws IOException {
    try {
      session.send(question);
      return session.receive();
    } catch (IOException e) {
      throw new IOException(
          "the session, process "
              + session.process()
              + ", does not answer as one of this version ("
              + e.getMessage()
              + "); end that process",
          e);
    }
  }
}
