// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.cert.Certificate;
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
 * parent, as does everything that the job did not bring. Resources: the job's first, except
 * Hadoop's and Log4j's settings. Calls of what a JVM allows once are redirected ({@link
 * RedirectedCalls}).
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

  /**
   * @param parentFirst classes that the job wants from the parent if that has them
   */
  JobClassLoader(
      String name,
      List<URL> urls,
      ClassLoader parent,
      FrameworkClasses framework,
      Predicate<String> parentFirst) {
    super(name, urls.toArray(URL[]::new), parent);
    this.framework = framework;
    this.parentFirst = parentFirst;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        String file = name.replace('.', '/') + ".class";
        URL own = name.startsWith("java.") ? null : findResource(file);
        loaded =
            own != null && isOurs(name, file)
                ? define(name, file, own)
                : getParent().loadClass(name);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  private Class<?> define(String name, String file, URL found) throws ClassNotFoundException {
    try (InputStream in = jars.open(found)) {
      byte[] bytes = RedirectedCalls.in(in.readAllBytes());
      URL source = JobClasses.root(found, file);
      definePackageOf(name, found, source);
      return defineClass(
          name, bytes, 0, bytes.length, new CodeSource(source, (Certificate[]) null));
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
      super.close();
    } finally {
      jars.close();
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
