// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.athanor.tiering.keep.KeptFacts;
import org.athanor.tiering.keep.Spot;
import org.athanor.tiering.plan.Settings;
import org.athanor.tiering.region.RegionSnapshot;
import org.junit.jupiter.api.Test;

class StatusClientTest {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Test
  void readsWhatTheDaemonShows() throws Exception {
    Activity activity = new Activity(line -> {});
    activity.planned(
        new Activity.PlanFacts(START.plusSeconds(60), 1000, 12, 2, 34, Map.of(), List.of()));
    activity.kept(
        new KeptFacts(
            START,
            true,
            9,
            Map.of(
                new Spot(false, "ssd"), new KeptFacts.Count(7, 2),
                new Spot(true, "east"), new KeptFacts.Count(9, 0)),
            Map.of("has one replica", 2L),
            3));
    activity.notice("one");
    activity.notice("two");
    Status status =
        new Status(
            "hdfs://c",
            START,
            true,
            new Settings().ssd(77).make(),
            List.of(),
            RegionSnapshot.NONE,
            activity.snapshot());
    try (StatusServer server = new StatusServer(loopback(0), () -> status)) {
      RemoteStatus seen = StatusClient.ask(server.address()).orElseThrow();
      assertThat(seen.text("cluster")).isEqualTo("hdfs://c");
      assertThat(seen.isDryRun()).isTrue();
      assertThat(seen.time("started")).contains(START);
      assertThat(seen.time("periodEnd")).isEmpty();
      assertThat(seen.number("ssdBytes")).contains(77L);
      assertThat(seen.number("archiveAfterSeconds")).isEmpty();
      assertThat(seen.planMade()).contains(START.plusSeconds(60));
      assertThat(seen.planned("actions")).isEqualTo(12);
      assertThat(seen.outcomes()).isEmpty();
      assertThat(seen.notices()).extracting(RemoteStatus.Said::text).containsExactly("two", "one");
      assertThat(seen.held())
          .containsExactly(
              Map.entry("tier ssd", "7 whole, 2 not"), Map.entry("region east", "9 whole, 0 not"));
      assertThat(seen.madeWhole()).isEqualTo(3);
      assertThat(Metrics.of(status))
          .contains("athanor_storage_held_files{tier=\"ssd\",whole=\"no\"} 2\n");
      assertThat(seen.json()).isEqualTo(StatusJson.of(status));
    }
  }

  @Test
  void nobodyThereIsNoError() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    assertThat(StatusClient.ask(loopback(port))).isEmpty();
  }

  @Test
  void somethingElseIsSaidToBeThat() throws Exception {
    assertThatThrownBy(() -> ask(200, "<html>"))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("/status.json: is no storage daemon: what it says is no JSON");
    assertThatThrownBy(() -> ask(200, "{}"))
        .hasMessageEndingWith("/status.json: is no storage daemon: it answers with code 200");
    assertThatThrownBy(() -> ask(404, "{}"))
        .hasMessageEndingWith("/status.json: is no storage daemon: it answers with code 404");
  }

  private static void ask(int code, String body) throws Exception {
    HttpServer server = HttpServer.create(loopback(0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(code, body.length());
            exchange.getResponseBody().write(body.getBytes(UTF_8));
          }
        });
    server.start();
    try {
      StatusClient.ask(server.getAddress());
    } finally {
      server.stop(0);
    }
  }
}
