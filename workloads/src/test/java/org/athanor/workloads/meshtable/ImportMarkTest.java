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
    ImportMark begun = ImportMark.begun(7);
    ImportMark complete = begun.completed();

    assertThat(begun).isNotEqualTo(ImportMark.begun(7));
    assertThat(begun.isComplete()).isFalse();
    assertThat(complete.isComplete()).isTrue();
    assertThat(complete).isNotEqualTo(ImportMark.begun(7).completed());
    assertThat(ImportMark.of(begun.bytes())).isEqualTo(begun);
    assertThat(ImportMark.of(complete.bytes())).isEqualTo(complete);
    assertThatThrownBy(complete::completed).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void namesTheTimeOfItsCellsBeforeAndAfterItsEnd() {
    assertThat(ImportMark.begun(1_764_281_234_567L).time()).hasValue(1_764_281_234_567L);
    assertThat(ImportMark.begun(0).completed().time()).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "complete x",
        "complete 7 x",
        "complete @7",
        "complete @7 ",
        "complete @-7 x",
        "complete @7x x",
        "complete @9999999999999999999 x",
        "other @7 x"
      })
  void namesNoTimeIfOtherProgramsHaveWrittenTheCells(String text) {
    assertThat(ImportMark.of(text.getBytes(StandardCharsets.UTF_8)).time()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "complete", "begun", "begun complete x", "Complete x"})
  void whatIsNotCompleteIsNot(String text) {
    assertThat(ImportMark.of(text.getBytes(StandardCharsets.UTF_8)).isComplete()).isFalse();
  }
}
