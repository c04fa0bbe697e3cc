// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
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
import java.util.jar.Manifest;
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
        loaded = isOurs(name) ? findClass(name) : getParent().loadClass(name);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = getResourceAsStream(file)) {
      URL url = findResource(file);
      if (in == null || url == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = RedirectedCalls.in(in.readAllBytes());
      URL source = JobClasses.root(url, file);
      definePackageOf(name, url, source);
      return defineClass(
          name, bytes, 0, bytes.length, new CodeSource(source, (Certificate[]) null));
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /** With what the jar's manifest says of it. */
  private void definePackageOf(String className, URL url, URL source) throws IOException {
    String name = className.substring(0, Math.max(0, className.lastIndexOf('.')));
    if (name.isEmpty() || getDefinedPackage(name) != null) {
      return;
    }
    Manifest manifest =
        url.openConnection() instanceof JarURLConnection jar ? jar.getManifest() : null;
    try {
      definePackage(name, manifest == null ? new Manifest() : manifest, source);
    } catch (IllegalArgumentException e) {
      // Another thread has defined it in between.
    }
  }

  private boolean isOurs(String name) {
    if (name.startsWith("java.")) {
      return false;
    }
    String file = name.replace('.', '/') + ".class";
    if (findResource(file) == null) {
      return false;
    }
    if (isJdk(name, file) || framework.contains(name)) {
      return false;
    }
    return !parentFirst.test(name) || getParent().getResource(file) == null;
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
