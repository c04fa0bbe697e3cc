// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.athanor.results.Metric;
import org.athanor.results.NodePower;
import org.athanor.results.NodePower.State;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable;
import org.athanor.results.Unit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PowerMetersTest {
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final String POWER = "/redfish/v1/Chassis/1/Power";

  @TempDir Path directory;
  private RedfishServer server;
  private Path secret;
  private Duration limit = Duration.ofSeconds(20);

  @BeforeEach
  void start() throws Exception {
    server = new RedfishServer();
    secret = secret(RedfishServer.PASSWORD);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Path secret(String password) throws Exception {
    Path file = directory.resolve("secret-" + password.hashCode());
    Files.writeString(file, password + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  private PowerSpec redfish(Certificate certificate, boolean session) {
    return new PowerSpec(
        "n1",
        PowerSpec.Kind.REDFISH,
        server.url(),
        Optional.of("reader"),
        Optional.of(secret.toString()),
        certificate,
        session,
        Optional.empty(),
        Optional.empty(),
        Duration.ofMillis(100));
  }

  private PowerMeters meters(PowerSpec spec) throws Exception {
    return PowerMeters.start(List.of(spec), "ipmitool", limit);
  }

  /** The result of a trial that ends when a latch is open. */
  private NodePower trial(PowerMeters meters, CountDownLatch end) throws Exception {
    Path trial = Files.createDirectories(directory.resolve("results/trials/t"));
    try (PowerMeters.Metering metering =
        meters.begin(List.of("n1", "n2"), directory.resolve("results"), trial)) {
      assertThat(end.await(30, TimeUnit.SECONDS)).isTrue();
      metering.end();
      Map<String, NodePower> results = metering.results();
      assertThat(results.keySet()).containsExactly("n1");
      return results.get("n1");
    }
  }

  /** Why a service that does something wrong gives no power; the trial itself is short. */
  private String refused(PowerSpec spec) throws Exception {
    try (PowerMeters meters = meters(spec)) {
      NodePower power = trial(meters, new CountDownLatch(0));
      assertThat(power.state()).isEqualTo(State.UNAVAILABLE);
      assertThat(power.samples()).isEmpty();
      String reason = power.reason().orElseThrow();
      assertThat(power.energy()).isEqualTo(Reading.unavailable(reason));
      assertThat(reason).startsWith(server.url() + " ").doesNotContain(RedfishServer.PASSWORD);
      assertThat(meters.unavailable("n1")).contains(reason);
      return reason.substring(server.url().length() + 1);
    }
  }

  private String refused() throws Exception {
    return refused(redfish(new Certificate.Insecure(), false));
  }

  @Test
  void measuresTheEnergyOfATrial() throws Exception {
    server.chassis("1", "200");
    CountDownLatch readings = new CountDownLatch(6);
    server.resources.put(
        POWER,
        exchange -> {
          readings.countDown();
          RedfishServer.answer(exchange, 200, "{\"PowerControl\":[{\"PowerConsumedWatts\":200}]}");
        });
    PowerSpec spec = redfish(new Certificate.Pinned(RedfishServer.fingerprint()), false);
    try (PowerMeters meters = meters(spec)) {
      assertThat(meters.unavailable("n1")).isEmpty();
      NodePower power = trial(meters, readings);
      assertThat(power.state()).isEqualTo(State.MEASURED);
      assertThat(power.reason()).isEmpty();
      assertThat(power.meter()).isEqualTo("redfish");
      assertThat(power.domain()).isEqualTo("whole node, by Redfish, " + POWER);
      assertThat(amount(power.power(), Unit.WATTS)).isCloseTo(200, within(1e-6));
      assertThat(amount(power.energy(), Unit.JOULES)).isPositive();
      assertThat(power.readings()).isGreaterThanOrEqualTo(2);
      assertThat(power.samples()).contains("trials/t/power-n1.csv");
      SampleTable table =
          SampleTable.read(
              directory.resolve("results").resolve(power.samples().get()),
              Set.of(Metric.POWER_NODE));
      assertThat(table.rows()).isGreaterThanOrEqualTo(power.readings());
      assertThat(table.value(0, 0)).isEqualTo(200);
      // A second trial is added up anew.
      NodePower second = trial(meters, new CountDownLatch(0));
      assertThat(amount(second.power(), Unit.WATTS)).isCloseTo(200, within(1e-6));
    }
    assertThat(server.requests).noneMatch(asked -> asked.startsWith("POST"));
  }

  @Test
  void aTrialWithoutAFileForItsReadingsHasNoEnergy() throws Exception {
    server.chassis("1", "200");
    Path file = directory.resolve("results/trials/t/power-n1.csv");
    Files.createDirectories(file);
    try (PowerMeters meters = meters(redfish(new Certificate.Insecure(), false))) {
      NodePower power = trial(meters, new CountDownLatch(0));
      assertThat(power.state()).isEqualTo(State.UNAVAILABLE);
      assertThat(power.reason().orElseThrow())
          .startsWith("readings could not be written: " + file + ": ");
      Files.delete(file);
      assertThat(trial(meters, new CountDownLatch(0)).state()).isNotEqualTo(State.UNAVAILABLE);
    }
  }

  private static double amount(Reading reading, Unit unit) {
    Reading.Value value = (Reading.Value) reading;
    assertThat(value.unit()).isEqualTo(unit);
    return value.amount();
  }

  @Test
  void prefersTheNewerResourceAndSaysThatItsPowerIsCalculated() throws Exception {
    server.chassis("1", "7");
    server.json(
        "/redfish/v1/Chassis/1",
        "{\"Power\":{\"@odata.id\":\""
            + POWER
            + "\"},"
            + "\"EnvironmentMetrics\":{\"@odata.id\":\"/redfish/v1/Chassis/1/Environment\"}}");
    server.json(
        "/redfish/v1/Chassis/1/Environment",
        "{\"PowerWatts\":{\"Reading\":321.5,\"DataSourceUri\":\"/redfish/v1/Sensors/p\"}}");
    server.json("/redfish/v1/Sensors/p", "{\"Implementation\":\"Synthesized\"}");
    CountDownLatch some = new CountDownLatch(8);
    server.resources.computeIfPresent(
        "/redfish/v1/Chassis/1/Environment",
        (path, handler) ->
            exchange -> {
              some.countDown();
              handler.handle(exchange);
            });
    try (PowerMeters meters = meters(redfish(new Certificate.Insecure(), false))) {
      NodePower power = trial(meters, some);
      assertThat(power.state()).isEqualTo(State.ESTIMATED);
      assertThat(power.reason()).contains("the device calculates its power (sensor: Synthesized)");
      assertThat(amount(power.power(), Unit.WATTS)).isCloseTo(321.5, within(1e-6));
    }
  }

  @Test
  void opensASessionAgainWhenTheDeviceEndsIt() throws Exception {
    server.chassis("1", "150");
    CountDownLatch again = new CountDownLatch(8);
    server.resources.put(
        POWER,
        exchange -> {
          again.countDown();
          if (again.getCount() == 4) {
            server.tokens.clear();
          }
          RedfishServer.answer(exchange, 200, "{\"PowerControl\":[{\"PowerConsumedWatts\":150}]}");
        });
    try (PowerMeters meters = meters(redfish(new Certificate.Insecure(), true))) {
      NodePower power = trial(meters, again);
      assertThat(power.state()).isEqualTo(State.MEASURED);
      assertThat(server.requests.stream().filter(asked -> asked.startsWith("POST"))).hasSize(2);
      assertThat(server.tokens).hasSize(1);
    }
    assertThat(server.tokens).isEmpty();
    assertThat(server.requests.get(server.requests.size() - 1)).startsWith("DELETE ");
  }

  @Test
  void closesSessionsIfTheStartIsInterrupted() throws Exception {
    server.chassis("1", "150");
    Thread starter = Thread.currentThread();
    AtomicBoolean interrupted = new AtomicBoolean();
    server.resources.put(
        POWER,
        exchange -> {
          if (!interrupted.getAndSet(true)) {
            starter.interrupt();
          }
          RedfishServer.answer(exchange, 200, "{\"PowerControl\":[{\"PowerConsumedWatts\":150}]}");
        });
    PowerSpec spec = redfish(new Certificate.Insecure(), true);
    assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> meters(spec)))
        .isInstanceOf(InterruptedException.class);
    assertThat(server.tokens).isEmpty();
    assertThat(server.requests.get(server.requests.size() - 1)).startsWith("DELETE ");
  }

  @Test
  void saysWhatIsWrongWithTheAnswer() throws Exception {
    server.chassis("1", "null");
    assertThat(refused()).isEqualTo("has no power of a chassis, of 1 that it lists");
    server.chassis("1", "\"120\"");
    assertThat(refused()).isEqualTo("has no power of a chassis, of 1 that it lists");
    server.chassis("1", "0");
    assertThat(refused())
        .isEqualTo(
            "says 0.0 W, which cannot be the power of a running node; it may not measure it");
    server.chassis("1", "-5");
    assertThat(refused()).startsWith("says -5.0 W");
    server.json("/redfish/v1/Chassis", "<html>");
    assertThat(refused()).isEqualTo("answers something else than a Redfish service does");
    server.json("/redfish/v1/Chassis", "[".repeat(100_000));
    assertThat(refused()).isEqualTo("answers something else than a Redfish service does");
    server.resources.remove("/redfish/v1/Chassis");
    assertThat(refused()).isEqualTo("has no list /redfish/v1/Chassis");
  }

  @Test
  void asksForOneOfSeveralChassis() throws Exception {
    server.chassis("1", "100").chassis("2", "100");
    server.json(
        "/redfish/v1/Chassis",
        "{\"Members\":[{\"@odata.id\":\"/redfish/v1/Chassis/1\"},"
            + "{\"@odata.id\":\"/redfish/v1/Chassis/2\"}]}");
    assertThat(refused())
        .isEqualTo(
            "has the power of several chassis; name one of them as resource:"
                + " /redfish/v1/Chassis/1/Power, /redfish/v1/Chassis/2/Power");
  }

  @Test
  void saysThatItIsRefused() throws Exception {
    secret = secret("another password");
    assertThat(refused()).isEqualTo("refuses the user reader (HTTP 401): check user and secret");
    assertThat(refused(redfish(new Certificate.Insecure(), true)))
        .isEqualTo("refuses the user reader (HTTP 401): check user and secret");
  }

  @Test
  void givesTheSecretToNoOtherHost() throws Exception {
    try (RedfishServer other = new RedfishServer()) {
      other.chassis("1", "100");
      server.resources.put(
          "/redfish/v1/Chassis",
          exchange -> {
            exchange.getResponseHeaders().add("Location", other.url() + "/redfish/v1/Chassis");
            RedfishServer.answer(exchange, 302, "");
          });
      assertThat(refused()).isEqualTo("redirects (HTTP 302), which is not followed with a secret");
      server.json(
          "/redfish/v1/Chassis",
          "{\"Members\":[{\"@odata.id\":\"//localhost:" + other.port() + POWER + "\"}]}");
      assertThat(refused()).isEqualTo("links to another host, which does not get the secret");
      assertThat(other.requests).isEmpty();
    }
  }

  @Test
  void doesNotWaitForADeviceThatHangsNorReadAllThatOneSends() throws Exception {
    limit = SHORT;
    CountDownLatch never = new CountDownLatch(1);
    server.resources.put(
        "/redfish/v1/Chassis",
        exchange -> {
          try {
            never.await();
          } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
          }
        });
    assertThat(refused())
        .isIn("does not answer within 1.0 s", "gives no answer: request timed out");
    server.resources.put(
        "/redfish/v1/Chassis",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write('{');
          exchange.getResponseBody().flush();
          try {
            never.await();
          } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
          }
        });
    assertThat(refused()).isEqualTo("does not answer within 1.0 s");
    server.resources.put(
        "/redfish/v1/Chassis",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] spaces = new byte[1 << 16];
          try (OutputStream body = exchange.getResponseBody()) {
            for (int i = 0; i < 1 << 14; i++) {
              body.write(spaces);
            }
          }
        });
    assertThat(refused()).isEqualTo("gives no answer: its answer is longer than 1 MiB");
    never.countDown();
  }

  @Test
  void trustsOnlyTheCertificateThatTheExperimentAllows() throws Exception {
    server.chassis("1", "100");
    assertThat(refused(redfish(new Certificate.Checked(), false)))
        .startsWith("is not trusted: ")
        .endsWith("set certificate to its sha256: fingerprint");
    assertThat(refused(redfish(new Certificate.Pinned("00".repeat(32)), false)))
        .isEqualTo(
            "is not trusted: has another certificate: sha256:"
                + RedfishServer.fingerprint()
                + "; if it is the right device, set certificate to its sha256: fingerprint");
    assertThat(server.requests).isEmpty();
  }

  @Test
  void checksTheNameOfTheHost() throws Exception {
    server.chassis("1", "100");
    for (String host : List.of("localhost", "127.0.0.1")) {
      HttpClient http =
          RedfishClient.http(
              DeviceTrust.context(
                  Map.of(host + ":" + server.port(), new Certificate.Checked()),
                  RedfishServer.authority()),
              limit);
      RedfishClient client =
          new RedfishClient(
              http,
              java.net.URI.create("https://" + host + ":" + server.port()),
              "reader",
              RedfishServer.PASSWORD,
              false,
              limit);
      if (host.equals("localhost")) {
        assertThat(client.get(POWER)).isPresent();
      } else {
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> client.get(POWER)))
            .isInstanceOf(PowerException.class)
            .hasMessageStartingWith("is not trusted: ")
            .hasMessageContaining("127.0.0.1");
      }
    }
  }

  @Test
  void saysThatADeviceIsDead() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    PowerSpec dead =
        new PowerSpec(
            "n1",
            PowerSpec.Kind.REDFISH,
            "https://127.0.0.1:" + port,
            Optional.of("reader"),
            Optional.of(secret.toString()),
            new Certificate.Checked(),
            false,
            Optional.empty(),
            Optional.of("node and its shelf"),
            Duration.ofMillis(100));
    try (PowerMeters meters = meters(dead)) {
      NodePower power = trial(meters, new CountDownLatch(0));
      assertThat(power.reason()).contains("https://127.0.0.1:" + port + " cannot be reached");
      assertThat(power.domain()).isEqualTo("node and its shelf");
    }
  }

  @Test
  void readsNoSecretThatOthersMayKnow() throws Exception {
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r-----"));
    PowerSpec spec = redfish(new Certificate.Insecure(), false);
    String problem =
        "the secret's file "
            + secret
            + " has the rights rw-r-----, so others may know the secret: change it, and run chmod"
            + " 600 "
            + secret;
    assertThat(PowerMeters.problems(List.of(spec))).containsExactly(Map.entry("n1", problem));
    assertThat(refused(spec)).isEqualTo("cannot be asked: " + problem);
    assertThat(server.requests).isEmpty();
    Files.delete(secret);
    assertThat(PowerMeters.problems(List.of(spec)))
        .containsExactly(Map.entry("n1", "the secret's file " + secret + " is missing"));
  }

  private PowerSpec ipmi(String address) {
    return new PowerSpec(
        "n1",
        PowerSpec.Kind.IPMI,
        address,
        Optional.of("reader"),
        Optional.of(secret.toString()),
        new Certificate.Checked(),
        false,
        Optional.empty(),
        Optional.empty(),
        Duration.ofMillis(100));
  }

  /** An {@code ipmitool} that writes down its arguments. */
  private String ipmitool(String script) throws Exception {
    Path program = directory.resolve("ipmitool");
    Files.writeString(
        program, "#!/bin/sh\necho \"$@\" >> " + directory.resolve("asked") + "\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program.toString();
  }

  private NodePower asked(String script) throws Exception {
    try (PowerMeters meters =
        PowerMeters.start(List.of(ipmi("n1-bmc:6230")), ipmitool(script), limit)) {
      return trial(meters, new CountDownLatch(0));
    }
  }

  @Test
  void asksByIpmitool() throws Exception {
    String reading =
        """
        cat <<END

            Instantaneous power reading:                   152 Watts
            Minimum during sampling period:                  8 Watts
            Maximum during sampling period:                440 Watts
            Average power reading over sample period:      155 Watts
            IPMI timestamp:                           Thu Jan  1 00:00:00 1970
            Sampling period:                          00000001 Seconds.
            Power reading state is:                   STATE

        END
        """;
    NodePower power = asked(reading.replace("STATE", "activated"));
    assertThat(amount(power.power(), Unit.WATTS)).isCloseTo(152, within(1e-6));
    assertThat(power.meter()).isEqualTo("ipmi");
    assertThat(power.domain()).isEqualTo("whole node, by IPMI (DCMI)");
    assertThat(Files.readAllLines(directory.resolve("asked")).get(0))
        .isEqualTo(
            "-I lanplus -L USER -H n1-bmc -p 6230 -U reader -f " + secret + " dcmi power reading");
    assertThat(asked(reading.replace("STATE", "deactivated")).reason())
        .contains("ipmi n1-bmc:6230 does not measure its power (reading deactivated)");
    assertThat(asked("echo 'Error: Unable to establish IPMI v2 / RMCP+ session'; exit 1").reason())
        .contains(
            "ipmi n1-bmc:6230 fails: Error: Unable to establish IPMI v2 / RMCP+ session; check user"
                + " and secret");
    assertThat(asked("echo hello").reason()).contains("ipmi n1-bmc:6230 printed no power");
    limit = SHORT;
    assertThat(asked("exec sleep 600").reason())
        .contains("ipmi n1-bmc:6230 does not answer within 1.0 s");
    assertThat(asked("exec cat /dev/zero").reason())
        .contains("ipmi n1-bmc:6230 does not answer within 1.0 s");
  }
}
