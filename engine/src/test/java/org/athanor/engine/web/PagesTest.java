// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.testing.SetJob;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest {
  private static final String JOB = "job_1700000000000_0001";
  private static final String MAP = "task_1700000000000_0001_m_000000";
  private static final List<String> PATHS =
      List.of(
          "/", "/job/" + JOB, "/job/" + JOB + "/maps", "/job/" + JOB + "/reduces", "/task/" + MAP);

  private static final Pattern TAG = Pattern.compile("<(/?[A-Za-z0-9!]+)([^<>]*)>");
  private static final Pattern ATTRIBUTE =
      Pattern.compile("\\s*/?\\s*([A-Za-z-]*)(=\"[^\"<>]*\"|=[^\"'<>\\s=]+)?");

  /**
   * What the pages consist of: neither scripts nor forms, nor anything with an address but links.
   */
  private static final Set<String> TAGS =
      Set.of(
          "!DOCTYPE",
          "html",
          "head",
          "meta",
          "link",
          "title",
          "body",
          "header",
          "nav",
          "h1",
          "h2",
          "h3",
          "main",
          "footer",
          "p",
          "b",
          "i",
          "a",
          "dl",
          "div",
          "dt",
          "dd",
          "table",
          "thead",
          "tbody",
          "tr",
          "th",
          "td",
          "span",
          "small",
          "progress",
          "details",
          "summary",
          "pre",
          "svg",
          "g",
          "rect");

  private static final Set<String> ATTRIBUTES =
      Set.of(
          "",
          "html",
          "lang",
          "charset",
          "name",
          "content",
          "http-equiv",
          "rel",
          "href",
          "class",
          "max",
          "value",
          "colspan",
          "viewBox",
          "preserveAspectRatio",
          "height",
          "width",
          "x",
          "y",
          "role");

  private final WatchedSession session = new WatchedSession();

  @BeforeAll
  static void readsTheRulesForNames() {
    UserGroupInformation.setConfiguration(new Configuration());
  }

  private static SetJob fill(WatchedSession session, String text) {
    session.problem = text;
    session.addWorker(0, text);
    SetJob job = session.addJob(1);
    job.name = text;
    job.failureInfo = text;
    job.configuration().setQueueName(text);
    job.counters.addGroup(text, text).addCounter(text, text, 7);
    WatchedSession.addTask(job, TaskType.MAP, 0, TIPStatus.FAILED, TaskStatus.State.FAILED, text);
    WatchedSession.addTask(
        job, TaskType.REDUCE, 0, TIPStatus.RUNNING, TaskStatus.State.RUNNING, text);
    return job;
  }

  private static final List<String> HOSTILE =
      List.of(
          "<script>alert(1)</script>",
          "\"><img src=x onerror=alert(1)>",
          "' onmouseover='alert(1)",
          "</title></svg></pre><iframe src=//evil>",
          "&lt;script&gt;&#60;script&#62;",
          "<!-- --> ]]> <![CDATA[",
          "a\u0000b\u0008c\u001b[31m",
          "\u202Egnp.exe\u2066",
          "\uD800 half a pair \uDC00",
          "javascript:alert(1)",
          "${jndi:ldap://evil}{{7*7}}",
          "x".repeat(100_000));

  private static List<String> hostileTexts() {
    Random random = Seeds.of("hostile texts");
    List<String> texts = new ArrayList<>(HOSTILE);
    String alphabet = "<>\"'&;#=/! \t\nax0\u0000\u0085\u2028\u202E\uD83D\uDE00\uFFFF";
    for (int i = 0; i < 200; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = 1 + random.nextInt(40); length > 0; length--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      texts.add(text.toString());
    }
    return texts;
  }

  /** Whatever a user writes, the pages have only the tags and attributes of the program. */
  @Test
  void textOfUsersNeverBecomesMarkup() {
    for (String text : hostileTexts()) {
      WatchedSession fresh = new WatchedSession();
      fill(fresh, text);
      for (String path : PATHS) {
        Response response = fresh.get(path, text.isBlank() ? "u" : text);
        assertThat(response.status()).isEqualTo(Response.OK);
        assertThat(response.type()).isEqualTo("text/html");
        assertOnlyOwnMarkup(response.body());
      }
    }
  }

  private static void assertOnlyOwnMarkup(String page) {
    Matcher tag = TAG.matcher(page);
    int end = 0;
    Set<String> tags = new TreeSet<>();
    Set<String> attributes = new TreeSet<>();
    while (tag.find()) {
      assertThat(page.substring(end, tag.start())).doesNotContain("<", ">", "\"", "'");
      end = tag.end();
      tags.add(tag.group(1).startsWith("/") ? tag.group(1).substring(1) : tag.group(1));
      Matcher attribute = ATTRIBUTE.matcher(tag.group(2));
      int at = 0;
      while (at < tag.group(2).length() && attribute.find(at) && attribute.start() == at) {
        attributes.add(attribute.group(1));
        assertThat(attribute.end()).isGreaterThan(at);
        at = attribute.end();
      }
      assertThat(at).as(tag.group()).isEqualTo(tag.group(2).length());
    }
    assertThat(page.substring(end)).isBlank();
    assertThat(TAGS).containsAll(tags);
    assertThat(ATTRIBUTES).containsAll(attributes);
    assertThat(page.chars()).noneMatch(c -> c < ' ' && c != '\n' && c != '\t');
    assertThat(page.chars()).noneMatch(c -> c == 0x202E || c == 0x2066 || c == 0x2028);
  }

  @Test
  void showsTheSession() {
    fill(session, "plain");
    SetJob ended = session.addJob(2);
    ended.state = JobStatus.State.SUCCEEDED;
    ended.finishTime = 65_500;
    String page = session.get("/", "anna").body();
    assertThat(page)
        .contains("The session can get no Workers: plain")
        .contains("<td class=n>1 of 2</td>")
        .contains("25 %")
        .contains("100 MB")
        .contains("2.0 MB <small>5.9 kB/s</small>")
        .contains("Workers that are gone: 1")
        .contains("<a href=\"/proxy/app_1/job/" + JOB + "\">" + JOB + "</a>")
        .contains("1 min 5 s")
        .contains("<b class=busy>running</b>")
        .contains("<b class=good>succeeded</b>")
        .contains("http-equiv=refresh");
  }

  @Test
  void showsAJobWithItsAttemptsAndCounters() {
    SetJob job = fill(session, "plain");
    String page = session.get("/job/" + JOB, "anna").body();
    assertThat(page)
        .contains("<h1>plain</h1>", "75 %", "25 %", "anna")
        .contains("Worker 0 <small>plain</small>")
        .contains("<rect class=failed x=\"0.0\"")
        .contains("<rect class=shuffle x=\"0.0\"")
        .contains("<rect class=reduce")
        .contains("Failed attempts")
        .contains("<td>plain</td><td class=n>7</td>")
        .contains("http-equiv=refresh")
        .contains("href=\"/proxy/app_1/json/job/" + JOB + "\"");
    job.state = JobStatus.State.SUCCEEDED;
    assertThat(session.get("/job/" + JOB, "anna").body()).doesNotContain("http-equiv=refresh");
  }

  @Test
  void showsATaskAndItsAttempts() {
    fill(session, "plain");
    assertThat(session.get("/task/" + MAP, "anna").body())
        .contains("attempt_1700000000000_0001_m_000000_0 <b class=bad>failed</b>")
        .contains("<dt>Worker</dt><dd>0 on plain</dd>")
        .contains("<pre>plain</pre>")
        .contains("<dd>1970-01-01 00:00:01</dd>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/x",
        "//",
        "/job",
        "/job/",
        "/job/job_1700000000000_0009",
        "/job/job_x_1",
        "/job/job_99999999999999999999999_1",
        "/job/job_1_99999999999",
        "/job/job_1700000000000_0001/",
        "/job/job_1700000000000_0001/conf",
        "/job/job_1700000000000_0001/../../style.css",
        "/task/task_1700000000000_0001_m_000001",
        "/task/task_1700000000000_0001_c_000000",
        "/task/task_1700000000000_0009_m_000000",
        "/json/job/job_1700000000000_0009",
        "/../../../../etc/passwd",
        "/style.css/../package-info.class",
        "/json//",
        "/JSON"
      })
  void whatDoesNotExistIsNotFound(String path) {
    fill(session, "plain");
    Response response = session.get(path, "anna");
    assertThat(response.status()).isEqualTo(Response.NOT_FOUND);
    assertThat(response.type()).isEqualTo("text/plain");
  }

  @Test
  void accessListsSayWhoSeesAJob() {
    SetJob job = fill(session, "secret plan");
    job.configuration().setBoolean("mapreduce.cluster.acls.enabled", true);
    job.configuration().set("mapreduce.job.acl-view-job", "bob");
    List<String> paths = new ArrayList<>();
    for (String path : PATHS.subList(1, PATHS.size())) {
      paths.add(path);
      paths.add("/json" + path);
    }
    for (String path : paths) {
      assertThat(session.get(path, "anna").status()).isEqualTo(Response.OK);
      assertThat(session.get(path, "bob").status()).isEqualTo(Response.OK);
      for (String user : List.of("carl", "")) {
        Response refused = session.get(path, user);
        assertThat(refused.status()).isEqualTo(Response.FORBIDDEN);
        assertThat(refused.body()).doesNotContain("secret plan");
      }
    }
    session.problem = "";
    session.workers.clear();
    for (String path : List.of("/", "/json/")) {
      assertThat(session.get(path, "bob").body()).contains("secret plan");
      assertThat(session.get(path, "carl").body()).contains(JOB).doesNotContain("secret plan");
      assertThat(session.get(path, "").body()).contains(JOB).doesNotContain("secret plan");
    }
  }

  @Test
  void theListsOfTheServiceCannotBeUnsetByAJob() {
    fill(session, "plain");
    Configuration conf = new Configuration(false);
    conf.setBoolean("mapreduce.cluster.acls.enabled", true);
    Request request = new Request("/job/" + JOB, Map.of(), Optional.of("carl"));
    assertThat(session.pages(conf).get(request).status()).isEqualTo(Response.FORBIDDEN);
  }

  @Test
  void manyTasksHaveSeveralPages() {
    SetJob job = session.addJob(1);
    for (int i = 0; i < 450; i++) {
      WatchedSession.addTask(
          job,
          TaskType.MAP,
          i,
          i % 2 == 0 ? TIPStatus.COMPLETE : TIPStatus.RUNNING,
          i % 2 == 0 ? TaskStatus.State.SUCCEEDED : TaskStatus.State.RUNNING,
          "t" + i);
    }
    String path = "/job/" + JOB + "/maps";
    assertThat(session.get(path, "anna").body())
        .contains("m_000199<")
        .doesNotContain("m_000200<")
        .contains("1 to 200 of 450")
        .contains("?state=all&amp;from=200\">on");
    assertThat(session.get(path, Map.of("from", "400"), "anna").body())
        .contains("401 to 450 of 450")
        .contains("m_000400<", "m_000449<")
        .doesNotContain(">on</a>");
    assertThat(session.get(path, Map.of("state", "running", "from", "200"), "anna").body())
        .contains("201 to 225 of 225")
        .contains("m_000449<")
        .doesNotContain("m_000448<");
    for (String wrong : List.of("-5", "x", "99999999999999", "")) {
      assertThat(session.get(path, Map.of("state", "<x>", "from", wrong), "anna").body())
          .contains("1 to 200 of 450");
    }
  }

  @Test
  void jsonSaysTheSame() throws IOException {
    for (String text : hostileTexts()) {
      WatchedSession fresh = new WatchedSession();
      fill(fresh, text);
      String shown = ShownText.line(text);
      JsonNode all = json(fresh, "/json");
      assertThat(all.get("workers").get(0).get("host").asText()).isEqualTo(shown);
      assertThat(all.get("workers").get(0).get("poolBytesInUse").asLong()).isEqualTo(25 << 20);
      assertThat(all.get("workers").get(0).get("pushedPerSecond").asLong()).isEqualTo(6000);
      assertThat(all.get("workers").get(1).get("connected").asBoolean()).isFalse();
      assertThat(all.get("jobs").get(0).get("name").asText()).isEqualTo(shown);
      JsonNode job = json(fresh, "/json/job/" + JOB);
      assertThat(job.get("id").asText()).isEqualTo(JOB);
      assertThat(job.get("state").asText()).isEqualTo("RUNNING");
      assertThat(job.get("failureInfo").asText()).isEqualTo(ShownText.trace(text));
      assertThat(job.get("maps").get("failed").asInt()).isEqualTo(1);
      assertThat(job.get("counters").get(0).get("value").asLong()).isEqualTo(7);
      JsonNode maps = json(fresh, "/json/job/" + JOB + "/maps");
      assertThat(maps.get("tasks").get(0).get("id").asText()).isEqualTo(MAP);
      JsonNode attempt = json(fresh, "/json/task/" + MAP).get("attempts").get(0);
      assertThat(attempt.get("worker").asInt()).isZero();
      assertThat(attempt.get("status").asText()).isEqualTo(shown);
      assertThat(attempt.get("diagnostics").get(0).asText()).isEqualTo(ShownText.trace(text));
    }
  }

  private static JsonNode json(WatchedSession session, String path) throws IOException {
    Response response = session.get(path, "anna");
    assertThat(response.status()).isEqualTo(Response.OK);
    assertThat(response.type()).isEqualTo("application/json");
    return new ObjectMapper().readTree(response.body());
  }

  @Test
  void theStyleNeedsNothingElse() {
    Response style = session.get("/style.css", "");
    assertThat(style.type()).isEqualTo("text/css");
    assertThat(style.body())
        .contains("prefers-color-scheme: dark")
        .doesNotContain("url(", "@import");
  }
}
