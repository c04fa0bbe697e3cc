// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.athanor.report.figure.TrialSeries;
import org.athanor.results.Metric;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.junit.jupiter.api.Test;

class SeriesCodeTest {

  /** With a maximum of 80, a step is 80 / 254: 40 becomes 127, a missing value becomes 255. */
  @Test
  void scalesValuesToBytes() throws DataFormatException {
    TrialResult trial = Trials.trial("spark", "grep", 1, 3, 12.5);
    Map<Metric, double[]> mean = new TreeMap<>();
    mean.put(Metric.CPU_USER, new double[] {0, 40, 80, Double.NaN});
    SeriesCode code = new SeriesCode();

    code.add(trial, Optional.of(new TrialSeries(trial, List.of(), 4, mean, Map.of())));
    ByteBuffer bytes = inflated(code.text());

    byte[] header = new byte[bytes.getInt()];
    bytes.get(header);
    assertThat(new String(header, StandardCharsets.UTF_8))
        .isEqualTo(
            "[{\"r\":3,\"a\":1,\"w\":12.5,\"o\":\"verified\",\"c\":true,\"p\":[],\"k\":4,"
                + "\"m\":[[\"cpu_user\",80.0]],\"n\":[]}]");
    byte[] body = new byte[bytes.remaining()];
    bytes.get(body);
    assertThat(body).containsExactly(0, 127, 254, 255);
  }

  private static ByteBuffer inflated(String text) throws DataFormatException {
    Inflater inflater = new Inflater(true);
    inflater.setInput(Base64.getDecoder().decode(text));
    byte[] out = new byte[1000];
    int length = inflater.inflate(out);
    inflater.end();
    return ByteBuffer.wrap(out, 0, length);
  }
}
