// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageTest {
  @Test
  void carriesAnyWords() throws IOException {
    String[] words = {"", " a\nb ", "ü\u0000", "x".repeat(100_000)};
    assertThat(Message.of(Message.Kind.RUN, words).words()).containsExactly(words);
    assertThat(Message.of(Message.Kind.ANSWER).word()).isEmpty();
  }

  @Test
  void carriesADriver() throws IOException {
    DriverRequest request =
        new DriverRequest(
            2, 80, 077, "/a b", Map.of("A", "=b", "EMPTY", ""), List.of("run", "", "-x"));
    assertThat(DriverRequest.of(request.message())).isEqualTo(request);
  }

  @Test
  void refusesWhatIsCutOff() {
    byte[] whole = Message.of(Message.Kind.RUN, "1", "0", "0", "/", "1", "A", "b").body();
    for (int length = 0; length < whole.length; length++) {
      Message cut = new Message(Message.Kind.RUN, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> DriverRequest.of(cut))
          .as("%s bytes", length)
          .isInstanceOf(IOException.class);
    }
    byte[] huge = {127, -1, -1, -1};
    assertThatThrownBy(() -> new Message(Message.Kind.RUN, huge).words())
        .isInstanceOf(IOException.class);
  }

  @Test
  void knowsEachKind() throws IOException {
    for (Message.Kind kind : Message.Kind.values()) {
      assertThat(Message.Kind.of(kind.code())).isEqualTo(kind);
    }
    assertThatThrownBy(() -> Message.Kind.of((byte) 0)).isInstanceOf(IOException.class);
  }
}
