// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.reflect.Field;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * What drivers find and change in a JVM, beside their own classes. Some of it is put back after
 * each driver ({@link #restore}); a driver that has changed the rest ends with its JVM ({@link
 * #obstacle}).
 */
final class JvmState {
  /** Default resources that a driver registers itself; see its class for them. */
  private static final Set<String> OF_DRIVERS =
      Set.of(
          "mapred-default.xml",
          "mapred-site.xml",
          "yarn-default.xml",
          "yarn-site.xml",
          "athanor-site.xml",
          "athanor-command-line.xml");

  private static final String TIME_ZONE = "user.timezone";

  /** Properties that classes of the JDK read once, such as the store of trusted certificates. */
  private static final Pattern OF_JDK = Pattern.compile("(?:javax\\.net|java|jdk|sun|user)\\.");

  /**
   * Those that are another one's for each driver, or that the JDK sets itself when it looks for the
   * time zone, which is compared.
   */
  private static final Set<String> NOT_FIXED = Set.of("user.dir", "user.name", TIME_ZONE);

  private final Properties properties;
  private final Set<String> late;
  private final List<String> defaultResources;
  private final Object deprecations;
  private final Set<Thread> hooks;
  private final Set<Object> files;
  private final List<Object> settings;

  private JvmState(Properties properties, Set<String> late) throws IOException {
    this.properties = properties;
    this.late = Set.copyOf(late);
    defaultResources = List.copyOf(resources());
    deprecations = deprecated().get();
    hooks = ExitHooks.ofJdk();
    files = ExitHooks.files();
    String zone = System.getProperty(TIME_ZONE);
    settings = settings();
    // That has fixed the zone, and the property.
    TimeZone.setDefault(null);
    if (zone == null) {
      System.clearProperty(TIME_ZONE);
    } else {
      System.setProperty(TIME_ZONE, zone);
    }
  }

  /**
   * Notes the state.
   *
   * @param properties the system's, as the next drivers will find them
   * @param late the default resources that classes of Hadoop have added, and no longer do
   * @throws IOException if this Java or this Hadoop does not show it
   */
  static JvmState now(Properties properties, Set<String> late) throws IOException {
    return new JvmState((Properties) properties.clone(), late);
  }

  @SuppressWarnings("unchecked") // as Hadoop declares it
  private static List<String> resources() throws IOException {
    return (List<String>) field("defaultResources");
  }

  @SuppressWarnings("unchecked") // as Hadoop declares it
  private static AtomicReference<Object> deprecated() throws IOException {
    return (AtomicReference<Object>) field("deprecationContext");
  }

  private static Object field(String name) throws IOException {
    try {
      Field field = Configuration.class.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(null);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IOException("this Hadoop has no Configuration." + name + ": " + e, e);
    }
  }

  /** What is compared, and not put back. */
  private static List<Object> settings() {
    return List.of(
        Locale.getDefault(),
        Locale.getDefault(Locale.Category.FORMAT),
        Locale.getDefault(Locale.Category.DISPLAY),
        TimeZone.getDefault(),
        List.of(Security.getProviders()).stream().map(Provider::getName).toList(),
        Optional.ofNullable(Thread.getDefaultUncaughtExceptionHandler()));
  }

  /** Says what a driver has left that only the end of the JVM removes. */
  Optional<String> obstacle() {
    try {
      Optional<String> foreign = ExitHooks.foreign();
      if (foreign.isPresent()) {
        return Optional.of("Hadoop is to run " + foreign.get() + " when the JVM ends");
      }
      if (!ExitHooks.ofJdk().equals(hooks)) {
        return Optional.of("a shutdown hook was registered");
      }
      if (!ExitHooks.files().equals(files)) {
        return Optional.of("files are to be deleted when the JVM ends");
      }
    } catch (IOException e) {
      return Optional.of(e.getMessage());
    }
    if (!settings().equals(settings)) {
      return Optional.of("a setting of the JVM was changed: locale, time zone, security provider");
    }
    Optional<String> property = changedProperty();
    if (property.isPresent()) {
      return Optional.of("the system property " + property.get() + " was changed");
    }
    return holdsLock() ? Optional.of("its main thread holds a lock") : Optional.empty();
  }

  /** Returns a property that the JDK may have read for the whole JVM and that has another value. */
  private Optional<String> changedProperty() {
    Properties now = System.getProperties();
    Set<String> names = new TreeSet<>(properties.stringPropertyNames());
    names.addAll(now.stringPropertyNames());
    return names.stream()
        .filter(name -> OF_JDK.matcher(name).lookingAt() && !NOT_FIXED.contains(name))
        .filter(name -> !Objects.equals(properties.getProperty(name), now.getProperty(name)))
        .findFirst();
  }

  /** A thread that never goes on must not keep others waiting. */
  private static boolean holdsLock() {
    ThreadInfo[] found =
        ManagementFactory.getThreadMXBean()
            .getThreadInfo(new long[] {Thread.currentThread().getId()}, true, true);
    return found[0] != null
        && (found[0].getLockedMonitors().length > 0
            || found[0].getLockedSynchronizers().length > 0);
  }

  /** Returns the default resources that something else than a driver has added to Hadoop's. */
  List<String> addedResources() throws IOException {
    List<String> added = new ArrayList<>(resources());
    added.removeAll(defaultResources);
    added.removeAll(OF_DRIVERS);
    added.removeAll(late);
    return added;
  }

  /** Puts back what can be put back. */
  void restore() throws IOException {
    System.setProperties((Properties) properties.clone());
    List<String> resources = resources();
    resources.clear();
    resources.addAll(defaultResources);
    deprecated().set(deprecations);
    UserGroupInformation.reset();
    FileSystem.clearStatistics();
    GlobalStorageStatistics.INSTANCE.reset();
    // Whoever asks first finds the zone that the property user.timezone names then.
    TimeZone.setDefault(null);
  }
}
