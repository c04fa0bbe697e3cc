// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.jobhistory.JHAdminConfig;
import org.apache.hadoop.mapreduce.v2.util.MRWebAppUtil;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.history.HistorySettings;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SettingSource;
import org.athanor.engine.session.SessionEngine;
import org.athanor.engine.web.TrackingPage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where people can see the session: its tracking page, and later the history of its first job. A
 * session without a page works all the same. Thread-safe.
 */
final class SessionPages implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SessionPages.class);

  private final TrackingPage page; // null if there is none
  private final Configuration conf;

  private SessionPages(TrackingPage page, Configuration conf) {
    this.page = page;
    this.conf = conf;
  }

  /**
   * Begins to show the tracking page, if that is possible.
   *
   * @param base the path under which YARN's web proxy shows it
   */
  static SessionPages begin(
      SessionEngine engine, Configuration conf, InetAddress host, String base) {
    TrackingPage page = null;
    try {
      page = new TrackingPage(engine, engine, conf, host, base);
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.warn("the session has no tracking page: {}", Failure.of(e).line());
    }
    return new SessionPages(page, conf);
  }

  /** Returns the address of the tracking page; empty if there is none. */
  String url() {
    return page == null ? "" : page.url();
  }

  /**
   * Returns where the first job whose history a history server has is shown when the session has
   * ended; empty if there is no history server, or no such job.
   */
  String urlAfterEnd(Collection<JobView> jobs) {
    if (SettingSource.isDefault(conf, JHAdminConfig.MR_HISTORY_WEBAPP_ADDRESS)
        && SettingSource.isDefault(conf, JHAdminConfig.MR_HISTORY_ADDRESS)) {
      return "";
    }
    for (JobView job : jobs) {
      boolean isForServer =
          HistorySettings.of(job.configuration()).layout() != HistorySettings.Layout.OWN;
      if (isForServer && !job.historyFile().isEmpty()) {
        return historyUrl(job);
      }
    }
    return "";
  }

  private String historyUrl(JobView job) {
    try {
      MRWebAppUtil.initialize(conf);
      return MRWebAppUtil.getApplicationWebURLOnJHSWithScheme(
          conf, TypeConverter.toYarn(job.id()).getAppId());
    } catch (UnknownHostException | RuntimeException e) {
      LOG.warn("the history server's address is not known: {}", e.toString());
      return "";
    }
  }

  @Override
  public void close() {
    if (page != null) {
      page.close();
    }
  }
}
