// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.alert;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * Something that people should hear of.
 *
 * @param id the same whenever the same thing is told, and of nothing else
 * @param job empty if it is about the run
 * @param message one sentence
 * @param deadline by when it was promised; of a promise only
 * @param expected the latest likely end; of a promise at risk only
 */
public record Alert(
    String id,
    Kind kind,
    Instant at,
    String run,
    String workflow,
    Optional<String> job,
    String message,
    Optional<Instant> deadline,
    Optional<Instant> expected) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int MOST_MESSAGE = 2000;

  /** What an alert is about. */
  public enum Kind {
    /** A run or a job is likely to miss its promise. */
    SLA_AT_RISK,
    /** A run or a job has not ended by its promise. */
    SLA_MISSED,
    /** All jobs of a run succeeded. */
    RUN_SUCCEEDED,
    /** A run ended otherwise. */
    RUN_FAILED,
    /** Nobody works on a run, and its jobs may still run. */
    JOB_LEFT_ALONE;

    /** As users write it, such as {@code sla-at-risk}. */
    public String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Makes an alert; a long message is cut. */
  public Alert {
    message = message.length() > MOST_MESSAGE ? message.substring(0, MOST_MESSAGE) + "…" : message;
  }

  /**
   * One about a promise.
   *
   * @param expected the latest likely end; empty if the promise is missed
   */
  public static Alert ofPromise(
      Instant at,
      String run,
      String workflow,
      Optional<String> job,
      Instant deadline,
      Optional<Instant> expected,
      String message) {
    Kind kind = expected.isPresent() ? Kind.SLA_AT_RISK : Kind.SLA_MISSED;
    return new Alert(
        String.join(":", kind.id(), run, job.orElse(""), Long.toString(deadline.toEpochMilli())),
        kind,
        at,
        run,
        workflow,
        job,
        message,
        Optional.of(deadline),
        expected);
  }

  /** One about a whole run. Of a kind, a run has one at a time. */
  public static Alert ofRun(Kind kind, Instant at, String run, String workflow, String message) {
    return new Alert(
        String.join(":", kind.id(), run, Long.toString(at.toEpochMilli())),
        kind,
        at,
        run,
        workflow,
        Optional.empty(),
        message,
        Optional.empty(),
        Optional.empty());
  }

  /** As one line of JSON, which docs/scheduling.md describes. */
  public String toJson() {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("id", id);
    model.put("event", kind.id());
    model.put("time", at.toString());
    model.put("run", run);
    model.put("workflow", workflow);
    job.ifPresent(name -> model.put("job", name));
    deadline.ifPresent(time -> model.put("deadline", time.toString()));
    expected.ifPresent(time -> model.put("expectedEnd", time.toString()));
    model.put("message", message);
    return JSON.writeValueAsString(model);
  }
}
