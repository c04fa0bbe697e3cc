// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.IOException;

/**
 * Has a command run by the session, in place of a JVM of its own: passes its arguments and standard
 * streams on, waits for the driver's end, and exits with its code. Signals go to the driver. Where
 * the session cannot serve the driver, this process becomes that of the launcher, which is told why
 * and runs the driver without the session.
 *
 * <p>This JVM lives for one command, so its start must be quick: no lambdas, no string templates,
 * few classes.
 */
public final class SessionClient {
  private static final String SHELL = "/bin/sh";
  private static final int FAILED = 1;

  private static final int PLACE = 0;
  private static final int LAUNCHER = 1;
  private static final int FIRST = 2;

  private final String[] arguments;
  private UnixSocket session;

  private SessionClient(String[] arguments) {
    this.arguments = arguments;
  }

  /**
   * Runs a command.
   *
   * @param arguments the session's socket, the launcher, and the command as typed; an empty
   *     launcher only tries the connection
   */
  public static void main(String[] arguments) {
    try {
      new SessionClient(arguments).run();
    } catch (LinkageError e) {
      System.err.println(
          "athanor run: the session cannot be used: "
              .concat(String.valueOf(e.getMessage()))
              .concat("; start it anew, or set ATHANOR_SESSION=off"));
      Runtime.getRuntime().halt(FAILED);
    }
  }

  private void run() {
    String refusal;
    try {
      session = UnixSocket.connect(arguments[PLACE]);
      session.send(request(), 0, 1, 2);
      refusal = await();
    } catch (IOException e) {
      refusal = "the session does not answer: ".concat(String.valueOf(e.getMessage()));
    }
    runWithout(refusal);
  }

  private Message request() {
    String[] words = new String[arguments.length];
    words[0] = arguments[LAUNCHER];
    words[1] = Integer.toString(Libc.columns(2));
    System.arraycopy(arguments, FIRST, words, 2, arguments.length - FIRST);
    return Message.of(Message.Kind.RUN, words);
  }

  /** Returns why the driver has not been started; if it has been, this process ends with it. */
  private String await() throws IOException {
    Message answer = session.receive();
    if (answer.kind() == Message.Kind.REFUSED) {
      return answer.word();
    }
    try {
      Runtime.getRuntime().addShutdownHook(new Signals(session));
    } catch (IllegalStateException e) {
      // A signal has come before. It ends this JVM, with its exit code, and so the driver.
      awaitEnd();
    }
    // Without a terminal there is no Ctrl-Z, and a script's commands start sooner.
    if (Libc.columns(0) > 0 || Libc.columns(1) > 0 || Libc.columns(2) > 0) {
      StopSignals.passTo(session);
    }
    try {
      while (answer.kind() != Message.Kind.EXITED) {
        answer = session.receive();
      }
      // Not System.exit, which would wait for the hook, which waits for this.
      Runtime.getRuntime().halt(Integer.parseInt(answer.word()));
    } catch (IOException e) {
      System.err.println(
          "athanor run: the session has ended, and the driver with it; see athanor session status");
      Runtime.getRuntime().halt(FAILED);
    }
    return "";
  }

  /** Waits for the end of the JVM. */
  private static void awaitEnd() {
    while (true) {
      try {
        Thread.sleep(Long.MAX_VALUE);
      } catch (InterruptedException e) {
        // Nobody interrupts threads of this JVM.
      }
    }
  }

  private void runWithout(String reason) {
    if (session != null) {
      session.close();
    }
    if (arguments[LAUNCHER].isEmpty()) {
      rehearse();
      return;
    }
    String[] words = new String[arguments.length - FIRST + 4];
    words[0] = SHELL;
    words[1] = arguments[LAUNCHER];
    words[2] = "--without-session";
    words[3] = reason;
    System.arraycopy(arguments, FIRST, words, 4, arguments.length - FIRST);
    try {
      Libc.execute(SHELL, words);
    } catch (IOException e) {
      System.err.println("athanor run: ".concat(SHELL).concat(": ").concat(e.getMessage()));
    }
    Runtime.getRuntime().halt(FAILED);
  }

  /** Loads what this run has not needed, so that the archive of classes has it. */
  private void rehearse() {
    Thread unused = new Signals(session);
    StopSignals.passTo(session);
    Object words = Libc.words(SHELL);
    if (words == null) {
      System.err.println();
    }
  }

  /**
   * Runs when the JVM is told to end, by Ctrl-C for example: tells the driver, and waits for it.
   */
  private static final class Signals extends Thread {
    private static final String[] NAMES = {"SIGHUP", "SIGINT", "SIGTERM"};
    private static final int[] NUMBERS = {1, 2, 15};

    private final UnixSocket session;

    Signals(UnixSocket session) {
      this.session = session;
    }

    @Override
    public void run() {
      try {
        session.send(Message.of(Message.Kind.SIGNAL, Integer.toString(number())));
      } catch (IOException e) {
        Runtime.getRuntime().halt(FAILED);
      }
      // The main thread ends the JVM when the driver has ended.
      awaitEnd();
    }

    /** The JVM has a thread for the signal, which is named after it. */
    private static int number() {
      Thread[] threads = new Thread[64];
      ThreadGroup group = Thread.currentThread().getThreadGroup();
      while (group.getParent() != null) {
        group = group.getParent();
      }
      int count = group.enumerate(threads);
      for (int i = 0; i < count; i++) {
        for (int j = 0; j < NAMES.length; j++) {
          if (threads[i].getName().equals(NAMES[j].concat(" handler"))) {
            return NUMBERS[j];
          }
        }
      }
      return NUMBERS[NUMBERS.length - 1];
    }
  }
}
