// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProxiesTest {
  private List<String> names = List.of("127.0.0.1:8088", "127.0.0.2:8089");
  private long time;
  private int lookups;

  private Proxies proxies(String base) {
    return new Proxies(
        () -> {
          lookups++;
          if (names == null) {
            throw new IllegalStateException("no name service");
          }
          return names;
        },
        () -> "https://",
        new Links(base),
        () -> time);
  }

  private static InetAddress address(String text) throws UnknownHostException {
    return InetAddress.getByName(text);
  }

  private void pass(long seconds) {
    time += TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void knowsTheAddressesOfAll() throws UnknownHostException {
    Proxies proxies = proxies("/proxy/application_1_2");
    assertThat(proxies.isKnown(address("127.0.0.1"))).isFalse();
    assertThat(proxies.isProxy(address("127.0.0.2"))).isTrue();
    assertThat(proxies.isKnown(address("127.0.0.1"))).isTrue();
    assertThat(proxies.isProxy(address("127.0.0.3"))).isFalse();
  }

  @Test
  void sendsOthersToTheProxyThatHasAskedLast() throws UnknownHostException {
    Proxies proxies = proxies("/proxy/application_1_2");
    assertThat(proxies.isProxy(address("127.0.0.3"))).isFalse();
    Response redirect = proxies.redirect("/job/job_1_1?x=1");
    assertThat(redirect.status()).isEqualTo(Response.FOUND);
    assertThat(redirect.location())
        .isEqualTo("https://127.0.0.1:8088/proxy/redirect/application_1_2/job/job_1_1?x=1");
    assertThat(proxies.isProxy(address("127.0.0.2"))).isTrue();
    assertThat(proxies.redirect("/").location())
        .isEqualTo("https://127.0.0.2:8089/proxy/redirect/application_1_2/");
  }

  @Test
  void withoutAProxyOthersAreRefused() throws UnknownHostException {
    names = List.of();
    Proxies proxies = proxies("/proxy/application_1_2");
    assertThat(proxies.isProxy(address("127.0.0.1"))).isFalse();
    assertThat(proxies.redirect("/").status()).isEqualTo(Response.FORBIDDEN);
  }

  @Test
  void looksNamesUpAgainButNotTooOften() throws UnknownHostException {
    Proxies proxies = proxies("/proxy/application_1_2");
    for (int i = 0; i < 10; i++) {
      assertThat(proxies.isProxy(address("127.0.0.9"))).isFalse();
      assertThat(proxies.isProxy(address("127.0.0.1"))).isTrue();
    }
    assertThat(lookups).isEqualTo(1);
    names = List.of("127.0.0.9:8088");
    pass(Proxies.LEAST_SECONDS);
    assertThat(proxies.isProxy(address("127.0.0.9"))).isTrue();
    assertThat(proxies.isProxy(address("127.0.0.1"))).isFalse();
    assertThat(lookups).isEqualTo(2);
    names = null;
    pass(Proxies.REFRESH_SECONDS);
    assertThat(proxies.isProxy(address("127.0.0.9"))).as("still known").isTrue();
    assertThat(lookups).isEqualTo(3);
  }
}
