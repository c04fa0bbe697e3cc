// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ReservationId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * The settings of a job that say how its application is to be treated: tags, labels of nodes,
 * priority, reservation, and what the ResourceManager needs to renew tokens. They mean what they
 * mean to Hadoop's own client of YARN. Stateless.
 */
final class ApplicationSettings {
  /** By which {@code yarn application -list -appTags} finds sessions. */
  static final String TAG = "athanor";

  private static final Priority OF_MASTER = Priority.newInstance(0);

  private ApplicationSettings() {}

  /**
   * Copies the settings to an application, whose resource and container are set.
   *
   * @throws IOException if one of them cannot be understood; one line
   */
  static void copy(Configuration conf, ApplicationSubmissionContext application)
      throws IOException {
    Set<String> tags = new HashSet<>(conf.getTrimmedStringCollection(MRJobConfig.JOB_TAGS));
    tags.add(TAG);
    application.setApplicationTags(tags);
    copyLabels(conf, application);
    String priority = conf.getTrimmed(MRJobConfig.PRIORITY, "");
    if (!priority.isEmpty()) {
      application.setPriority(Priority.newInstance(priority(priority)));
    }
    String reservation = conf.getTrimmed(MRJobConfig.RESERVATION_ID, "");
    if (!reservation.isEmpty()) {
      application.setReservationID(reservation(reservation));
    }
    String renewal = conf.get(MRJobConfig.MR_JOB_SEND_TOKEN_CONF, "");
    if (!renewal.isEmpty()) {
      application.getAMContainerSpec().setTokensConf(keysLike(renewal, conf));
    }
  }

  /** The label of all containers, and that of the master's if it differs. */
  private static void copyLabels(Configuration conf, ApplicationSubmissionContext application) {
    String label = conf.get(MRJobConfig.JOB_NODE_LABEL_EXP);
    if (label != null) {
      application.setNodeLabelExpression(label);
    }
    String ofMaster = conf.getTrimmed(MRJobConfig.AM_NODE_LABEL_EXP, "");
    if (!ofMaster.isEmpty()) {
      application.setAMContainerResourceRequests(
          List.of(
              ResourceRequest.newInstance(
                  OF_MASTER, ResourceRequest.ANY, application.getResource(), 1, true, ofMaster)));
    }
  }

  /** Parses the name of a priority of MapReduce, or a number. */
  private static int priority(String text) throws IOException {
    try {
      return TypeConverter.toYarnApplicationPriority(text);
    } catch (IllegalArgumentException notAName) {
      try {
        return Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw wrong(
            MRJobConfig.PRIORITY,
            text,
            "must be a number or one of VERY_HIGH, HIGH, NORMAL, LOW, VERY_LOW, DEFAULT",
            e);
      }
    }
  }

  private static ReservationId reservation(String text) throws IOException {
    try {
      return ReservationId.parseReservationId(text);
    } catch (IOException | RuntimeException e) {
      throw wrong(MRJobConfig.RESERVATION_ID, text, "is no identifier of a reservation", e);
    }
  }

  /** Returns the part of a configuration whose keys match a regular expression. */
  private static ByteBuffer keysLike(String expression, Configuration conf) throws IOException {
    Pattern pattern;
    try {
      pattern = Pattern.compile(expression);
    } catch (PatternSyntaxException e) {
      throw wrong(MRJobConfig.MR_JOB_SEND_TOKEN_CONF, expression, "is no regular expression", e);
    }
    Configuration some = new Configuration(false);
    for (Map.Entry<String, String> entry : conf) {
      if (pattern.matcher(entry.getKey()).matches()) {
        some.set(entry.getKey(), entry.getValue());
      }
    }
    DataOutputBuffer out = new DataOutputBuffer();
    some.write(out);
    return ByteBuffer.wrap(out.getData(), 0, out.getLength());
  }

  private static IOException wrong(String key, String value, String what, Exception cause) {
    return new IOException(key + "=" + value + ": " + what, cause);
  }
}
