// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.athanor.cli.driver.DriverRun;
import org.athanor.engine.localize.RedirectedCalls;

/**
 * Reads the classes of drivers when they are loaded: redirects their calls that end the JVM to
 * {@link DriverExit}, and notes calls that change what belongs to the whole JVM. A driver may make
 * them, since it has the JVM for itself, but no other driver may come after it.
 */
public final class DriverCalls implements ClassFileTransformer {
  /** A method, as a constant pool names it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Call(String owner, String name, byte[] ownerText, byte[] nameText) {
    static Call of(String owner, String name) {
      return new Call(owner, name, constant(owner), constant(name));
    }

    private static byte[] constant(String text) {
      return ("\u0001\u0000" + (char) text.length() + text).getBytes(StandardCharsets.US_ASCII);
    }

    boolean isIn(byte[] classFile) {
      return contains(classFile, nameText) && contains(classFile, ownerText);
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
          Call.of("org/apache/log4j/PropertyConfigurator", "configure"),
          Call.of("org/apache/log4j/BasicConfigurator", "configure"),
          Call.of("org/apache/log4j/LogManager", "resetConfiguration"),
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
    if (!DriverRun.isOfDriver(loader)) {
      return null;
    }
    changesJvm(classFile).ifPresent(call -> Driver.noteOfCurrent(name + " has a call of " + call));
    return RedirectedCalls.ofExit(DriverExit.class, classFile);
  }

  private static Optional<String> changesJvm(byte[] classFile) {
    return OF_THE_WHOLE_JVM.stream()
        .filter(call -> call.isIn(classFile))
        .findFirst()
        .map(call -> call.owner().replace('/', '.') + "." + call.name());
  }

  private static boolean contains(byte[] bytes, byte[] wanted) {
    for (int i = 0; i <= bytes.length - wanted.length; i++) {
      if (bytes[i] == wanted[0]
          && Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }
}
