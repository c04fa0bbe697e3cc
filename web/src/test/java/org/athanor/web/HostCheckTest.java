// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostCheckTest {
  private final HostCheck check = new HostCheck(List.of("Head.example.org"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "localhost:9878",
        "LOCALHOST:1",
        "127.0.0.1",
        "127.0.0.1:9878",
        "10.1.2.3:80",
        "[::1]:9878",
        "[::1]",
        "[fe80::1%eth0]:1",
        "head.example.org",
        "HEAD.example.org:9878",
        "head.example.org.:9878",
        "localhost:",
      })
  void ownNamesAreAllowed(String host) {
    assertThat(check.allows(List.of(host))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "evil.example.org",
        "localhost.evil.example.org",
        "127.0.0.1.evil.example.org",
        "evil.example.org:127.0.0.1",
        "127.0.0.1:80:80",
        "[::1",
        "[]",
        "localhost@evil.example.org",
        "1.2.3",
        "x127.0.0.1",
        "head.example.org.evil",
        "[evil]",
      })
  void othersAreNot(String host) {
    assertThat(check.allows(List.of(host))).isFalse();
    assertThat(check.allows(List.of("localhost", host))).isFalse();
  }

  @Test
  void noHostAtAllComesFromNoBrowser() {
    assertThat(check.allows(List.of())).isTrue();
  }
}
