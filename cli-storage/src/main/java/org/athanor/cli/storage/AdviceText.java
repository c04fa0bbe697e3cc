// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.storage.gain.LinkRate;
import org.athanor.cli.table.TextTable;
import org.athanor.storage.decision.ConfigurationChoice;
import org.athanor.tiering.document.PlanJson;
import org.athanor.tiering.plan.LinkAdvice;

/** An {@link Advice} for people, and as JSON. */
final class AdviceText {
  private static final String TIER = "athanor.intermediate.tier";

  private AdviceText() {}

  static String of(Advice advice) {
    ConfigurationChoice choice = advice.choice();
    StringBuilder text = new StringBuilder();
    text.append(advice.application())
        .append(": input ")
        .append(Amounts.size(advice.inputBytes()))
        .append(", expected intermediate data ")
        .append(
            advice.intermediateBytes().isPresent()
                ? Amounts.size(advice.intermediateBytes().getAsLong())
                : "unknown")
        .append(", room on SSDs ")
        .append(Amounts.size(advice.roomBytes()))
        .append("\n\n");
    TextTable table = new TextTable("configuration", "input", "intermediate", "time>", "runs>");
    advice
        .times()
        .byConfiguration()
        .forEach(
            (configuration, time) ->
                table.add(
                    configuration.id(),
                    device(configuration.inputOnSsd()),
                    device(configuration.intermediateOnSsd()),
                    String.format(Locale.ROOT, "%.1f s", time.seconds()),
                    String.valueOf(time.runs())));
    text.append(table)
        .append("(medians with ")
        .append(Amounts.size(advice.times().inputBytes()))
        .append(" of input)\n\n");
    line(text, "choice", choice.configuration() + ": " + choice.reason());
    choice.degraded().forEach(why -> line(text, "refused", why));
    advice.moves().forEach(path -> line(text, "before", "athanor storage move " + path + " ssd"));
    line(text, "run", "athanor run -D " + TIER + "=" + advice.tier() + " JAR ...");
    advice.notes().forEach(note -> line(text, "note", note));
    advice.links().ifPresent(links -> links(text, links));
    return text.toString();
  }

  private static void links(StringBuilder text, LinkAdvice links) {
    text.append("\n").append(LinkText.table(links)).append("\n");
    line(text, "links", LinkRate.text(links.linkBytesPerSecond()) + " a node, " + links.cluster());
    line(text, "replicas", LinkText.recommendation(links));
  }

  private static String device(boolean ssd) {
    return ssd ? "SSD" : "disk";
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "%-8s %s\n", name, value));
  }

  static String json(Advice advice) {
    ConfigurationChoice choice = advice.choice();
    JsonWriter json = new JsonWriter().beginObject();
    json.name("application").value(advice.application());
    json.name("inputBytes").value(advice.inputBytes());
    advice.intermediateBytes().ifPresent(bytes -> json.name("intermediateBytes").value(bytes));
    json.name("roomBytes").value(advice.roomBytes());
    json.name("measuredInputBytes").value(advice.times().inputBytes());
    json.name("measured").beginArray();
    advice
        .times()
        .byConfiguration()
        .forEach(
            (configuration, time) -> {
              json.element().beginObject();
              json.name("configuration").value(configuration.id());
              json.name("medianSeconds").value((float) time.seconds());
              json.name("runs").value(time.runs());
              json.endObject();
            });
    json.endArray();
    json.name("configuration").value(choice.configuration().id());
    json.name("reason").value(choice.reason());
    strings(json, "refused", choice.degraded());
    json.name("reservedBytes").value(choice.reservedBytes());
    strings(json, "moveToSsd", advice.moves());
    json.name("options").beginObject().name(TIER).value(advice.tier()).endObject();
    strings(json, "notes", advice.notes());
    advice
        .links()
        .ifPresent(
            links -> {
              json.name("links").beginObject();
              members(json, PlanJson.links(links));
              json.endObject();
            });
    return json.endObject() + "\n";
  }

  /** Texts, numbers and lists of such objects. */
  private static void members(JsonWriter json, Map<?, ?> members) {
    members.forEach(
        (name, value) -> {
          json.name(name.toString());
          if (value instanceof List<?> list) {
            json.beginArray();
            for (Object one : list) {
              json.element().beginObject();
              members(json, (Map<?, ?>) one);
              json.endObject();
            }
            json.endArray();
          } else if (value instanceof Number number) {
            json.value(number.floatValue());
          } else {
            json.value(value.toString());
          }
        });
  }

  private static void strings(JsonWriter json, String name, Iterable<String> values) {
    json.name(name).beginArray();
    values.forEach(value -> json.element().value(value));
    json.endArray();
  }
}
