// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.util.Locale;
import java.util.Optional;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.athanor.web.Html;

/** States as a shape, a colour and a word, so that none of them is needed alone. Stateless. */
final class StateMark {
  private StateMark() {}

  static String word(Enum<?> state) {
    return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static void append(Html html, Phase phase) {
    html.markup("<span class=state>");
    shape(html, phase);
    html.text(word(phase)).markup("</span>");
  }

  static void append(Html html, RunState.Status status) {
    html.markup("<span class=state>");
    shape(html, phase(status));
    html.text(word(status)).markup("</span>");
  }

  /** Whether a promise is at risk or missed. */
  static void append(Html html, Optional<AlertTables.State> promise) {
    promise.ifPresent(
        state -> html.markup(" <span class=bad>promise ").text(word(state)).markup("</span>"));
  }

  private static Phase phase(RunState.Status status) {
    return switch (status) {
      case RUNNING -> Phase.RUNNING;
      case SUCCEEDED -> Phase.SUCCEEDED;
      case FAILED -> Phase.FAILED;
      case KILLED -> Phase.KILLED;
    };
  }

  /** A shape of 16 by 16, in markup or within a picture. */
  static void shape(Html html, Phase phase) {
    html.markup("<svg class=\"mark ").text(kind(phase)).markup("\" width=16 height=16 ");
    html.markup("viewBox=\"0 0 16 16\" aria-hidden=true>");
    switch (phase) {
      case SUCCEEDED ->
          html.markup("<circle cx=8 cy=8 r=7 /><path class=in d=\"M4.5 8.2l2.4 2.6 4.6-5.2\"/>");
      case FAILED ->
          html.markup("<rect x=1 y=1 width=14 height=14 rx=2 />")
              .markup("<path class=in d=\"M5 5l6 6M11 5l-6 6\"/>");
      case KILLED ->
          html.markup("<path d=\"M8 .5L15.5 8 8 15.5 .5 8z\"/><path class=in d=\"M5 8h6\"/>");
      case SKIPPED ->
          html.markup("<circle class=ring cx=8 cy=8 r=6 /><path class=line d=\"M4 12l8-8\"/>");
      case WAITING -> html.markup("<circle class=ring cx=8 cy=8 r=6 />");
      case READY ->
          html.markup("<circle class=ring cx=8 cy=8 r=6 /><circle class=dot cx=8 cy=8 r=2.6 />");
      case BACKING_OFF ->
          html.markup("<circle class=ring cx=8 cy=8 r=6 /><path class=line d=\"M8 4.5V8l2.5 2\"/>");
      case STAGING, PREPARING, LAUNCHING, RUNNING, CHECKING ->
          html.markup("<path d=\"M2.5 1.2v13.6L14.5 8z\"/>");
    }
    html.markup("</svg>");
  }

  /** The class that gives a phase its colour. */
  static String kind(Phase phase) {
    return switch (phase) {
      case SUCCEEDED -> "succeeded";
      case FAILED -> "failed";
      case KILLED -> "killed";
      case SKIPPED -> "skipped";
      case WAITING, READY, BACKING_OFF -> "waiting";
      case STAGING, PREPARING, LAUNCHING, RUNNING, CHECKING -> "running";
    };
  }
}
