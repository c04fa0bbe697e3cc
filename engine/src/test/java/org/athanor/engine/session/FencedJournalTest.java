// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.execution.CommitBegunException;
import org.athanor.engine.execution.FinishedTask;
import org.athanor.engine.execution.JobJournal;
import org.athanor.engine.fleet.CommitGate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class FencedJournalTest {
  private final List<String> calls = new ArrayList<>();
  private boolean begunByAnother;
  private boolean interrupted;

  private final CommitGate gate =
      new CommitGate() {
        @Override
        public boolean isOpen() {
          return false;
        }

        @Override
        public void awaitOpen() throws InterruptedException {
          calls.add("awaitOpen");
          if (interrupted) {
            throw new InterruptedException();
          }
        }

        @Override
        public void awaitProof() {
          calls.add("awaitProof");
        }
      };

  private final FencedJournal journal =
      new FencedJournal(
          new JobJournal() {
            @Override
            public void succeeded(FinishedTask task) {}

            @Override
            public void commitBegins(boolean repeatable) throws CommitBegunException {
              calls.add("commitBegins " + repeatable);
              if (begunByAnother) {
                throw new CommitBegunException();
              }
            }

            @Override
            public void commitEnded(boolean succeeded) {
              calls.add("commitEnded " + succeeded);
            }

            @Override
            public void close() {
              calls.add("close");
            }
          },
          gate);

  @Test
  void aCommitBeginsOnlyWhenTheGateIsOpen() throws Exception {
    journal.commitBegins(true);
    journal.commitEnded(true);
    journal.close();
    assertThat(calls)
        .containsExactly("awaitOpen", "commitBegins true", "commitEnded true", "close");
  }

  @Test
  void aMasterThatFindsACommitOfAnotherOneAsksWhetherItWasReplaced() {
    begunByAnother = true;
    assertThatThrownBy(() -> journal.commitBegins(false)).isInstanceOf(CommitBegunException.class);
    assertThat(calls).containsExactly("awaitOpen", "commitBegins false", "awaitProof");
  }

  @Test
  void aKillOfTheJobEndsTheWait() {
    interrupted = true;
    assertThatThrownBy(() -> journal.commitBegins(false))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(calls).containsExactly("awaitOpen");
  }
}
