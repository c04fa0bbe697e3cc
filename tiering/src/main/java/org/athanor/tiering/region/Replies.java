// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.region.RequestBox.Entry;

/**
 * Answers to requests. One that cannot be written is written later, and keeps no other from being
 * written. For one thread.
 */
final class Replies {
  private final RequestBox box;
  private final Consumer<String> notices;
  private final Map<String, Reply> unwritten = new HashMap<>();

  private static final class Reply {
    final Answer answer;
    final Backoff backoff;

    Reply(Answer answer, Backoff backoff) {
      this.answer = answer;
      this.backoff = backoff;
    }
  }

  Replies(RequestBox box, Consumer<String> notices) {
    this.box = box;
    this.notices = notices;
  }

  /** Writes an answer, in place of an earlier one to the same request. */
  void give(Entry request, Answer answer, long nowNanos) throws InterruptedException {
    Reply before = unwritten.get(request.id());
    Reply reply = new Reply(answer, before == null ? Backoff.ofQuestions() : before.backoff);
    unwritten.put(request.id(), reply);
    write(request, reply, nowNanos);
  }

  /**
   * Writes what could not be written before.
   *
   * @param requests that there are, by their ids; answers to others are forgotten
   */
  void giveAgain(Map<String, Entry> requests, long nowNanos) throws InterruptedException {
    unwritten.keySet().retainAll(requests.keySet());
    for (Map.Entry<String, Reply> one : List.copyOf(unwritten.entrySet())) {
      if (one.getValue().backoff.isDue(nowNanos)) {
        write(requests.get(one.getKey()), one.getValue(), nowNanos);
      }
    }
  }

  private void write(Entry request, Reply reply, long nowNanos) throws InterruptedException {
    try {
      box.answer(request, reply.answer);
      unwritten.remove(request.id());
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      if (reply.backoff.failed(nowNanos)) {
        notices.accept(
            "an answer to "
                + RequestJson.shown(request.owner())
                + " cannot be written, and is tried again: "
                + Notes.of(e));
      }
    }
  }
}
