// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** A driver without jobs, which does what its first argument says with its process. */
public final class Acts {
  private static final int WRONG = 77;

  @SuppressWarnings("UnusedVariable") // it is left open
  private static FileOutputStream open;

  @SuppressWarnings("UnusedVariable") // it is kept
  private static byte[] kept;

  private Acts() {}

  /** Arguments: an act, and what it needs. */
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "show" -> show(args);
      case "exit" -> exit(Integer.parseInt(args[1]));
      case "exit-in-tool" -> System.exit(ToolRunner.run(new Exits(), args));
      case "exit-by-reflection" ->
          System.class.getMethod("exit", int.class).invoke(null, Integer.parseInt(args[1]));
      case "exit-in-thread" -> exitInThread(Integer.parseInt(args[1]));
      case "halt" -> Runtime.getRuntime().halt(Integer.parseInt(args[1]));
      case "leak-threads" -> leakThreads();
      case "exit-with" -> {
        kept = new byte[Integer.parseInt(args[1]) << 20];
        System.exit(3);
      }
      case "hook" -> {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        System.exit(4);
      }
      case "change" -> change();
      case "change-resources" -> Configuration.addDefaultResource("acts-site.xml");
      case "change-jvm" -> JvmSettings.change();
      case "leave-child" -> new ProcessBuilder("sleep", "3").inheritIO().start();
      case "leave-file" -> open = new FileOutputStream("left-open");
      case "close-output" -> {
        System.out.println("last");
        System.out.close();
      }
      case "throw" -> throw new IOException("thrown");
      case "child" -> child();
      case "wait" -> await("running");
      case "wait-with-child" -> await(Long.toString(new ProcessBuilder("cat").start().pid()));
      case "print" -> print(Integer.parseInt(args[1]));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void show(String... args) throws IOException {
    System.out.println("arguments " + String.join(",", args));
    System.out.println("directory " + System.getProperty("user.dir"));
    System.out.println("file " + new File("f").getAbsolutePath());
    System.out.println("path " + Path.of("f").toAbsolutePath());
    System.out.println("hadoop " + FileSystem.getLocal(new Configuration()).getWorkingDirectory());
    System.out.println("variable " + System.getenv("ACTS"));
    System.out.println("property " + System.getProperty("acts"));
    System.out.println("setting " + new Configuration().get("acts.setting"));
    System.out.println("locale " + Locale.getDefault());
    Files.writeString(Path.of("written"), "");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("input " + in.readLine());
    System.err.println("to standard error");
  }

  private static void exit(int code) {
    try {
      System.exit(code);
    } catch (Throwable e) {
      System.out.println("caught " + e);
      System.exit(WRONG);
    } finally {
      System.out.println("finally");
    }
  }

  /** Calls the exit below code of Hadoop's. */
  private static final class Exits implements Tool {
    @Override
    public int run(String[] args) {
      System.exit(Integer.parseInt(args[1]));
      return WRONG;
    }

    @Override
    public void setConf(Configuration conf) {}

    @Override
    public Configuration getConf() {
      return new Configuration(false);
    }
  }

  private static void exitInThread(int code) throws InterruptedException {
    Thread thread = new Thread(() -> System.exit(code));
    thread.start();
    thread.join();
  }

  private static void leakThreads() {
    for (int i = 0; i < 5; i++) {
      Thread thread = new Thread(LockSupport::park, "leaked-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    System.out.println("leaked");
  }

  /** In a class of its own: a session looks at the calls in the classes of a driver. */
  private static final class JvmSettings {
    static void change() {
      Locale.setDefault(Locale.GERMANY);
      System.setProperty("user.timezone", "Asia/Tokyo");
      System.out.println(
          "changed to " + Locale.getDefault() + " in " + TimeZone.getDefault().getID());
    }
  }

  private static void change() {
    System.setProperty("acts", "changed");
    System.setOut(System.err);
    System.out.println("changed");
  }

  private static void print(int lines) {
    for (int i = 0; i < lines; i++) {
      System.out.println("line " + i);
    }
    System.exit(System.out.checkError() ? 3 : 0);
  }

  /** A child that inherits the standard streams. */
  private static void child() throws IOException, InterruptedException {
    System.exit(
        new ProcessBuilder("sh", "-c", "pwd; echo \"$ACTS\"; cat; exit 5")
            .inheritIO()
            .start()
            .waitFor());
  }

  /** Tells the test that it runs, and goes on until it is ended. */
  private static void await(String told) throws IOException {
    Files.writeString(Path.of("pipe"), told + "\n");
    while (true) {
      LockSupport.park();
    }
  }
}
