// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.log4j.BasicConfigurator;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.junit.jupiter.api.Test;

/** What is found in the classes of drivers. None of these methods is called. */
class DriverCallsTest {
  static final class SetsLocale {
    static void run() {
      Locale.setDefault(Locale.GERMANY);
    }
  }

  static final class SetsTimeZone {
    static void run() {
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    }
  }

  static final class HandlesExceptions {
    static void run() {
      Thread.setDefaultUncaughtExceptionHandler((thread, error) -> System.out.println(error));
    }
  }

  static final class SetsLogLevel {
    static void run() {
      LogManager.getLogger("org.apache.hadoop").setLevel(Level.DEBUG);
    }
  }

  static final class AddsAppender {
    static void run() {
      BasicConfigurator.configure();
    }
  }

  static final class LogsIn {
    static void run() {
      UserGroupInformation.setConfiguration(null);
    }
  }

  static final class Harmless {
    static String run() {
      System.setProperty("a", "b");
      return Locale.getDefault() + TimeZone.getDefault().getID() + Thread.currentThread();
    }
  }

  private static String found(Class<?> type) throws IOException {
    try (InputStream in =
        type.getResourceAsStream(type.getName().replaceAll(".*\\.", "") + ".class")) {
      return DriverCalls.changesJvm(in.readAllBytes()).orElse("nothing");
    }
  }

  @Test
  void findsCallsThatChangeTheJvm() throws IOException {
    assertThat(found(SetsLocale.class)).isEqualTo("java.util.Locale.setDefault");
    assertThat(found(SetsTimeZone.class)).isEqualTo("java.util.TimeZone.setDefault");
    assertThat(found(HandlesExceptions.class))
        .isEqualTo("java.lang.Thread.setDefaultUncaughtExceptionHandler");
    assertThat(found(SetsLogLevel.class)).isEqualTo("org.apache.log4j.Logger.setLevel");
    assertThat(found(AddsAppender.class)).isEqualTo("org.apache.log4j.BasicConfigurator.configure");
    assertThat(found(LogsIn.class))
        .isEqualTo("org.apache.hadoop.security.UserGroupInformation.setConfiguration");
    assertThat(found(Harmless.class)).isEqualTo("nothing");
  }
}
