// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.catalogue.Advice;
import org.athanor.scheduler.catalogue.Advisor;
import org.athanor.scheduler.catalogue.Choice;
import org.athanor.scheduler.catalogue.HeldOut;
import org.athanor.scheduler.predict.Prediction;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code athanor advise --json}. What is not known is null. */
final class AdviceJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private AdviceJson() {}

  static String of(
      AdviceQuestion question, List<Advice> advice, Optional<Advisor.Missing> missing) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("application", question.application().name());
    members.put("parameters", question.application().parameters());
    members.put("input_bytes", question.bytes());
    members.put("by", question.goal().name().toLowerCase(Locale.ROOT));
    members.put("choices", advice.stream().map(AdviceJson::advice).toList());
    members.put("missing_run", missing.map(each -> missing(question, each)).orElse(null));
    return MAPPER.writeValueAsString(members) + "\n";
  }

  private static Map<String, Object> advice(Advice advice) {
    Map<String, Object> members = choice(advice.choice());
    members.put("wall_seconds", advice.seconds().map(AdviceJson::prediction).orElse(null));
    members.put("energy_joules", advice.joules().map(AdviceJson::prediction).orElse(null));
    members.put("runs", advice.runs());
    return members;
  }

  private static Map<String, Object> missing(AdviceQuestion question, Advisor.Missing missing) {
    Map<String, Object> members = choice(missing.choice());
    members.put(
        question.goal() == Advisor.Goal.TIME ? "gain_seconds" : "gain_joules", missing.gain());
    return members;
  }

  private static Map<String, Object> choice(Choice choice) {
    Map<String, Object> members = new LinkedHashMap<>();
    GroupJson.putConfiguration(members, choice.configuration());
    members.put("settings", choice.configuration().settings());
    members.put("cluster_id", choice.nodes().id());
    members.put("nodes", choice.nodes().nodes());
    members.put("resource_cluster", choice.label().orElse(null));
    members.put("storage_class", choice.storage().orElse(null));
    members.put("network_class", choice.network().orElse(null));
    return members;
  }

  private static Map<String, Object> prediction(Prediction prediction) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("low", prediction.low());
    members.put("middle", prediction.middle());
    members.put("high", prediction.high());
    members.put("level", prediction.level() > 0 ? (Double) prediction.level() : null);
    members.put("source", prediction.source().name().toLowerCase(Locale.ROOT));
    members.put("runs", prediction.runs());
    return members;
  }

  static String check(Advisor advisor) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("sizes", of(advisor.checkSizes()));
    members.put("repetitions", of(advisor.checkRepetitions()));
    return MAPPER.writeValueAsString(members) + "\n";
  }

  private static Map<String, Object> of(HeldOut heldOut) {
    Map<String, Object> members = new LinkedHashMap<>();
    Map<String, Object> sources = new LinkedHashMap<>();
    heldOut
        .bySource()
        .forEach(
            (source, errors) -> sources.put(source.name().toLowerCase(Locale.ROOT), of(errors)));
    members.put("by_source", sources);
    members.put("unpredicted_runs", heldOut.unpredicted());
    return members;
  }

  private static Map<String, Object> of(HeldOut.Errors errors) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("runs", errors.runs());
    members.put("median_error_ratio", errors.medianError());
    members.put("in_range_ratio", errors.coverage());
    members.put("promised_ratio", errors.level() > 0 ? (Double) errors.level() : null);
    return members;
  }
}
