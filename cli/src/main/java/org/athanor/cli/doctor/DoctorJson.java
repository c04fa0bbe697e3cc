// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.util.List;
import java.util.Locale;
import org.athanor.cli.json.JsonWriter;

/**
 * Writes results for programs: an object with {@code athanor}, its version, and {@code checks},
 * each with {@code subject}, {@code level} (ok, skipped, warning, problem), {@code text}, and
 * {@code remedy} if there is one. Later versions may add members, and remove or change none.
 */
final class DoctorJson {
  private DoctorJson() {}

  static String of(String athanorVersion, List<Examination.Result> results) {
    JsonWriter json = new JsonWriter();
    json.beginObject().name("athanor").value(athanorVersion).name("checks").beginArray();
    for (Examination.Result result : results) {
      Finding finding = result.finding();
      json.element()
          .beginObject()
          .name("subject")
          .value(result.subject())
          .name("level")
          .value(finding.level().name().toLowerCase(Locale.ROOT))
          .name("text")
          .value(finding.text());
      if (!finding.remedy().isEmpty()) {
        json.name("remedy").value(finding.remedy());
      }
      json.endObject();
    }
    return json.endArray().endObject().toString();
  }
}
