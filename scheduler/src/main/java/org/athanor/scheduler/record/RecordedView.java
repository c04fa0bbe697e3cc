// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Source;
import tools.jackson.databind.JsonNode;

/** Views as JSON. All numbers are those that were recorded, to the last bit. */
final class RecordedView {
  private RecordedView() {}

  /** The members of a view whose network is a {@link RecordedNetwork}. */
  static Map<String, Object> json(View view) {
    RecordedNetwork network = (RecordedNetwork) view.network();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("jobs", view.jobs().stream().map(RecordedView::json).toList());
    json.put("clusters", view.clusters().stream().map(RecordedView::json).toList());
    Map<String, Object> rates = new TreeMap<>();
    network.rates().forEach((from, row) -> rates.put(from, new TreeMap<>(row)));
    json.put("rates", rates);
    json.put("remoteReadPart", network.remoteReadPart());
    return json;
  }

  private static Map<String, Object> json(PendingJob job) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", job.name());
    json.put("priority", job.priority());
    json.put("after", new TreeSet<>(job.after()));
    json.put("since", job.since().toString());
    json.put("needs", json(job.needs()));
    json.put("bytes", job.input().bytes());
    json.put("inputAt", new TreeSet<>(job.input().at()));
    Map<String, Object> arriving = new TreeMap<>();
    job.input().arriving().forEach((cluster, time) -> arriving.put(cluster, time.toString()));
    json.put("arriving", arriving);
    json.put("uncopied", new TreeSet<>(job.input().uncopied()));
    Map<String, Object> offers = new TreeMap<>();
    job.offers().forEach((cluster, offer) -> offers.put(cluster, json(offer)));
    json.put("offers", offers);
    job.deadline().ifPresent(deadline -> json.put("deadline", deadline.toString()));
    return json;
  }

  private static Map<String, Object> json(Offer offer) {
    Map<String, Object> json = new LinkedHashMap<>();
    offer.seconds().ifPresent(seconds -> json.put("seconds", json(seconds)));
    offer.joules().ifPresent(joules -> json.put("joules", json(joules)));
    json.put("least", json(offer.least()));
    return json;
  }

  private static Map<String, Object> json(Prediction prediction) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("low", prediction.low());
    json.put("middle", prediction.middle());
    json.put("high", prediction.high());
    json.put("level", prediction.level());
    json.put("source", prediction.source().name());
    json.put("runs", prediction.runs());
    return json;
  }

  private static Map<String, Object> json(ClusterState cluster) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", cluster.name());
    json.put("total", json(cluster.total()));
    json.put("free", json(cluster.free()));
    List<Map<String, Object>> running = new ArrayList<>();
    for (Reservation each : cluster.running()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("job", each.job());
      one.put("cluster", each.cluster());
      one.put("resources", json(each.resources()));
      one.put("expectedEnd", each.expectedEnd().toString());
      running.add(one);
    }
    json.put("running", running);
    return json;
  }

  private static Map<String, Object> json(Resources resources) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("vcores", resources.vcores());
    json.put("memoryBytes", resources.memoryBytes());
    json.put("diskBytesPerSecond", resources.diskBytesPerSecond());
    json.put("networkBytesPerSecond", resources.networkBytesPerSecond());
    return json;
  }

  /**
   * Reads a view.
   *
   * @throws IllegalArgumentException, or Jackson's or a time's exception, if it is none
   */
  static View of(JsonNode node) {
    List<ClusterState> clusters = list(node.required("clusters"), RecordedView::cluster);
    List<PendingJob> jobs = list(node.required("jobs"), RecordedView::job);
    unique("cluster", clusters.stream().map(ClusterState::name).toList());
    unique("job", jobs.stream().map(PendingJob::name).toList());
    return new View(
        jobs,
        clusters,
        new RecordedNetwork(
                map(node.required("rates"), row -> map(row, JsonNode::doubleValue)),
                number(node, "remoteReadPart"))
            .checked());
  }

  private static void unique(String what, List<String> names) {
    Set<String> seen = new LinkedHashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException(what + " " + name + ": is there twice");
      }
    }
  }

  private static PendingJob job(JsonNode node) {
    return new PendingJob(
        text(node, "name"),
        node.required("priority").intValue(),
        names(node.required("after")),
        time(node.required("since")),
        resources(node.required("needs")),
        new PendingJob.Input(
            number(node, "bytes"),
            names(node.required("inputAt")),
            map(node.required("arriving"), RecordedView::time),
            names(node.required("uncopied"))),
        map(node.required("offers"), RecordedView::offer),
        Optional.ofNullable(node.get("deadline")).map(RecordedView::time));
  }

  private static Offer offer(JsonNode node) {
    return new Offer(
        Optional.ofNullable(node.get("seconds")).map(RecordedView::prediction),
        Optional.ofNullable(node.get("joules")).map(RecordedView::prediction),
        resources(node.required("least")));
  }

  private static Prediction prediction(JsonNode node) {
    return new Prediction(
        number(node, "low"),
        number(node, "middle"),
        number(node, "high"),
        number(node, "level"),
        RecordingReader.constant(Source.class, node, "source"),
        node.required("runs").intValue());
  }

  private static ClusterState cluster(JsonNode node) {
    return new ClusterState(
        text(node, "name"),
        resources(node.required("total")),
        resources(node.required("free")),
        list(
            node.required("running"),
            each ->
                new Reservation(
                    text(each, "job"),
                    text(each, "cluster"),
                    resources(each.required("resources")),
                    time(each.required("expectedEnd")))));
  }

  private static Resources resources(JsonNode node) {
    return new Resources(
        number(node, "vcores"),
        number(node, "memoryBytes"),
        number(node, "diskBytesPerSecond"),
        number(node, "networkBytesPerSecond"));
  }

  static String text(JsonNode node, String key) {
    return string(node.required(key));
  }

  /** A text; Jackson gives null for the null of JSON. */
  static String string(JsonNode node) {
    if (node.isNull()) {
      throw new IllegalArgumentException("must be a text, but is null");
    }
    return node.stringValue();
  }

  static double number(JsonNode node, String key) {
    return node.required(key).doubleValue();
  }

  static Instant time(JsonNode node) {
    return Instant.parse(string(node));
  }

  private static Set<String> names(JsonNode node) {
    return new LinkedHashSet<>(list(node, RecordedView::string));
  }

  static <T> List<T> list(JsonNode node, Function<JsonNode, T> read) {
    if (!node.isArray()) {
      throw new IllegalArgumentException("must be a list, but begins with " + begin(node));
    }
    List<T> all = new ArrayList<>();
    node.forEach(each -> all.add(read.apply(each)));
    return List.copyOf(all);
  }

  static <T> Map<String, T> map(JsonNode node, Function<JsonNode, T> read) {
    if (!node.isObject()) {
      throw new IllegalArgumentException("must be an object, but begins with " + begin(node));
    }
    Map<String, T> all = new LinkedHashMap<>();
    node.properties().forEach(each -> all.put(each.getKey(), read.apply(each.getValue())));
    return all;
  }

  private static String begin(JsonNode node) {
    String text = node.toString();
    return text.length() > 20 ? text.substring(0, 20) : text;
  }
}
