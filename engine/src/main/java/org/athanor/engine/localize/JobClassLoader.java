// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.sql.Driver;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Loads the classes of a job's class path anew, so that their static state belongs to whoever owns
 * this loader. Classes of the JDK and of the framework ({@link FrameworkClasses}) come from the
 * parent, as does everything that the job did not bring; but {@link DatabaseFormats} are loaded
 * anew if the job brings the driver. Resources: the job's first, except Hadoop's and Log4j's
 * settings. Calls of what a JVM allows once are redirected ({@link RedirectedCalls}).
 */
final class JobClassLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final String[] MAYBE_JDK = {
    "javax.", "jdk.", "sun.", "com.sun.", "org.w3c.dom.", "org.xml.sax.", "org.ietf.jgss."
  };
  private static final Pattern SETTINGS =
      Pattern.compile(
          "(core|hdfs|hdfs-rbf|yarn|mapred|resource-types)-(default|site)\\.xml|log4j.*");

  private final FrameworkClasses framework;
  private final Predicate<String> parentFirst;
  private final OpenJars jars = new OpenJars();

  /** Whether it has {@link DatabaseFormats} of its own. */
  private final boolean databases;

  private volatile boolean jdbcDrivers;

  /**
   * @param parentFirst classes that the job wants from the parent if that has them
   * @param driver {@link DatabaseFormats#driver}
   */
  JobClassLoader(
      String name,
      List<URL> urls,
      ClassLoader parent,
      FrameworkClasses framework,
      Predicate<String> parentFirst,
      String driver) {
    super(name, urls.toArray(URL[]::new), parent);
    this.framework = framework;
    this.parentFirst = parentFirst;
    this.databases = !driver.isEmpty() && findResource(file(driver)) != null;
  }

  private static String file(String className) {
    return className.replace('.', '/') + ".class";
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        URL own = find(name, file(name));
        loaded = own == null ? getParent().loadClass(name) : define(name, own);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  /** Finds a class that is loaded anew; null if it is the parent's. */
  private URL find(String name, String file) {
    if (databases && DatabaseFormats.contain(name)) {
      return getParent().getResource(file);
    }
    URL own = name.startsWith("java.") ? null : findResource(file);
    return own != null && isOurs(name, file) ? own : null;
  }

  private Class<?> define(String name, URL found) throws ClassNotFoundException {
    try (InputStream in = jars.open(found)) {
      byte[] bytes = RedirectedCalls.in(in.readAllBytes());
      URL source = JobClasses.root(found, file(name));
      definePackageOf(name, found, source);
      Class<?> defined =
          defineClass(name, bytes, 0, bytes.length, new CodeSource(source, (Certificate[]) null));
      if (Driver.class.isAssignableFrom(defined)) {
        jdbcDrivers = true;
      }
      return defined;
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /** With what the jar's manifest says of it. */
  private void definePackageOf(String className, URL found, URL source) throws IOException {
    String name = className.substring(0, Math.max(0, className.lastIndexOf('.')));
    if (name.isEmpty() || getDefinedPackage(name) != null) {
      return;
    }
    try {
      definePackage(name, jars.manifest(found), source);
    } catch (IllegalArgumentException e) {
      // Another thread has defined it in between.
    }
  }

  /** Whether a class that the job brings is loaded anew. */
  private boolean isOurs(String name, String file) {
    return !isJdk(name, file)
        && !framework.contains(name)
        && (!parentFirst.test(name) || getParent().getResource(file) == null);
  }

  private static boolean isJdk(String name, String file) {
    for (String prefix : MAYBE_JDK) {
      if (name.startsWith(prefix)) {
        return getPlatformClassLoader().getResource(file) != null;
      }
    }
    return false;
  }

  @Override
  public URL getResource(String name) {
    boolean settings = SETTINGS.matcher(name).matches();
    URL first = settings ? getParent().getResource(name) : findResource(name);
    if (first != null) {
      return first;
    }
    return settings ? findResource(name) : getParent().getResource(name);
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    URL found = getResource(name);
    try {
      return found == null ? null : jars.open(found);
    } catch (IOException e) {
      return null; // as the JDK's loaders
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (jdbcDrivers) {
        deregisterDrivers();
      }
      super.close();
    } finally {
      jars.close();
    }
  }

  private void deregisterDrivers() throws IOException {
    String name = JdbcDrivers.class.getName();
    try {
      URL found = JdbcDrivers.class.getResource(JdbcDrivers.class.getSimpleName() + ".class");
      define(name, found).getMethod("deregister").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IOException("its JDBC drivers stay registered: " + e, e);
    }
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    Map<String, URL> found = new LinkedHashMap<>();
    boolean settings = SETTINGS.matcher(name).matches();
    add(found, settings ? getParent().getResources(name) : findResources(name));
    add(found, settings ? findResources(name) : getParent().getResources(name));
    return Collections.enumeration(found.values());
  }

  private static void add(Map<String, URL> found, Enumeration<URL> urls) {
    while (urls.hasMoreElements()) {
      URL url = urls.nextElement();
      found.putIfAbsent(url.toString(), url);
    }
  }
}
