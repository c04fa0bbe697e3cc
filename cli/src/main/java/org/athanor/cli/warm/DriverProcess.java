// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.cli.session.DriverRequest;
import org.athanor.cli.session.Libc;

/**
 * Makes this process that of a driver: its standard streams are the driver's own descriptors, and
 * so are those that children inherit; environment and working directory change for native code, for
 * the JDK and for children. The JDK keeps copies of both in private fields, which are changed by
 * reflection; where a release of Java has others, this class says so before a driver runs.
 */
final class DriverProcess {
  private static final String DIRECTORY_KEY = "user.dir";

  /** The JDK's own size for these streams. */
  private static final int OUTPUT_BUFFER = 128;

  /** Of an engine between drivers: its files are its owner's only. */
  private static final int OWN_UMASK = 077;

  private DriverProcess() {}

  /**
   * Takes over what belongs to a driver.
   *
   * @param streams its standard input, output and error; they stay open
   * @throws IOException if the system or this Java does not allow it
   */
  static void enter(DriverRequest request, List<Integer> streams) throws IOException {
    redirect(streams);
    Libc.setUmask(request.umask());
    setEnvironment(request.environment());
    changeDirectory(request.directory());
  }

  /**
   * Takes back all but the streams: neither another driver nor a child finds the driver's
   * environment, and its working directory is not in use any more. The C library and Java's heap
   * keep copies of what a variable was until the memory is used again, or the process ends.
   *
   * @param environment the variables of this JVM
   */
  static void leave(Map<String, String> environment) throws IOException {
    setEnvironment(environment);
    changeDirectory("/");
    Libc.setUmask(OWN_UMASK);
  }

  /** Gives the descriptors 0 to 2 other files, and Java new streams for them. */
  static void redirect(List<Integer> streams) throws IOException {
    for (int i = 0; i < streams.size(); i++) {
      Libc.duplicate(streams.get(i), i);
    }
    System.setIn(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
    System.setOut(printer(FileDescriptor.out, "stdout.encoding"));
    System.setErr(printer(FileDescriptor.err, "stderr.encoding"));
  }

  private static PrintStream printer(FileDescriptor descriptor, String key) {
    String encoding = System.getProperty(key, System.getProperty("sun." + key));
    Charset charset = encoding == null ? Charset.defaultCharset() : Charset.forName(encoding);
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(descriptor), OUTPUT_BUFFER), true, charset);
  }

  /** Whether the streams can be given to the next driver. */
  static boolean streamsAreOpen() {
    return FileDescriptor.in.valid() && FileDescriptor.out.valid() && FileDescriptor.err.valid();
  }

  static void setEnvironment(Map<String, String> environment) throws IOException {
    Libc.setEnvironment(environment.entrySet());
    try {
      Map<String, String> view = System.getenv();
      Field wrapped = field(view.getClass(), "m").orElseThrow();
      wrapped.setAccessible(true);
      @SuppressWarnings("unchecked") // as the JDK declares it
      Map<String, String> variables = (Map<String, String>) wrapped.get(view);
      variables.clear();
      variables.putAll(environment);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IOException("this Java does not let its environment be changed: " + e, e);
    }
    if (!System.getenv().equals(environment)) {
      throw new IOException("this Java does not let its environment be changed");
    }
  }

  static void changeDirectory(String directory) throws IOException {
    Libc.changeDirectory(directory);
    System.setProperty(DIRECTORY_KEY, directory);
    try {
      changeCopies(directory);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IOException("this Java does not let its working directory be changed: " + e, e);
    }
    if (!new File("x").getAbsolutePath().equals(new File(directory, "x").getPath())
        || !Path.of("x").toAbsolutePath().equals(Path.of(directory, "x"))) {
      throw new IOException("this Java does not let its working directory be changed");
    }
  }

  private static void changeCopies(String directory) throws ReflectiveOperationException {
    for (Field field : File.class.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers())
          && field.getType().getName().equals("java.io.FileSystem")) {
        field.setAccessible(true);
        set(field.get(null), "userDir", directory);
      }
    }
    Object files = FileSystems.getDefault();
    set(files, "defaultDirectory", bytes(Path.of(directory)));
    set(files, "needToResolveAgainstDefaultDirectory", false);
  }

  /** A path as the JDK gives it to the system. */
  private static byte[] bytes(Path path) {
    return path.toString().getBytes(Charset.forName(System.getProperty("sun.jnu.encoding")));
  }

  private static void set(Object object, String name, Object value)
      throws ReflectiveOperationException {
    Optional<Field> field = field(object.getClass(), name);
    if (field.isPresent()) {
      field.get().setAccessible(true);
      field.get().set(object, value);
    }
  }

  private static Optional<Field> field(Class<?> type, String name) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      Optional<Field> found =
          Arrays.stream(owner.getDeclaredFields())
              .filter(field -> field.getName().equals(name))
              .findFirst();
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }
}
