// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.db.DBConfiguration;
import org.apache.hadoop.security.authentication.client.AuthenticatedURL;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskClassLoadersTest {
  private static final Thread ONE = new Thread(() -> {}, "one");
  private static final Thread TWO = new Thread(() -> {}, "two");
  private static final String COUNTER = "public static int count; ";

  @TempDir Path root;

  /** Compiles one class and puts it into a jar, along with files of the given names. */
  private Path jar(String jarName, String className, String body, String... resources)
      throws IOException {
    Path classes = compile(jarName, className, body);
    Path jar = root.resolve(jarName);
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream file = new JarOutputStream(out);
        Stream<Path> walk = Files.walk(classes)) {
      for (Path path : walk.filter(p -> p.toString().endsWith(".class")).toList()) {
        file.putNextEntry(new JarEntry(classes.relativize(path).toString().replace('\\', '/')));
        Files.copy(path, file);
      }
      for (String resource : resources) {
        file.putNextEntry(new JarEntry(resource));
        file.write(("of " + jarName).getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }

  private Path compile(String name, String className, String body) throws IOException {
    int dot = className.lastIndexOf('.');
    Path classes = Files.createDirectories(root.resolve(name + "-classes"));
    Path source = classes.resolve(className.substring(dot + 1) + ".java");
    Files.writeString(
        source,
        "package "
            + className.substring(0, dot)
            + "; public class "
            + className.substring(dot + 1)
            + body);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int result =
        compiler.run(
            null,
            null,
            null,
            "-d",
            classes.toString(),
            "-cp",
            System.getProperty("java.class.path") + File.pathSeparator + classes,
            "-proc:none",
            source.toString());
    assertThat(result).isZero();
    return classes;
  }

  private static JobConf conf(ClassLoader application) {
    JobConf conf = new JobConf();
    conf.setClassLoader(application);
    return conf;
  }

  private static List<URL> urls(Path... paths) throws IOException {
    URL[] urls = new URL[paths.length];
    for (int i = 0; i < paths.length; i++) {
      urls[i] = paths[i].toUri().toURL();
    }
    return List.of(urls);
  }

  private static void setCount(ClassLoader loader, String className, int value) throws Exception {
    loader.loadClass(className).getField("count").setInt(null, value);
  }

  private static int count(ClassLoader loader, String className) throws Exception {
    return loader.loadClass(className).getField("count").getInt(null);
  }

  private static String text(URL url) throws IOException {
    try (InputStream in = url.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void eachThreadHasItsOwnStatics() throws Exception {
    Path jar = jar("job.jar", "com.acme.Words", "{ " + COUNTER + "}");
    ClassLoader application = getClass().getClassLoader();
    try (TaskClassLoaders loaders = TaskClassLoaders.create(conf(application), urls(jar))) {
      setCount(loaders.loaderFor(ONE), "com.acme.Words", 1);
      setCount(loaders.loaderFor(TWO), "com.acme.Words", 2);
      assertThat(count(loaders.loaderFor(ONE), "com.acme.Words")).isEqualTo(1);
      assertThat(count(loaders.loaderFor(TWO), "com.acme.Words")).isEqualTo(2);
      assertThat(loaders.loaderFor(ONE)).isSameAs(loaders.loaderFor(ONE));
      assertThat(loaders.isolates()).isTrue();
    }
  }

  @Test
  void aJobsOwnJnaIsUsedButNotItsCopyOfTheEnginesClasses() throws Exception {
    Path jna = jar("jna.jar", "com.sun.jna.Native", "{ " + COUNTER + "}");
    Path topology = jar("topology.jar", "org.athanor.topology.CpuSet", "{ " + COUNTER + "}");
    ClassLoader application = getClass().getClassLoader();
    try (TaskClassLoaders loaders =
        TaskClassLoaders.create(conf(application), urls(jna, topology))) {
      setCount(loaders.loaderFor(ONE), "com.sun.jna.Native", 1);
      assertThat(application.loadClass("com.sun.jna.Native"))
          .isNotSameAs(loaders.loaderFor(ONE).loadClass("com.sun.jna.Native"));
      assertThat(loaders.loaderFor(ONE).loadClass("org.athanor.topology.CpuSet"))
          .isSameAs(application.loadClass("org.athanor.topology.CpuSet"));
    }
  }

  @Test
  void staticsAreSeparateFromTheDriversToo() throws Exception {
    Path jar = jar("job.jar", "com.acme.Words", "{ " + COUNTER + "}");
    try (URLClassLoader driver = new URLClassLoader(urls(jar).toArray(URL[]::new));
        TaskClassLoaders loaders = TaskClassLoaders.create(conf(driver), urls(jar))) {
      setCount(driver, "com.acme.Words", 7);
      assertThat(count(loaders.loaderFor(ONE), "com.acme.Words")).isZero();
    }
  }

  @Test
  void sharedModeHasOneCopyOfStaticsWhichMayBeTheDrivers() throws Exception {
    Path jar = jar("job.jar", "com.acme.Words", "{ " + COUNTER + "}");
    Path lib = jar("lib.jar", "com.acme.Lib", "{ " + COUNTER + "}");
    try (URLClassLoader driver = new URLClassLoader(urls(jar).toArray(URL[]::new))) {
      JobConf conf = conf(driver);
      conf.set(TaskClassLoaders.ISOLATION_KEY, "shared");
      try (TaskClassLoaders loaders = TaskClassLoaders.create(conf, urls(jar, lib))) {
        setCount(driver, "com.acme.Words", 7);
        setCount(loaders.loaderFor(ONE), "com.acme.Lib", 8);
        assertThat(count(loaders.loaderFor(ONE), "com.acme.Words")).isEqualTo(7);
        assertThat(count(loaders.loaderFor(TWO), "com.acme.Lib")).isEqualTo(8);
        assertThat(loaders.isolates()).isFalse();
      }
    }
  }

  /**
   * A class that, when it is loaded, sets a factory for the protocol {@code greeting}; a JVM allows
   * that once.
   */
  private static final String GREETER =
      """
       implements java.net.URLStreamHandlerFactory {
        static long count = 0x123456789abcdefL;
        static double half = 0.123;
        static { java.net.URL.setURLStreamHandlerFactory(new Greeter()); }
        public static String word = "nobody";
        public static String read() throws java.io.IOException {
          try (java.io.InputStream in = new java.net.URL("greeting:you").openStream()) {
            return new String(in.readAllBytes());
          }
        }
        public static void again() {
          java.net.URL.setURLStreamHandlerFactory(new Greeter());
        }
        @Override public java.net.URLStreamHandler createURLStreamHandler(String protocol) {
          return !protocol.equals("greeting") ? null : new java.net.URLStreamHandler() {
            @Override protected java.net.URLConnection openConnection(java.net.URL url) {
              return new java.net.URLConnection(url) {
                @Override public void connect() {}
                @Override public java.io.InputStream getInputStream() {
                  String text = word + " greets " + url.getPath();
                  return new java.io.ByteArrayInputStream(text.getBytes());
                }
              };
            }
          };
        }
      }
      """;

  /** Reads as a task with this context class loader does. */
  private static Object read(ClassLoader loader) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return loader.loadClass("com.acme.Greeter").getMethod("read").invoke(null);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void eachThreadsClassesMaySetTheFactoryOfUrlHandlersOnce() throws Exception {
    Path jar = jar("job.jar", "com.acme.Greeter", GREETER);
    for (int job = 0; job < 2; job++) {
      try (TaskClassLoaders loaders =
          TaskClassLoaders.create(conf(getClass().getClassLoader()), urls(jar))) {
        ClassLoader one = loaders.loaderFor(ONE);
        ClassLoader two = loaders.loaderFor(TWO);
        one.loadClass("com.acme.Greeter").getField("word").set(null, "one");
        two.loadClass("com.acme.Greeter").getField("word").set(null, "two");
        assertThat(read(one)).isEqualTo("one greets you");
        assertThat(read(two)).isEqualTo("two greets you");
        assertThat(read(new URLClassLoader(new URL[0], one))).isEqualTo("one greets you");
        assertThatThrownBy(() -> one.loadClass("com.acme.Greeter").getMethod("again").invoke(null))
            .hasRootCauseInstanceOf(Error.class)
            .hasRootCauseMessage("factory already defined");
      }
    }
    assertThatThrownBy(() -> new URL("greeting:nobody").openStream())
        .hasMessage("unknown protocol: greeting");
  }

  @Test
  void classesThatOnlyContainTheMethodsNameAreNotChanged() throws Exception {
    Path classes =
        compile(
            "app",
            "com.acme.Mentions",
            "{ public static String name = \"setURLStreamHandlerFactory\";"
                + " void setURLStreamHandlerFactory() { setURLStreamHandlerFactory(); } }");
    byte[] bytes = Files.readAllBytes(classes.resolve("com/acme/Mentions.class"));

    assertThat(RedirectedCalls.in(bytes)).isSameAs(bytes);
    byte[] cut = Arrays.copyOf(bytes, bytes.length / 2);
    assertThatThrownBy(() -> RedirectedCalls.in(cut)).isInstanceOf(ClassFormatError.class);
  }

  /** Begins a jar whose manifest has an attribute. */
  private static JarOutputStream jar(Path jar, Attributes.Name attribute, String value)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(attribute, value);
    return new JarOutputStream(Files.newOutputStream(jar), manifest);
  }

  @Test
  void classesKnowTheirJarAndItsManifest() throws Exception {
    Path classes = compile("versioned.jar", "com.acme.Versioned", "{}");
    Path jar = root.resolve("versioned.jar");
    try (JarOutputStream file = jar(jar, Attributes.Name.IMPLEMENTATION_VERSION, "2.7")) {
      file.putNextEntry(new JarEntry("com/acme/Versioned.class"));
      Files.copy(classes.resolve("com/acme/Versioned.class"), file);
    }
    try (TaskClassLoaders loaders =
        TaskClassLoaders.create(conf(getClass().getClassLoader()), urls(jar))) {
      Class<?> type = loaders.loaderFor(ONE).loadClass("com.acme.Versioned");
      assertThat(type.getPackage().getImplementationVersion()).isEqualTo("2.7");
      assertThat(type.getProtectionDomain().getCodeSource().getLocation())
          .isEqualTo(jar.toUri().toURL());
    }
  }

  @Test
  void classesForThisReleaseOfJavaKnowTheirJarToo() throws Exception {
    Path classes = compile("releases.jar", "com.acme.Released", "{}");
    Path jar = root.resolve("releases.jar");
    try (JarOutputStream file = jar(jar, Attributes.Name.MULTI_RELEASE, "true")) {
      file.putNextEntry(new JarEntry("com/acme/Released.class"));
      file.write("of an old release".getBytes(StandardCharsets.UTF_8));
      file.putNextEntry(new JarEntry("META-INF/versions/17/com/acme/Released.class"));
      Files.copy(classes.resolve("com/acme/Released.class"), file);
    }
    try (TaskClassLoaders loaders =
        TaskClassLoaders.create(conf(getClass().getClassLoader()), urls(jar))) {
      Class<?> type = loaders.loaderFor(ONE).loadClass("com.acme.Released");
      assertThat(type.getProtectionDomain().getCodeSource().getLocation())
          .isEqualTo(jar.toUri().toURL());
    }
  }

  @Test
  void theEndOfAJobDoesNotCloseAJarThatOtherJobsRead() throws Exception {
    Path jar = jar("lib.jar", "com.acme.Words", "{ " + COUNTER + "}", "words.txt");
    JobConf conf = conf(getClass().getClassLoader());
    try (TaskClassLoaders lasting = TaskClassLoaders.create(conf, urls(jar))) {
      InputStream read;
      try (TaskClassLoaders ending = TaskClassLoaders.create(conf, urls(jar))) {
        assertThat(ending.loaderFor(ONE).getResourceAsStream("words.txt")).hasContent("of lib.jar");
        read = lasting.loaderFor(ONE).getResourceAsStream("words.txt");
      }
      assertThat(read).hasContent("of lib.jar");
      assertThat(lasting.loaderFor(ONE).loadClass("com.acme.Words")).isNotNull();
    }
  }

  @Test
  void theUsersMapperExtendsTheEnginesMapper() throws Exception {
    Path jar =
        jar(
            "job.jar",
            "com.acme.M",
            " extends org.apache.hadoop.mapreduce.Mapper { " + COUNTER + "}");
    ClassLoader application = getClass().getClassLoader();
    try (TaskClassLoaders loaders = TaskClassLoaders.create(conf(application), urls(jar))) {
      Class<?> mapper = loaders.loaderFor(ONE).loadClass("com.acme.M");
      assertThat(mapper).isAssignableTo(Mapper.class);
      assertThat(mapper.getClassLoader()).isSameAs(loaders.loaderFor(ONE));
    }
  }

  @Test
  void programsInHadoopsPackagesAreIsolatedWhenTheJobBringsThem() throws Exception {
    String name = "org.apache.hadoop.examples.Words";
    Path jar = jar("examples.jar", name, "{ " + COUNTER + "}");
    ClassLoader application = getClass().getClassLoader();
    try (TaskClassLoaders loaders = TaskClassLoaders.create(conf(application), urls(jar))) {
      setCount(loaders.loaderFor(ONE), name, 1);
      assertThat(count(loaders.loaderFor(TWO), name)).isZero();
    }
  }

  @Test
  void hadoopsClassesInAFatJarAreNotUsed() throws Exception {
    Path jar = jar("fat.jar", "org.apache.hadoop.io.Text", "{ " + COUNTER + "}");
    ClassLoader application = getClass().getClassLoader();
    try (TaskClassLoaders loaders = TaskClassLoaders.create(conf(application), urls(jar))) {
      assertThat(loaders.loaderFor(ONE).loadClass(Text.class.getName())).isSameAs(Text.class);
    }
  }

  @Test
  void loggingAndTheJdkAreSharedButOtherJavaxClassesAreNot() throws Exception {
    Path log = jar("log.jar", "org.slf4j.Logger", "{ " + COUNTER + "}");
    Path xml = root.resolve("xml.jar");
    try (JarOutputStream file = new JarOutputStream(Files.newOutputStream(xml))) {
      file.putNextEntry(new JarEntry("javax/xml/parsers/SAXParser.class"));
      file.write(new byte[] {1, 2, 3});
    }
    Path inject = jar("javax.jar", "javax.acme.Named", "{ " + COUNTER + "}");
    ClassLoader application = getClass().getClassLoader();
    try (TaskClassLoaders loaders =
        TaskClassLoaders.create(conf(application), urls(log, xml, inject))) {
      ClassLoader loader = loaders.loaderFor(ONE);
      assertThat(loader.loadClass("org.slf4j.Logger")).isSameAs(org.slf4j.Logger.class);
      assertThat(loader.loadClass("javax.xml.parsers.SAXParser"))
          .isSameAs(javax.xml.parsers.SAXParser.class);
      assertThat(loader.loadClass("javax.acme.Named").getClassLoader()).isSameAs(loader);
    }
  }

  @Test
  void resourcesOfTheDriverComeBeforeThoseOfTheJob() throws Exception {
    Path job = jar("job.jar", "com.acme.A", "{}", "words.txt", "own.txt", "core-site.xml");
    Path driver = jar("driver.jar", "com.acme.B", "{}", "words.txt", "core-site.xml");
    try (URLClassLoader application = new URLClassLoader(urls(driver).toArray(URL[]::new))) {
      JobConf conf = conf(application);
      try (TaskClassLoaders loaders = TaskClassLoaders.create(conf, urls(job))) {
        ClassLoader loader = loaders.loaderFor(ONE);
        assertThat(text(loader.getResource("words.txt"))).isEqualTo("of driver.jar");
        assertThat(text(loader.getResource("own.txt"))).isEqualTo("of job.jar");
        assertThat(text(loader.getResource("core-site.xml"))).isEqualTo("of driver.jar");
        assertThat(Collections.list(loader.getResources("words.txt"))).hasSize(2);
        assertThat(loader.getResource("none.txt")).isNull();
      }
      conf.setBoolean("mapreduce.job.user.classpath.first", true);
      try (TaskClassLoaders loaders = TaskClassLoaders.create(conf, urls(job))) {
        ClassLoader loader = loaders.loaderFor(ONE);
        assertThat(text(loader.getResource("words.txt"))).isEqualTo("of job.jar");
        assertThat(text(loader.getResource("core-site.xml"))).isEqualTo("of driver.jar");
      }
    }
  }

  private static final String CHAR_UTILS = "org.apache.commons.lang3.CharUtils";

  /** Returns whether a task has the job's class of that name, not that on Hadoop's class path. */
  private boolean hasTheJobs(String name, JobConf conf, Path jar) throws Exception {
    try (TaskClassLoaders loaders = TaskClassLoaders.create(conf, urls(jar))) {
      Class<?> loaded = loaders.loaderFor(ONE).loadClass(name);
      assertThat(loaded.getClassLoader()).isSameAs(loaders.loaderFor(ONE));
      return loaded.getProtectionDomain().getCodeSource().getLocation().equals(urls(jar).get(0));
    }
  }

  @Test
  void librariesOnHadoopsClassPathComeFirstUnlessTheJobsAreToComeFirst() throws Exception {
    Path jar = jar("job.jar", CHAR_UTILS, "{ " + COUNTER + "}");
    JobConf conf = conf(getClass().getClassLoader());
    assertThat(hasTheJobs(CHAR_UTILS, conf, jar)).isFalse();
    conf.setBoolean("mapreduce.job.user.classpath.first", true);
    assertThat(hasTheJobs(CHAR_UTILS, conf, jar)).isTrue();
  }

  @Test
  void withHadoopsJobClassLoaderTheJobsComeFirstExceptSystemClasses() throws Exception {
    Path jar = jar("job.jar", CHAR_UTILS, "{ " + COUNTER + "}");
    JobConf conf = conf(getClass().getClassLoader());
    conf.setBoolean("mapreduce.job.classloader", true);
    assertThat(hasTheJobs(CHAR_UTILS, conf, jar)).isTrue();
    conf.set("mapreduce.job.classloader.system.classes", "org.apache.commons.lang3.");
    assertThat(hasTheJobs(CHAR_UTILS, conf, jar)).isFalse();
  }

  @Test
  void classesThatOnlyTheDriverHasAreLoadedAnewLikeTheJobs() throws Exception {
    Path shims = compile("shims", "org.apache.hadoop.hive.shims.Shims", "{ " + COUNTER + "}");
    Path exec =
        jar(
            "exec.jar",
            "org.apache.hadoop.hive.exec.Exec",
            "{ public static Class<?> shims() throws Exception {"
                + " return Class.forName(\"org.apache.hadoop.hive.shims.Shims\"); } }");
    ClassLoader tests = getClass().getClassLoader();
    try (URLClassLoader driver = new URLClassLoader(urls(exec, shims).toArray(URL[]::new), tests);
        TaskClassLoaders loaders = TaskClassLoaders.create(conf(driver), urls(exec))) {
      ClassLoader loader = loaders.loaderFor(ONE);
      Class<?> found =
          (Class<?>)
              loader.loadClass("org.apache.hadoop.hive.exec.Exec").getMethod("shims").invoke(null);
      assertThat(found.getClassLoader()).isSameAs(loader);
      assertThat(found.getProtectionDomain().getCodeSource().getLocation())
          .isEqualTo(urls(shims).get(0));
      setCount(driver, "org.apache.hadoop.hive.shims.Shims", 7);
      assertThat(found.getField("count").getInt(null)).isZero();
    }
  }

  @Test
  void hadoopsOwnJarsAmongTheJobsAreNotUsed() throws Exception {
    Path hadoop = Path.of(Text.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    JobConf conf = conf(getClass().getClassLoader());
    conf.setBoolean("mapreduce.job.user.classpath.first", true);
    try (TaskClassLoaders loaders = TaskClassLoaders.create(conf, urls(hadoop))) {
      assertThat(loaders.loaderFor(ONE).loadClass(Text.class.getName())).isSameAs(Text.class);
    }
  }

  @Test
  void classesWithoutAFileAreTheDrivers() throws Exception {
    Path classes = compile("app", "com.acme.Made", "{}");
    byte[] bytes = Files.readAllBytes(classes.resolve("com/acme/Made.class"));
    ClassLoader driver =
        new ClassLoader(getClass().getClassLoader()) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals("com.acme.Made")) {
              throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
          }
        };
    Path jar = jar("job.jar", "com.acme.Words", "{}");
    try (TaskClassLoaders loaders = TaskClassLoaders.create(conf(driver), urls(jar))) {
      assertThat(loaders.loaderFor(ONE).loadClass("com.acme.Made").getClassLoader())
          .isSameAs(driver);
    }
  }

  @Test
  void javaSerializationFindsTheTasksClasses() throws Exception {
    Path jar = jar("job.jar", "com.acme.Key", " implements java.io.Serializable {}");
    ClassLoader tests = getClass().getClassLoader();
    try (URLClassLoader driver = new URLClassLoader(urls(jar).toArray(URL[]::new), tests);
        TaskClassLoaders loaders = TaskClassLoaders.create(conf(driver), urls(jar))) {
      ClassLoader loader = loaders.loaderFor(ONE);
      JobConf task = conf(loader);
      task.set("io.serializations", "org.apache.hadoop.io.serializer.JavaSerialization");
      Class<?> type = loader.loadClass("com.acme.Key");
      SerializationFactory factory = new SerializationFactory(task);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      writeNew(factory, type, bytes);
      Deserializer<?> deserializer = factory.getDeserializer(type);
      deserializer.open(new ByteArrayInputStream(bytes.toByteArray()));
      assertThat(deserializer.deserialize(null)).isExactlyInstanceOf(type);
    }
  }

  private static <T> void writeNew(SerializationFactory factory, Class<T> type, OutputStream out)
      throws Exception {
    Serializer<T> serializer = factory.getSerializer(type);
    serializer.open(out);
    serializer.serialize(type.getConstructor().newInstance());
    serializer.close();
  }

  @Test
  void hadoopsAvroSerializationUsesTheTasksAvro() throws Exception {
    Path jar =
        jar(
            "job.jar",
            "com.acme.Record",
            " extends org.apache.avro.specific.SpecificRecordBase {"
                + " public org.apache.avro.Schema getSchema() { return null; }"
                + " public Object get(int field) { return null; }"
                + " public void put(int field, Object value) {} }");
    ClassLoader tests = getClass().getClassLoader();
    try (TaskClassLoaders loaders = TaskClassLoaders.create(conf(tests), urls(jar))) {
      ClassLoader loader = loaders.loaderFor(ONE);
      SerializationFactory factory = new SerializationFactory(conf(loader));
      assertThat(factory.getSerializer(loader.loadClass("com.acme.Record"))).isNotNull();
    }
  }

  @Test
  void eachThreadMayRegisterMetricsOfTheSameName() throws Exception {
    Path jar =
        jar(
            "job.jar",
            "com.acme.Metrics",
            "{ public static void register() {"
                + " org.apache.hadoop.metrics2.lib.DefaultMetricsSystem.sourceName("
                + "\"words\", false); } }");
    ClassLoader tests = getClass().getClassLoader();
    try (TaskClassLoaders loaders = TaskClassLoaders.create(conf(tests), urls(jar))) {
      for (Thread thread : List.of(ONE, TWO)) {
        Class<?> metrics = loaders.loaderFor(thread).loadClass("com.acme.Metrics");
        metrics.getMethod("register").invoke(null);
        assertThatThrownBy(() -> metrics.getMethod("register").invoke(null))
            .hasRootCauseMessage("Metrics source words already exists!");
      }
    }
  }

  @Test
  void applicationsInPackagesLikeHadoopsAreNotShared() {
    assertThat(SharedClasses.isNamed("org.apache.hadoop.HadoopIllegalArgumentException")).isTrue();
    assertThat(SharedClasses.isNamed("org.apache.hadoop.WordCount")).isFalse();
    assertThat(SharedClasses.isNamed("org.apache.hadoop.hive.ql.exec.Operator")).isFalse();
    assertThat(SharedClasses.isNamed("org.apache.hadoop.hbase.client.Put")).isFalse();
    assertThat(SharedClasses.isNamed("org.apache.hadoop.examples.WordCount")).isFalse();
  }

  private static final Pattern IN_PACKAGE = Pattern.compile("org/apache/hadoop/([^/]+)/.*\\.class");

  /** The packages in Hadoop's own jars whose classes each task loads itself. */
  private static final Set<String> NOT_SHARED = Set.of("metrics2", "tools");

  @Test
  void everyOtherPackageOfHadoopsOwnJarsIsShared() throws Exception {
    for (Class<?> marker :
        List.of(Configuration.class, AuthenticatedURL.class, Job.class, ApplicationId.class)) {
      Path jar = Path.of(marker.getProtectionDomain().getCodeSource().getLocation().toURI());
      try (JarFile file = new JarFile(jar.toFile())) {
        Set<String> others = new TreeSet<>();
        for (JarEntry entry : Collections.list(file.entries())) {
          Matcher inPackage = IN_PACKAGE.matcher(entry.getName());
          if (inPackage.matches()
              && !SharedClasses.isNamed("org.apache.hadoop." + inPackage.group(1) + ".Something")) {
            others.add(inPackage.group(1));
          }
        }
        assertThat(NOT_SHARED).as(jar.toString()).containsAll(others);
      }
    }
  }

  @Test
  void aJobWithoutJarSharesTheApplicationsClasses() throws Exception {
    ClassLoader application = getClass().getClassLoader();
    try (TaskClassLoaders loaders = TaskClassLoaders.create(conf(application), List.of())) {
      assertThat(loaders.loaderFor(ONE)).isSameAs(application);
      assertThat(loaders.isolates()).isFalse();
    }
  }

  @Test
  void aJobWithoutJarIsIsolatedOnExplicitRequest() throws Exception {
    Path classes =
        compile(
            "app", "com.acme.M", " extends org.apache.hadoop.mapreduce.Mapper { " + COUNTER + "}");
    try (URLClassLoader application =
        new URLClassLoader(urls(classes).toArray(URL[]::new), getClass().getClassLoader())) {
      JobConf conf = conf(application);
      conf.set("mapreduce.job.map.class", "com.acme.M");
      conf.set(
          "mapreduce.job.partitioner.class",
          "org.apache.hadoop.mapreduce.lib.partition.HashPartitioner");
      conf.set(TaskClassLoaders.ISOLATION_KEY, "classloader");
      try (TaskClassLoaders loaders = TaskClassLoaders.create(conf, List.of())) {
        setCount(application, "com.acme.M", 7);
        assertThat(loaders.isolates()).isTrue();
        assertThat(count(loaders.loaderFor(ONE), "com.acme.M")).isZero();
        assertThat(loaders.loaderFor(ONE).loadClass("org.apache.hadoop.io.Text"))
            .isSameAs(Text.class);
      }
    }
  }

  @Test
  void anUnknownIsolationIsRefused() {
    Configuration conf = new Configuration(false);
    conf.set(TaskClassLoaders.ISOLATION_KEY, "process");
    assertThatThrownBy(() -> TaskClassLoaders.create(conf, List.of()))
        .hasMessage("athanor.task.isolation=process: must be classloader or shared");
  }

  @Test
  void closedLoadersLoadNoMoreClasses() throws Exception {
    Path jar = jar("job.jar", "com.acme.Words", "{ " + COUNTER + "}");
    TaskClassLoaders loaders =
        TaskClassLoaders.create(conf(getClass().getClassLoader()), urls(jar));
    ClassLoader loader = loaders.loaderFor(ONE);
    loaders.close();
    assertThatThrownBy(() -> loader.loadClass("com.acme.Words"))
        .isInstanceOf(ClassNotFoundException.class);
  }

  /** A JDBC driver for {@code jdbc:acme}, which registers itself as usual. */
  private static final String DRIVER =
      """
       implements java.sql.Driver {
        static {
          try {
            java.sql.DriverManager.registerDriver(new Jdbc());
          } catch (java.sql.SQLException e) {
            throw new ExceptionInInitializerError(e);
          }
        }
        @Override public java.sql.Connection connect(String url, java.util.Properties info) {
          return !acceptsURL(url) ? null : (java.sql.Connection) java.lang.reflect.Proxy
              .newProxyInstance(
                  Jdbc.class.getClassLoader(),
                  new Class<?>[] {java.sql.Connection.class},
                  (proxy, method, args) -> method.getName().equals("getCatalog") ? url : null);
        }
        @Override public boolean acceptsURL(String url) {
          return url.startsWith("jdbc:acme");
        }
        @Override public java.sql.DriverPropertyInfo[] getPropertyInfo(
            String url, java.util.Properties info) {
          return new java.sql.DriverPropertyInfo[0];
        }
        @Override public int getMajorVersion() { return 1; }
        @Override public int getMinorVersion() { return 0; }
        @Override public boolean jdbcCompliant() { return false; }
        @Override public java.util.logging.Logger getParentLogger() { return null; }
      }
      """;

  private JobConf databaseConf() {
    JobConf conf = conf(getClass().getClassLoader());
    DBConfiguration.configureDB(conf, "com.acme.Jdbc", "jdbc:acme:words");
    return conf;
  }

  /** Connects as Hadoop's formats for databases do in a task with this loader. */
  private static Connection connect(ClassLoader loader, JobConf conf) throws Exception {
    Object database =
        loader
            .loadClass(DBConfiguration.class.getName())
            .getConstructor(Configuration.class)
            .newInstance(conf);
    return (Connection) database.getClass().getMethod("getConnection").invoke(database);
  }

  @Test
  void hadoopsFormatsForDatabasesFindTheJobsDriver() throws Exception {
    Path jar = jar("job.jar", "com.acme.Jdbc", DRIVER);
    JobConf conf = databaseConf();
    try (TaskClassLoaders loaders = TaskClassLoaders.create(conf, urls(jar))) {
      for (ClassLoader loader : List.of(loaders.loaderFor(ONE), loaders.loaderFor(TWO))) {
        assertThat(connect(loader, conf).getCatalog()).isEqualTo("jdbc:acme:words");
        assertThat(loader.loadClass("org.apache.hadoop.mapred.lib.db.DBWritable"))
            .isAssignableTo(loader.loadClass("org.apache.hadoop.mapreduce.lib.db.DBWritable"));
      }
    }
  }

  private static void assertIsCollected(PhantomReference<?> loader, ReferenceQueue<?> collected)
      throws InterruptedException {
    for (int i = 0; i < 100 && !loader.refersTo(null); i++) {
      System.gc();
      collected.remove(100);
    }
    assertThat(loader.refersTo(null)).isTrue();
  }

  @Test
  void jdbcDriversOfAnEndedJobAreDeregistered() throws Exception {
    Path jar = jar("job.jar", "com.acme.Jdbc", DRIVER);
    ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();
    assertIsCollected(new PhantomReference<>(connectedLoader(jar), collected), collected);
  }

  /** Returns the loader of an ended job that was connected to its database. */
  private ClassLoader connectedLoader(Path jar) throws Exception {
    JobConf conf = databaseConf();
    try (TaskClassLoaders loaders = TaskClassLoaders.create(conf, urls(jar))) {
      ClassLoader loader = loaders.loaderFor(ONE);
      assertThat(connect(loader, conf)).isNotNull();
      return loader;
    }
  }

  @Test
  void jmxBeansOfAnEndedJobAreUnregistered() throws Exception {
    Path jar =
        jar(
            "job.jar",
            "com.acme.Bean",
            " implements javax.management.DynamicMBean {"
                + " public static void register() throws Exception {"
                + "   java.lang.management.ManagementFactory.getPlatformMBeanServer().registerMBean("
                + "     new Bean(), new javax.management.ObjectName(\"acme:type=words\")); }"
                + " public Object getAttribute(String name) { return null; }"
                + " public void setAttribute(javax.management.Attribute attribute) {}"
                + " public javax.management.AttributeList getAttributes(String[] names) {"
                + "   return new javax.management.AttributeList(); }"
                + " public javax.management.AttributeList setAttributes("
                + "     javax.management.AttributeList list) { return list; }"
                + " public Object invoke(String name, Object[] values, String[] types) {"
                + "   return null; }"
                + " public javax.management.MBeanInfo getMBeanInfo() {"
                + "   return new javax.management.MBeanInfo("
                + "     Bean.class.getName(), \"\", null, null, null, null); } }");
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("acme:type=words");
    JobConf conf = conf(getClass().getClassLoader());
    try (TaskClassLoaders others = TaskClassLoaders.create(conf, urls(jar))) {
      others.loaderFor(ONE).loadClass("com.acme.Bean").getMethod("register").invoke(null);
      try (TaskClassLoaders loaders = TaskClassLoaders.create(conf, urls(jar))) {
        assertThat(loaders.loaderFor(ONE).loadClass("com.acme.Bean")).isNotNull();
      }
      assertThat(server.isRegistered(name)).isTrue();
    }
    assertThat(server.isRegistered(name)).isFalse();
  }

  @Test
  void classesOfAnEndedJobAreRemovedFromHadoopsCaches() throws Exception {
    Path jar =
        jar(
            "job.jar",
            "com.acme.Key",
            " extends org.apache.hadoop.io.Text {"
                + " public static class Order extends org.apache.hadoop.io.WritableComparator {"
                + "   public Order() { super(Key.class); } }"
                + " static {"
                + "   org.apache.hadoop.io.WritableComparator.define(Key.class, new Order()); } }");
    ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();
    assertIsCollected(new PhantomReference<>(usedLoader(jar), collected), collected);
  }

  /** Returns the loader of an ended job. */
  private ClassLoader usedLoader(Path jar) throws Exception {
    JobConf conf = conf(getClass().getClassLoader());
    try (TaskClassLoaders loaders = TaskClassLoaders.create(conf, urls(jar))) {
      ClassLoader loader = loaders.loaderFor(ONE);
      conf.setClassLoader(loader);
      Object key = ReflectionUtils.newInstance(conf.getClassByName("com.acme.Key"), conf);
      assertThat(key.getClass().getClassLoader()).isSameAs(loader);
      assertThat(WritableComparator.get(key.getClass().asSubclass(Text.class), conf).getClass())
          .hasToString("class com.acme.Key$Order");
      assertThat(WritableComparator.get(LongWritable.class, conf).getConf()).isSameAs(conf);
      return loader;
    }
  }
}
