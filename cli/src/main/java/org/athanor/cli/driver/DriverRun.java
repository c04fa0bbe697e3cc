// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.cli.usage.UsageException;
import org.athanor.engine.files.FileErrors;

/**
 * Runs a driver as {@code hadoop jar} would. It changes Hadoop's default resources, which belong to
 * the JVM: whoever runs another driver in the same JVM must put them back before.
 */
public final class DriverRun {
  private final DriverCall call;
  private final Method main;

  private DriverRun(DriverCall call, Method main) {
    this.call = call;
    this.main = main;
  }

  /**
   * Unpacks the jar's libraries, makes the settings known to Hadoop and finds the driver. Does not
   * run any of its code.
   *
   * @param site a Hadoop configuration directory whose files apply before the settings
   * @throws UsageException if the jar has no such class, or the class no main method, or if a key
   *     of Hadoop's that takes a number has none, in the driver's arguments or in a site file
   * @throws IOException if the jar cannot be unpacked
   */
  public static DriverRun prepare(
      DriverCall call, JobSettings settings, Optional<ConfigurationDirectory> site)
      throws UsageException, IOException {
    checkNumbers(call, settings, site);
    WorkDirectory directory = WorkDirectory.create();
    NamelessUser.giveName(directory.conf());
    List<URL> configuration = new ArrayList<>();
    configuration.add(WorkDirectory.url(directory.conf()));
    if (site.isPresent()) {
      configuration.add(WorkDirectory.url(site.get().path()));
    }
    ClassLoader loader = classLoader(call.jar().file(), directory, configuration);
    Thread.currentThread().setContextClassLoader(loader);
    DefaultResources.add(settings, site, directory.conf());
    return new DriverRun(call, mainMethod(call, loader));
  }

  /**
   * Sets the default resources that classes of Hadoop add when they are loaded, HDFS's for example.
   * In a JVM that has run another driver they are loaded already, and do not add them again.
   */
  public static void setResourcesOfLoadedClasses(List<String> names) {
    DefaultResources.setOfLoadedClasses(names);
  }

  /** Whether a class loader loads the classes of drivers. */
  public static boolean isOfDriver(ClassLoader loader) {
    return loader instanceof DriverClassLoader;
  }

  /** Hadoop's own message has the value but not the key. */
  private static void checkNumbers(
      DriverCall call, JobSettings settings, Optional<ConfigurationDirectory> site)
      throws UsageException {
    Map<String, String> definitions = definitions(call.arguments());
    HadoopNumbers.check("-D ", definitions);
    if (site.isPresent()) {
      Map<String, String> overridden = new HashMap<>(settings.values());
      overridden.putAll(definitions);
      site.get().checkNumbers(overridden);
    }
  }

  private static ClassLoader classLoader(Path jar, WorkDirectory directory, List<URL> configuration)
      throws IOException {
    try {
      JarFiles files = new JarFiles(jar, directory.unpacked());
      return new DriverClassLoader(
          configuration.toArray(URL[]::new),
          directory.classPath(jar, files).toArray(URL[]::new),
          files,
          DriverRun.class.getClassLoader());
    } catch (IOException e) {
      throw new IOException(
          "cannot unpack "
              + jar
              + " into "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + FileErrors.reason(e),
          e);
    }
  }

  private static Method mainMethod(DriverCall call, ClassLoader loader) throws UsageException {
    String where = " in " + call.jar().file();
    try {
      Method main =
          Class.forName(call.mainClass(), false, loader).getMethod("main", String[].class);
      if (!Modifier.isStatic(main.getModifiers())) {
        throw new UsageException(
            "MainClass=" + call.mainClass() + where + ": its main is not static");
      }
      return main;
    } catch (ClassNotFoundException e) {
      throw new UsageException("MainClass=" + call.mainClass() + ": no such class" + where, e);
    } catch (NoSuchMethodException e) {
      throw new UsageException(
          "MainClass=" + call.mainClass() + where + ": has no public static void main(String[])",
          e);
    } catch (LinkageError e) {
      throw new UsageException(
          "MainClass=" + call.mainClass() + where + ": cannot be loaded: " + e, e);
    }
  }

  /**
   * Runs the driver in this thread. It may end the JVM instead of returning.
   *
   * @throws Throwable what the driver threw
   */
  public void call() throws Throwable {
    try {
      main.invoke(null, (Object) call.arguments().toArray(String[]::new));
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  /** The {@code -D KEY=VALUE} in a driver's arguments, as Hadoop's tools read them. */
  static Map<String, String> definitions(List<String> arguments) {
    Map<String, String> definitions = new LinkedHashMap<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (!argument.startsWith("-D")) {
        continue;
      }
      boolean inNext = argument.equals("-D") && i + 1 < arguments.size();
      String definition = inNext ? arguments.get(++i) : argument.substring(2);
      int equals = definition.indexOf('=');
      if (equals > 0) {
        definitions.put(definition.substring(0, equals), definition.substring(equals + 1));
      }
    }
    return definitions;
  }
}
