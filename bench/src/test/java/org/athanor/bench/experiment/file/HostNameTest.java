// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostNameTest {
  @Test
  void aNameWithoutADomainMayStandForAWholeOne() {
    assertThat(HostName.same("n1", "n1.site.org")).isTrue();
    assertThat(HostName.same("n1.site.org", "N1")).isTrue();
    assertThat(HostName.same("n1.site.org", "n1.Site.org")).isTrue();
    assertThat(HostName.same("n1", "n10")).isFalse();
    assertThat(HostName.same("n1", "n2.n1")).isFalse();
  }

  @Test
  void hostsOfTwoDomainsAreTwo() {
    assertThat(HostName.same("n1.a.org", "n1.b.org")).isFalse();
    assertThat(HostName.same("node-1.allocation", "node-1.site.org")).isFalse();
  }
}
