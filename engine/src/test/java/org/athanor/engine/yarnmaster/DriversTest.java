// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.athanor.engine.protocol.FromDriver;
import org.athanor.engine.protocol.Message;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;
import org.athanor.engine.yarn.SessionFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
@Timeout(30)
class DriversTest {
  private static final Duration SOON = Duration.ofMillis(1);

  @TempDir private Path root;
  private Path directory;
  private SessionFiles files;

  @BeforeEach
  void makeSession() throws Exception {
    directory = Files.createDirectories(root.resolve("session"));
    files = new SessionFiles(new org.apache.hadoop.fs.Path(directory.toUri()), new Configuration());
  }

  private Drivers drivers(Duration patience) throws Exception {
    return new Drivers(null, new Configuration(false), files, patience, () -> true);
  }

  private static void sayGoodbye(Drivers drivers) {
    FrameHandler handler = drivers.accepted();
    Connection connection =
        new Connection() {
          @Override
          public void send(Frame frame, Runnable sent) {
            sent.run();
          }

          @Override
          public void close() {}

          @Override
          public String peer() {
            return "the client";
          }
        };
    handler.received(connection, new FromDriver.Hello(Message.VERSION).toFrame());
    handler.received(connection, new FromDriver.Goodbye().toFrame());
  }

  @Test
  void theNextMasterKnowsThatTheClientHasLeft() throws Exception {
    try (Drivers first = drivers(Duration.ofHours(1))) {
      first.begin();
      first.tick();
      assertThat(directory.resolve("left")).doesNotExist();
      sayGoodbye(first);
      first.tick();
      first.tick();
      assertThat(first.hasLeft()).isTrue();
    }
    try (Drivers next = drivers(SOON)) {
      next.begin();
      assertThat(next.hasLeft()).isTrue();
      assertThat(next.lost()).isNull();
    }
  }

  @Test
  void aClientThatCouldNotSayGoodbyeIsNotLost() throws Exception {
    try (Drivers drivers = drivers(SOON)) {
      files.noteLeaving();
      drivers.begin();
      while (!drivers.hasLeft()) {
        Thread.onSpinWait();
      }
      assertThat(drivers.lost()).isNull();
    }
  }

  @Test
  void aClientThatStaysAwayIsLost() throws Exception {
    try (Drivers drivers = drivers(SOON)) {
      drivers.begin();
      while (drivers.lost() == null) {
        Thread.onSpinWait();
      }
      assertThat(drivers.hasLeft()).isFalse();
    }
  }

  @Test
  void aClientIsNotLostWhileItCannotFindThisMaster() throws Exception {
    CountDownLatch asked = new CountDownLatch(3);
    BooleanSupplier canBeFound =
        () -> {
          asked.countDown();
          return asked.getCount() == 0;
        };
    try (Drivers drivers = new Drivers(null, new Configuration(false), files, SOON, canBeFound)) {
      drivers.begin();
      while (drivers.lost() == null) {
        Thread.onSpinWait();
      }
      assertThat(asked.getCount()).isZero();
    }
  }

  @Test
  void aClientThatLeavesMakesNoFileOfASessionThatHasEnded() throws Exception {
    try (Drivers drivers = drivers(Duration.ofHours(1))) {
      files.delete();
      sayGoodbye(drivers);
      drivers.tick();
      assertThat(directory).doesNotExist();
    }
  }
}
