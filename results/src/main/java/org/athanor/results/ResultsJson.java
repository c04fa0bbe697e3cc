// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** Maps the records of this package to JSON: enums by id, readings with a unit or a reason. */
final class ResultsJson {

  private static final Map<String, Total> TOTALS = byName(Total.values(), Total::id);
  private static final Map<String, Outcome> OUTCOMES = byName(Outcome.values(), ResultsJson::id);
  private static final Map<String, Unit> UNITS = byName(Unit.values(), Unit::id);

  private ResultsJson() {}

  static JsonMapper mapper() {
    SimpleModule module = new SimpleModule("results");
    module.addKeySerializer(Total.class, new TotalKey());
    module.addKeyDeserializer(Total.class, new TotalFromKey());
    constants(module, Outcome.class, OUTCOMES, ResultsJson::id);
    constants(module, Unit.class, UNITS, Unit::id);
    constants(module, Better.class, byName(Better.values(), ResultsJson::id), ResultsJson::id);
    constants(
        module,
        MeasureInfo.Kind.class,
        byName(MeasureInfo.Kind.values(), ResultsJson::id),
        ResultsJson::id);
    constants(
        module,
        NodePower.State.class,
        byName(NodePower.State.values(), ResultsJson::id),
        ResultsJson::id);
    module.addSerializer(Reading.class, new ReadingObject());
    module.addDeserializer(Reading.class, new ReadingFromObject());
    return JsonMapper.builder()
        .addModule(module)
        .changeDefaultPropertyInclusion(
            inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
        .build();
  }

  private static <E> void constants(
      SimpleModule module, Class<E> type, Map<String, E> constants, Function<E, String> name) {
    module.addSerializer(type, new ConstantText<>(type, name));
    module.addDeserializer(type, new ConstantFromText<>(type, constants));
  }

  private static <E> Map<String, E> byName(E[] constants, Function<E, String> name) {
    return Arrays.stream(constants).collect(Collectors.toMap(name, Function.identity()));
  }

  private static String id(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static <E> E known(
      DeserializationContext context, Class<E> type, Map<String, E> constants, String text) {
    E constant = constants.get(text);
    if (constant == null) {
      String allowed = String.join(", ", constants.keySet().stream().sorted().toList());
      return context.reportInputMismatch(type, "\"%s\" is not one of %s", text, allowed);
    }
    return constant;
  }

  private static final class TotalKey extends StdSerializer<Total> {
    TotalKey() {
      super(Total.class);
    }

    @Override
    public void serialize(Total total, JsonGenerator generator, SerializationContext context) {
      generator.writeName(total.id());
    }
  }

  private static final class TotalFromKey extends KeyDeserializer {
    @Override
    public Object deserializeKey(String key, DeserializationContext context) {
      // Their declaration is elsewhere in the file; totals are equal if their ids are.
      return MonitorInfo.owns(key)
          ? Total.declared(key, key, Unit.COUNT)
          : known(context, Total.class, TOTALS, key);
    }
  }

  private static final class ConstantText<E> extends StdSerializer<E> {
    private final Function<E, String> name;

    ConstantText(Class<E> type, Function<E, String> name) {
      super(type);
      this.name = name;
    }

    @Override
    public void serialize(E constant, JsonGenerator generator, SerializationContext context) {
      generator.writeString(name.apply(constant));
    }
  }

  private static final class ConstantFromText<E> extends StdDeserializer<E> {
    private final Class<E> type;
    private final Map<String, E> constants;

    ConstantFromText(Class<E> type, Map<String, E> constants) {
      super(type);
      this.type = type;
      this.constants = constants;
    }

    @Override
    public E deserialize(JsonParser parser, DeserializationContext context) {
      return known(context, type, constants, parser.getString());
    }
  }

  private static final class ReadingObject extends StdSerializer<Reading> {
    ReadingObject() {
      super(Reading.class);
    }

    @Override
    public void serialize(Reading reading, JsonGenerator generator, SerializationContext context) {
      generator.writeStartObject();
      if (reading instanceof Reading.Value value) {
        generator.writeNumberProperty("value", value.amount());
        generator.writeStringProperty("unit", value.unit().id());
      } else if (reading instanceof Reading.Unavailable unavailable) {
        generator.writeStringProperty("unavailable", unavailable.reason());
      }
      generator.writeEndObject();
    }
  }

  private static final class ReadingFromObject extends StdDeserializer<Reading> {
    ReadingFromObject() {
      super(Reading.class);
    }

    @Override
    public Reading deserialize(JsonParser parser, DeserializationContext context) {
      JsonNode node = context.readTree(parser);
      JsonNode reason = node.get("unavailable");
      if (reason != null && reason.isString()) {
        return Reading.unavailable(reason.stringValue());
      }
      JsonNode value = node.get("value");
      JsonNode unit = node.get("unit");
      if (value == null || !value.isNumber() || unit == null || !unit.isString()) {
        return context.reportInputMismatch(
            Reading.class, "a reading has a number \"value\" and a \"unit\", or \"unavailable\"");
      }
      return Reading.of(value.doubleValue(), known(context, Unit.class, UNITS, unit.stringValue()));
    }
  }
}
