// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import org.athanor.cli.json.JsonWriter;
import org.athanor.tiering.serve.ClaimHolder;
import org.athanor.tiering.serve.RemoteStatus;

/** A daemon's status as text, and as JSON. */
final class StatusText {
  private static final int NOTICES = 3;

  /**
   * Who has the claim on the HDFS.
   *
   * @param holder empty if nobody has, or that is not known
   * @param otherwise what to say then
   */
  record Claim(Optional<ClaimHolder> holder, String otherwise) {
    String text() {
      return holder
          .map(
              who ->
                  who.host().isEmpty()
                      ? "somebody has it; only HDFS's superuser sees who"
                      : who.host() + " has it, as " + who.client())
          .orElse(otherwise);
    }
  }

  private StatusText() {}

  /**
   * As text.
   *
   * @param silence why there is no status, in one line
   */
  static String of(Optional<RemoteStatus> daemon, String silence, Claim claim) {
    StringBuilder text = new StringBuilder();
    if (daemon.isPresent()) {
      describe(text, daemon.get());
    } else {
      line(text, "daemon", silence);
    }
    line(text, "claim", claim.text());
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    // Notices and addresses are texts of others: they get no lines of their own.
    text.append(String.format(Locale.ROOT, "%-11s ", name))
        .append(value.replaceAll("\\p{Cntrl}", "?"))
        .append('\n');
  }

  private static void describe(StringBuilder text, RemoteStatus status) {
    line(
        text,
        "daemon",
        "since " + time(status.time("started")) + (status.isDryRun() ? ", only decides" : ""));
    line(text, "cluster", status.text("cluster"));
    line(text, "doing", status.text("doing"));
    line(text, "may use", budgets(status));
    line(
        text,
        "period",
        Amounts.duration(status.number("periodSeconds").orElse(0L))
            + ", ends "
            + time(status.time("periodEnd")));
    line(
        text,
        "learnt",
        String.format(
            Locale.ROOT,
            "%,d accesses, %,d files, until %s%s",
            status.number("accesses").orElse(0L),
            status.number("knownFiles").orElse(0L),
            time(status.time("logTime")),
            unread(status.number("malformedLines").orElse(0L))));
    line(text, "last plan", plan(status));
    StringJoiner held = new StringJoiner("; ");
    status.held().forEach((spot, files) -> held.add(spot + ": " + files));
    if (held.length() > 0) {
      line(text, "files", held + "; " + status.madeWhole() + " made whole");
    }
    status.region("capacityBytes").ifPresent(bytes -> line(text, "for jobs", region(status)));
    StringJoiner outcomes = new StringJoiner(", ");
    outcomes.setEmptyValue("none");
    status.outcomes().forEach((name, count) -> outcomes.add(count + " " + name));
    line(text, "outcomes", outcomes.toString());
    List<RemoteStatus.Said> notices = status.notices();
    for (RemoteStatus.Said said : notices.subList(0, Math.min(NOTICES, notices.size()))) {
      line(text, "notice", time(Optional.of(said.time())) + " " + said.text());
    }
  }

  private static String region(RemoteStatus status) {
    long capacity = status.region("capacityBytes").orElse(0L);
    return String.format(
        Locale.ROOT,
        "%s of %s for %d jobs, %s idle, %s being taken back; granted %d, refused %d, lost %d",
        Amounts.size(status.region("counterBytes").orElse(0L)),
        Amounts.size(capacity - status.region("reserveBytes").orElse(0L)),
        status.jobs(),
        Amounts.size(status.region("idleBytes").orElse(0L)),
        Amounts.size(status.region("leavingBytes").orElse(0L)),
        status.region("granted").orElse(0L),
        status.region("refused").orElse(0L),
        status.region("lost").orElse(0L));
  }

  private static String unread(long lines) {
    return lines == 0 ? "" : ", " + lines + " lines could not be read";
  }

  private static String budgets(RemoteStatus status) {
    StringJoiner budgets = new StringJoiner(", ");
    budgets.setEmptyValue("no budget");
    status.number("ssdBytes").ifPresent(bytes -> budgets.add(Amounts.size(bytes) + " of SSD"));
    status
        .number("extraReplicaBytes")
        .ifPresent(bytes -> budgets.add(Amounts.size(bytes) + " for more replicas"));
    status
        .number("archiveAfterSeconds")
        .ifPresent(age -> budgets.add("archive after " + Amounts.duration(age)));
    status
        .region("capacityBytes")
        .ifPresent(bytes -> budgets.add(Amounts.size(bytes) + " of SSD for jobs"));
    return budgets.toString();
  }

  private static String plan(RemoteStatus status) {
    return status
        .planMade()
        .map(
            made ->
                String.format(
                    Locale.ROOT,
                    "%s: %,d actions on %,d files, %,d of them repairs, %s to write",
                    time(Optional.of(made)),
                    status.planned("actions"),
                    status.planned("files"),
                    status.planned("repairs"),
                    Amounts.size(status.planned("bytes"))))
        .orElse("none yet");
  }

  private static String time(Optional<Instant> time) {
    return time.map(at -> at.truncatedTo(ChronoUnit.SECONDS).toString()).orElse("not yet");
  }

  /** As JSON: what the daemon has sent, as it is, and the claim. */
  static String json(Optional<RemoteStatus> daemon, String silence, Claim claim) {
    JsonWriter about = new JsonWriter().beginObject();
    if (daemon.isEmpty()) {
      about.name("problem").value(silence);
    }
    about.name("claim").value(claim.text());
    about.name("claimed").value(claim.holder().isPresent());
    claim
        .holder()
        .filter(who -> !who.host().isEmpty())
        .ifPresent(who -> about.name("host").value(who.host()).name("client").value(who.client()));
    String members = about.endObject().toString();
    return daemon
            .map(
                status ->
                    members.substring(0, members.length() - 2)
                        + ",\n  \"daemon\": "
                        + status.json()
                        + "\n}")
            .orElse(members)
        + "\n";
  }
}
