// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.cli.driver.DriverRun;
import org.athanor.engine.localize.ConstantPool;
import org.athanor.engine.localize.RedirectedCalls;

/**
 * Reads the classes of drivers and of their tasks when they are loaded: redirects a driver's calls
 * that end the JVM to {@link DriverExit}, and notes calls that change what belongs to the whole
 * JVM. A driver may make them, since it has the JVM for itself, but no other driver may come after
 * it.
 */
public final class DriverCalls implements ClassFileTransformer {
  /** A method, as a constant pool names it. */
  private record Call(String owner, String name) {
    static Call of(String owner, String name) {
      return new Call(owner, name);
    }
  }

  private static final List<Call> OF_THE_WHOLE_JVM =
      List.of(
          Call.of("java/lang/System", "load"),
          Call.of("java/lang/System", "loadLibrary"),
          Call.of("java/lang/System", "setSecurityManager"),
          Call.of("java/lang/System", "console"),
          Call.of("java/lang/Runtime", "load"),
          Call.of("java/lang/Runtime", "loadLibrary"),
          Call.of("java/lang/Thread", "setDefaultUncaughtExceptionHandler"),
          // Those threads are in no list.
          Call.of("java/lang/Thread", "startVirtualThread"),
          Call.of("java/lang/Thread", "ofVirtual"),
          Call.of("java/util/concurrent/Executors", "newVirtualThreadPerTaskExecutor"),
          Call.of("java/net/URL", "setURLStreamHandlerFactory"),
          Call.of("java/net/Authenticator", "setDefault"),
          Call.of("java/net/ProxySelector", "setDefault"),
          Call.of("java/net/CookieHandler", "setDefault"),
          Call.of("java/net/HttpURLConnection", "setFollowRedirects"),
          Call.of("javax/net/ssl/HttpsURLConnection", "setDefaultSSLSocketFactory"),
          Call.of("javax/net/ssl/HttpsURLConnection", "setDefaultHostnameVerifier"),
          Call.of("javax/net/ssl/SSLContext", "setDefault"),
          Call.of("java/util/Locale", "setDefault"),
          Call.of("java/util/TimeZone", "setDefault"),
          Call.of("java/util/logging/Logger", "setLevel"),
          Call.of("java/util/logging/Logger", "addHandler"),
          Call.of("java/util/logging/Logger", "removeHandler"),
          Call.of("java/util/logging/Logger", "setUseParentHandlers"),
          Call.of("java/util/logging/Handler", "setLevel"),
          Call.of("java/util/logging/LogManager", "readConfiguration"),
          Call.of("java/lang/management/ManagementFactory", "getPlatformMBeanServer"),
          Call.of("java/security/Security", "addProvider"),
          Call.of("java/security/Security", "insertProviderAt"),
          Call.of("java/security/Security", "removeProvider"),
          Call.of("java/security/Security", "setProperty"),
          Call.of("java/sql/DriverManager", "registerDriver"),
          Call.of("java/lang/reflect/AccessibleObject", "setAccessible"),
          Call.of("java/lang/reflect/Field", "setAccessible"),
          Call.of("sun/misc/Unsafe", "theUnsafe"),
          Call.of("sun/misc/Signal", "handle"),
          Call.of("org/apache/log4j/Logger", "setLevel"),
          Call.of("org/apache/log4j/Category", "setLevel"),
          Call.of("org/apache/log4j/Logger", "addAppender"),
          Call.of("org/apache/log4j/Category", "addAppender"),
          Call.of("org/apache/log4j/Logger", "removeAllAppenders"),
          Call.of("org/apache/log4j/Category", "removeAllAppenders"),
          Call.of("org/apache/log4j/Logger", "removeAppender"),
          Call.of("org/apache/log4j/Category", "removeAppender"),
          Call.of("org/apache/log4j/Logger", "setAdditivity"),
          Call.of("org/apache/log4j/Category", "setAdditivity"),
          Call.of("org/apache/log4j/AppenderSkeleton", "setThreshold"),
          Call.of("org/apache/log4j/ConsoleAppender", "setThreshold"),
          Call.of("org/apache/log4j/PropertyConfigurator", "configure"),
          Call.of("org/apache/log4j/BasicConfigurator", "configure"),
          Call.of("org/apache/log4j/xml/DOMConfigurator", "configure"),
          Call.of("org/apache/log4j/LogManager", "resetConfiguration"),
          Call.of("org/apache/log4j/LogManager", "shutdown"),
          Call.of("org/apache/logging/log4j/core/config/Configurator", "setLevel"),
          Call.of("org/apache/logging/log4j/core/config/Configurator", "setRootLevel"),
          Call.of("org/apache/hadoop/security/UserGroupInformation", "setConfiguration"),
          Call.of("org/apache/hadoop/security/SecurityUtil", "setConfiguration"),
          Call.of("org/apache/hadoop/io/WritableName", "setName"),
          Call.of("org/apache/hadoop/io/WritableName", "addName"),
          Call.of("org/apache/hadoop/io/WritableComparator", "define"),
          Call.of("org/apache/hadoop/io/WritableFactories", "setFactory"),
          Call.of("org/apache/hadoop/fs/FileSystem", "enableSymlinks"),
          Call.of("org/apache/hadoop/net/NetUtils", "addStaticResolution"),
          Call.of("org/apache/hadoop/metrics2/lib/DefaultMetricsSystem", "initialize"));

  private DriverCalls() {}

  /** Called by the JVM, before the engine's main method. */
  public static void premain(String options, Instrumentation instrumentation) {
    instrumentation.addTransformer(new DriverCalls());
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (loader == null
        || loader == ClassLoader.getSystemClassLoader()
        || loader == ClassLoader.getPlatformClassLoader()) {
      return null;
    }
    changesJvm(classFile).ifPresent(call -> Driver.noteOfCurrent(name + " has a call of " + call));
    return DriverRun.isOfDriver(loader)
        ? RedirectedCalls.ofExit(DriverExit.class, classFile)
        : null;
  }

  /** Returns a call in the class file that changes what belongs to the whole JVM. */
  static Optional<String> changesJvm(byte[] classFile) {
    Set<String> texts = new ConstantPool(classFile).texts();
    return OF_THE_WHOLE_JVM.stream()
        .filter(call -> texts.contains(call.name()) && texts.contains(call.owner()))
        .findFirst()
        .map(call -> call.owner().replace('/', '.') + "." + call.name());
  }
}
