// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {
  @Test
  void isAsTheFormatSays() {
    PrometheusText text = new PrometheusText("athanor_");
    text.family("jobs", PrometheusText.Type.GAUGE, "Jobs\nby \\ state.");
    text.value(3, "state", "ready").value(0.25, "state", "a\"b\\c\nd", "more", "");
    text.family("decisions_total", PrometheusText.Type.COUNTER, "Decisions.").value(7);
    text.family("odd", PrometheusText.Type.GAUGE, "Odd.").value(Double.NaN);
    text.value(Double.POSITIVE_INFINITY);
    assertThat(text)
        .hasToString(
            """
            # HELP athanor_jobs Jobs\\nby \\\\ state.
            # TYPE athanor_jobs gauge
            athanor_jobs{state="ready"} 3
            athanor_jobs{state="a\\"b\\\\c\\nd",more=""} 0.25
            # HELP athanor_decisions_total Decisions.
            # TYPE athanor_decisions_total counter
            athanor_decisions_total 7
            # HELP athanor_odd Odd.
            # TYPE athanor_odd gauge
            athanor_odd NaN
            athanor_odd +Inf
            """);
  }

  @Test
  void bucketsOfHistogramsAreCumulative() {
    PrometheusText text = new PrometheusText("athanor_");
    text.histogram("wait_seconds", "Waits.", List.of(0.5, 10.0), List.of(2L, 0L, 1L), 40.5);
    assertThat(text)
        .hasToString(
            """
            # HELP athanor_wait_seconds Waits.
            # TYPE athanor_wait_seconds histogram
            athanor_wait_seconds_bucket{le="0.5"} 2
            athanor_wait_seconds_bucket{le="10"} 2
            athanor_wait_seconds_bucket{le="+Inf"} 3
            athanor_wait_seconds_sum 40.5
            athanor_wait_seconds_count 3
            """);
  }

  @Test
  void aFamilyIsThereOnce() {
    PrometheusText text = new PrometheusText("athanor_");
    text.family("jobs", PrometheusText.Type.GAUGE, "Jobs.");
    assertThatThrownBy(() -> text.family("jobs", PrometheusText.Type.GAUGE, "Jobs."))
        .hasMessage("metric athanor_jobs: no name, or there already");
    assertThatThrownBy(() -> text.family("Jobs-", PrometheusText.Type.GAUGE, "Jobs."))
        .hasMessageContaining("no name");
  }
}
