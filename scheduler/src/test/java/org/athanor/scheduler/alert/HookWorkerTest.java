// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HookWorkerTest {
  private static final HookWorker.Settings FAST =
      new HookWorker.Settings(
          Duration.ofMillis(20),
          Duration.ofMillis(40),
          Duration.ofHours(1),
          InstantSource.system());

  @TempDir Path directory;
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  private final HookWorker.Listener listener =
      new HookWorker.Listener() {
        @Override
        public void delivered(String hook, long sequence) {
          told.add("delivered " + sequence);
        }

        @Override
        public void givenUp(String hook, long sequence, String why) {
          told.add("given up " + sequence);
        }

        @Override
        public void failed(String hook) {}

        @Override
        public void trouble(String hook, String why, Instant since) {
          told.add("trouble " + why);
        }
      };

  private static Waiting alert(long sequence) {
    return new Waiting(sequence, "id-" + sequence, "{\"id\":\"id-" + sequence + "\"}");
  }

  private HookWorker start(Hook.Target target, HookWorker.Settings settings) throws Exception {
    return start(target, settings, Duration.ofSeconds(15));
  }

  /** One whose target soon takes too long. */
  private HookWorker startHasty(Hook.Target target) throws Exception {
    return start(target, FAST, Duration.ofSeconds(1));
  }

  private HookWorker start(Hook.Target target, HookWorker.Settings settings, Duration timeout)
      throws Exception {
    Hook hook = new Hook("h", target, EnumSet.allOf(Alert.Kind.class), timeout);
    return HookWorker.start(hook, directory, "athanor/test", settings, listener);
  }

  private String next() throws InterruptedException {
    String next = told.poll(20, TimeUnit.SECONDS);
    assertThat(next).doesNotContain("s3cr3t");
    return next;
  }

  @Test
  void postsOnceWhatIsTaken() throws Exception {
    try (HookServer server = new HookServer();
        HookWorker worker = start(new Hook.Webhook(server.address()), FAST)) {
      BlockingQueue<String> headers = new LinkedBlockingQueue<>();
      server.answer =
          exchange -> {
            headers.add(exchange.getRequestMethod());
            headers.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            headers.add(exchange.getRequestHeaders().getFirst("Content-Type"));
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[2]);
          };
      worker.offer(alert(1));
      assertThat(next()).isEqualTo("delivered 1");
      assertThat(server.bodies).containsExactly("{\"id\":\"id-1\"}");
      assertThat(headers).containsExactly("POST", "id-1", "application/json");
    }
  }

  @Test
  void tellsAgainWithTheSameIdUntilItIsTaken() throws Exception {
    try (HookServer server = new HookServer();
        HookWorker worker = start(new Hook.Webhook(server.address()), FAST)) {
      server.answer =
          exchange -> exchange.sendResponseHeaders(server.bodies.size() < 4 ? 503 : 204, -1);
      worker.offer(alert(7));
      String name = "http://127.0.0.1:" + server.address().getPort();
      assertThat(next()).isEqualTo("trouble " + name + " answers HTTP 503");
      assertThat(next()).isEqualTo("trouble ");
      assertThat(next()).isEqualTo("delivered 7");
      assertThat(server.bodies).hasSize(4).containsOnly("{\"id\":\"id-7\"}");
    }
  }

  @Test
  void oneThatIsNotTakenKeepsNoOtherBack() throws Exception {
    try (HookServer server = new HookServer();
        HookWorker worker = start(new Hook.Webhook(server.address()), FAST)) {
      server.answer =
          exchange -> {
            boolean poison =
                "id-1".equals(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            exchange.sendResponseHeaders(poison ? 400 : 204, -1);
          };
      worker.offer(alert(1));
      worker.offer(alert(2));
      assertThat(next()).contains("HTTP 400");
      assertThat(next()).isEqualTo("trouble ");
      assertThat(next()).isEqualTo("delivered 2");
    }
  }

  @Test
  void followsNoRedirection() throws Exception {
    try (HookServer other = new HookServer();
        HookServer server = new HookServer();
        HookWorker worker = start(new Hook.Webhook(server.address()), FAST)) {
      server.answer =
          exchange -> {
            exchange.getResponseHeaders().add("Location", other.address().toString());
            exchange.sendResponseHeaders(307, -1);
          };
      worker.offer(alert(1));
      assertThat(next()).contains("HTTP 307; redirections are not followed");
      server.answer = exchange -> exchange.sendResponseHeaders(204, -1);
      assertThat(next()).isEqualTo("trouble ");
      assertThat(other.bodies).isEmpty();
    }
  }

  @Test
  void oneThatHangsOrNeverStopsAnsweringIsLeft() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (HookServer server = new HookServer();
        HookWorker worker = startHasty(new Hook.Webhook(server.address()))) {
      server.answer = exchange -> never.await();
      worker.offer(alert(1));
      assertThat(next()).endsWith("took longer than 1s");
      server.answer =
          exchange -> {
            exchange.sendResponseHeaders(200, 0);
            while (true) {
              exchange.getResponseBody().write(new byte[1 << 16]);
            }
          };
      int before = server.bodies.size();
      while (server.bodies.size() < before + 2) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThat(told).as("still not taken").isEmpty();
      server.answer = exchange -> exchange.sendResponseHeaders(204, -1);
      assertThat(next()).isEqualTo("trouble ");
      assertThat(next()).isEqualTo("delivered 1");
    }
  }

  @Test
  void saysWhyNobodyAnswersWithoutTheAddress() throws Exception {
    int port;
    try (HookServer gone = new HookServer()) {
      port = gone.address().getPort();
    }
    URI address = URI.create("http://127.0.0.1:" + port + "/s3cr3t");
    try (HookWorker worker = start(new Hook.Webhook(address), FAST)) {
      worker.offer(alert(1));
      assertThat(next()).isEqualTo("trouble http://127.0.0.1:" + port + " cannot be reached");
    }
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        HookWorker worker =
            start(
                new Hook.Webhook(
                    URI.create("https://127.0.0.1:" + plain.getLocalPort() + "/s3cr3t")),
                FAST)) {
      worker.offer(alert(1));
      try (Socket client = plain.accept()) {
        client.getOutputStream().write("220 no TLS here\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(next()).contains("has no TLS that this Java trusts");
      }
    }
  }

  @Test
  void givesUpWhatFailsForTooLong() throws Exception {
    HookWorker.Settings settings =
        new HookWorker.Settings(
            Duration.ofMillis(1), Duration.ofMillis(1), Duration.ZERO, InstantSource.system());
    try (HookWorker worker = start(new Hook.Program(List.of("false")), settings)) {
      worker.offer(alert(1));
      assertThat(next()).contains("false ended with code 1");
      assertThat(next()).isEqualTo("given up 1");
    }
  }

  /** After a clock was set, or a weekend without a scheduler, alerts look old. */
  @Test
  void theTimeOfDayGivesNothingUp() throws Exception {
    HookWorker.Settings settings =
        new HookWorker.Settings(
            Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofHours(1), () -> Instant.MAX);
    try (HookServer server = new HookServer();
        HookWorker worker = start(new Hook.Webhook(server.address()), settings)) {
      server.answer =
          exchange -> exchange.sendResponseHeaders(server.bodies.size() < 3 ? 503 : 204, -1);
      worker.offer(alert(1));
      assertThat(next()).endsWith("answers HTTP 503");
      assertThat(next()).isEqualTo("trouble ");
      assertThat(next()).isEqualTo("delivered 1");
    }
  }

  @Test
  void aProgramReadsTheEventAndNoneIsLeftBehind() throws Exception {
    Path file = directory.resolve("seen");
    try (HookWorker worker =
        start(new Hook.Program(List.of("sh", "-c", "cat > \"$0\"", file.toString())), FAST)) {
      worker.offer(alert(3));
      assertThat(next()).isEqualTo("delivered 3");
      assertThat(file).hasContent("{\"id\":\"id-3\"}");
      assertThat(directory.resolve("h-3.json")).doesNotExist();
    }
  }

  @Test
  void aProgramThatHangsIsEndedAndOneThatReadsNothingIsNotWaitedFor() throws Exception {
    String big = "x".repeat(1 << 20);
    try (HookWorker worker = start(new Hook.Program(List.of("true")), FAST)) {
      worker.offer(new Waiting(1, "id", big));
      assertThat(next()).isEqualTo("delivered 1");
    }
    try (HookWorker worker = startHasty(new Hook.Program(List.of("sleep", "300")))) {
      worker.offer(alert(1));
      assertThat(next()).isEqualTo("trouble sleep took longer than 1s");
    }
  }

  @Test
  void holdsNoMoreThanAllowed() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (HookServer server = new HookServer();
        HookWorker worker = start(new Hook.Webhook(server.address()), FAST)) {
      server.answer = exchange -> never.await();
      int held = 0;
      while (worker.offer(alert(held))) {
        held++;
      }
      assertThat(held).isEqualTo(HookWorker.MOST);
      assertThat(worker.room()).isZero();
    }
  }
}
