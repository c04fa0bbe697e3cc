// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImportMarkTest {
  @Test
  void anImportHasAMarkOfItsOwnWhichIsCompleteOnceItHasEnded() {
    ImportMark begun = ImportMark.begun();
    ImportMark complete = begun.completed();

    assertThat(begun).isNotEqualTo(ImportMark.begun());
    assertThat(begun.isComplete()).isFalse();
    assertThat(complete.isComplete()).isTrue();
    assertThat(complete).isNotEqualTo(ImportMark.begun().completed());
    assertThat(ImportMark.of(begun.bytes())).isEqualTo(begun);
    assertThat(ImportMark.of(complete.bytes())).isEqualTo(complete);
    assertThatThrownBy(complete::completed).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "complete", "begun", "begun complete x", "Complete x"})
  void whatIsNotCompleteIsNot(String text) {
    assertThat(ImportMark.of(text.getBytes(StandardCharsets.UTF_8)).isComplete()).isFalse();
  }
}
