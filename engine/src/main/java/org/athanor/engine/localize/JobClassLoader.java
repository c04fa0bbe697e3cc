// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.sql.Driver;
import java.util.Enumeration;
import org.athanor.engine.localize.TaskClassPath.ClassFile;

/**
 * Loads the classes of a task as a new JVM would ({@link TaskClassPath}), so that each loader has
 * its own static state. Only three kinds of classes come from the parent: the JDK's, {@link
 * SharedClasses}, and classes without a file, such as generated ones. Calls that affect the whole
 * JVM are redirected ({@link RedirectedCalls}).
 */
final class JobClassLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final TaskClassPath classPath;
  private final OpenJars jars = new OpenJars();

  private volatile boolean jdbcDrivers;

  JobClassLoader(String name, TaskClassPath classPath) {
    super(name, classPath.urls(), classPath.driver());
    this.classPath = classPath;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = load(name);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  private Class<?> load(String name) throws ClassNotFoundException {
    if (name.startsWith("java.")) {
      return getParent().loadClass(name);
    }
    Class<?> shared = SharedClasses.find(name);
    if (shared != null) {
      return shared;
    }
    ClassFile file = classPath.find(name);
    return file == null ? getParent().loadClass(name) : define(name, file);
  }

  private Class<?> define(String name, ClassFile file) throws ClassNotFoundException {
    try (InputStream in = jars.open(file.url())) {
      byte[] bytes = RedirectedCalls.in(in.readAllBytes());
      definePackageOf(name, file);
      Class<?> defined = defineClass(name, bytes, 0, bytes.length, codeSource(file.source()));
      if (Driver.class.isAssignableFrom(defined)) {
        jdbcDrivers = true;
      }
      return defined;
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static CodeSource codeSource(URL location) {
    return location == null ? null : new CodeSource(location, (Certificate[]) null);
  }

  /** Defines the package of a class, with the attributes of the jar's manifest. */
  private void definePackageOf(String className, ClassFile file) throws IOException {
    String name = className.substring(0, Math.max(0, className.lastIndexOf('.')));
    if (name.isEmpty() || getDefinedPackage(name) != null) {
      return;
    }
    try {
      definePackage(name, jars.manifest(file.url()), file.source());
    } catch (IllegalArgumentException e) {
      // Another thread has defined it meanwhile.
    }
  }

  @Override
  public URL getResource(String name) {
    return classPath.resource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return classPath.resources(name);
  }

  @Override
  public URL findResource(String name) {
    return classPath.resourceOfJob(name);
  }

  @Override
  public Enumeration<URL> findResources(String name) throws IOException {
    return classPath.resourcesOfJob(name);
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    URL found = getResource(name);
    try {
      return found == null ? null : jars.open(found);
    } catch (IOException e) {
      return null; // as the JDK's loaders do
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
      define(name, new ClassFile(found, null)).getMethod("deregister").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IOException("JDBC drivers of the job stay registered: " + e, e);
    }
  }
}
