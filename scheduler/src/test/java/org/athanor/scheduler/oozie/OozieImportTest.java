// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.oozie;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.workflow.Job;
import org.athanor.scheduler.workflow.Program;
import org.athanor.scheduler.workflow.Workflow;
import org.athanor.scheduler.workflow.WorkflowFile;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks translations of Oozie's workflows, and hostile files. */
class OozieImportTest {
  private static final String FORKED =
      """
      <workflow-app xmlns="uri:oozie:workflow:0.5" name="daily report">
        <parameters>
          <property><name>day</name><value>2026-11-26</value></property>
        </parameters>
        <start to="split"/>
        <fork name="split"><path start="clean"/><path start="load_it"/></fork>
        <action name="clean" retry-max="2" retry-interval="5">
          <map-reduce>
            <job-tracker>${jobTracker}</job-tracker>
            <prepare><delete path="${root}/clean"/></prepare>
            <streaming><mapper>cut -f 1</mapper><reducer>uniq</reducer></streaming>
            <configuration>
              <property><name>mapred.input.dir</name><value>${root}/raw</value></property>
              <property><name>mapred.output.dir</name><value>${root}/clean</value></property>
              <property><name>mapreduce.job.reduces</name><value>4</value></property>
            </configuration>
          </map-reduce>
          <ok to="meet"/><error to="fail"/>
        </action>
        <action name="load_it">
          <hive xmlns="uri:oozie:hive-action:0.5"><script>a.sql</script></hive>
          <ok to="meet"/><error to="fail"/>
        </action>
        <join name="meet" to="count"/>
        <action name="count">
          <spark>
            <master>yarn</master>
            <class>org.example.Count</class>
            <jar>count.jar</jar>
            <spark-opts>--conf spark.a=1 --executor-cores 2</spark-opts>
            <arg>${day}</arg>
          </spark>
          <ok to="which"/><error to="tell"/>
        </action>
        <decision name="which">
          <switch>
            <case to="tell">${fs:exists('/x')}</case>
            <default to="sum"/>
          </switch>
        </decision>
        <action name="sum">
          <java><main-class>org.example.Sum</main-class><arg>${wf:id()}</arg></java>
          <ok to="end"/><error to="fail"/>
        </action>
        <action name="tell">
          <shell><exec>mail</exec><argument>a: b #</argument></shell>
          <ok to="end"/><error to="fail"/>
        </action>
        <kill name="fail"><message>no</message></kill>
        <end name="end"/>
      </workflow-app>
      """;

  @TempDir private Path directory;

  private static OozieImport parse(String xml, Map<String, String> properties) {
    return OozieImport.parse("w.xml", xml.getBytes(StandardCharsets.UTF_8), properties);
  }

  private Workflow workflow(OozieImport translated) throws Exception {
    Path file = directory.resolve("workflow.yaml");
    Files.writeString(file, translated.yaml().orElseThrow());
    WorkflowFile read = WorkflowFile.read(file, Map.of());
    assertThat(read.problems()).as(translated.yaml().get()).isEmpty();
    return read.workflow().orElseThrow();
  }

  private static List<String> notes(OozieImport translated) {
    return translated.notes().stream().map(Problem::toString).toList();
  }

  @Test
  void translatesAForkedWorkflow() throws Exception {
    Map<String, String> properties =
        Map.of("root", "${base}/${day}", "base", "/data", "unused", "x");
    OozieImport translated = parse(FORKED, properties);
    Workflow workflow = workflow(translated);
    assertThat(workflow.name()).isEqualTo("daily-report");
    assertThat(workflow.jobs()).extracting(Job::name).containsExactly("clean", "count", "sum");
    Job clean = workflow.jobs().get(0);
    assertThat(clean.program())
        .isEqualTo(
            new Program.Streaming("cut -f 1", Optional.empty(), Optional.of("uniq"), List.of()));
    assertThat(clean.inputs()).containsExactly("/data/2026-11-26/raw");
    assertThat(clean.outputs()).containsExactly("/data/2026-11-26/clean");
    assertThat(clean.settings()).isEqualTo(Map.of("mapreduce.job.reduces", "4"));
    assertThat(clean.rules().prepare()).as("its output is deleted before it runs").isTrue();
    assertThat(clean.rules().retries().most()).isEqualTo(2);
    assertThat(clean.rules().retries().firstWait()).hasMinutes(5);
    Job count = workflow.jobs().get(1);
    assertThat(count.after()).containsExactly("clean");
    assertThat(count.program())
        .isEqualTo(
            new Program.Spark(
                "count.jar", Optional.of("org.example.Count"), List.of("2026-11-26")));
    assertThat(count.settings()).isEqualTo(Map.of("spark.a", "1"));
    assertThat(workflow.jobs().get(2).after()).containsExactly("count");
  }

  @Test
  void listsWhatIsNotTranslatedWithItsLine() {
    assertThat(notes(parse(FORKED, Map.of("root", "/r"))))
        .noneSatisfy(note -> assertThat(note).contains("<delete>"))
        .anySatisfy(note -> assertThat(note).startsWith("w.xml:21: <hive>: action load_it is not"))
        .anySatisfy(note -> assertThat(note).contains(":30: ", "--executor-cores 2: only --conf"))
        .anySatisfy(note -> assertThat(note).contains(":33: <error>: to tell is not translated"))
        .anySatisfy(note -> assertThat(note).contains(":35: <decision>: which is not translated"))
        .anySatisfy(note -> assertThat(note).contains(":42: ${wf:id()} is not translated"))
        .anySatisfy(note -> assertThat(note).contains(":42: <java>: which jar has the class"))
        .anySatisfy(note -> assertThat(note).contains(":45: <action>: tell runs only if"))
        .noneSatisfy(note -> assertThat(note).contains("jobTracker"));
  }

  private static String deleting(String nameNode, String path) {
    return FORKED
        .replace("<job-tracker>${jobTracker}</job-tracker>", nameNode)
        .replace("<delete path=\"${root}/clean\"/>", "<delete path=\"" + path + "\"/>");
  }

  /** As Oozie's own examples: the path to delete has the NameNode, the output has not. */
  @Test
  void anOutputThatIsDeletedBeforeTheJobMayBeWrittenInOtherWays() throws Exception {
    String nameNode = "<name-node>${nameNode}</name-node>";
    String global = "<global>" + nameNode + "</global><start to=\"split\"/>";
    List<String> same =
        List.of(
            deleting(nameNode, "${nameNode}${root}/clean")
                .replace("<value>${root}/clean", "<value>${ root }/clean"),
            deleting("", "${nameNode}/${root}/clean/")
                .replace("<start to=\"split\"/>", global)
                .replace("<value>${root}/clean", "<value>/${root}/clean"),
            deleting(nameNode, "/user/${wf:user()}/clean")
                .replace("<value>${root}/clean", "<value>${nameNode}/user/${wf:user()}/clean"));
    for (String xml : same) {
      OozieImport translated = parse(xml, Map.of("root", "/r", "nameNode", "hdfs://nn"));
      assertThat(workflow(translated).jobs().get(0).rules().prepare()).as(xml).isTrue();
    }
    OozieImport unused = parse(same.get(1), Map.of("root", "/r"));
    assertThat(notes(unused)).as("nothing needs it").noneMatch(note -> note.contains("nameNode"));
    OozieImport other = parse(deleting(nameNode, "${root}/clean/part"), Map.of("root", "/r"));
    assertThat(workflow(other).jobs().get(0).rules().prepare()).isFalse();
    assertThat(notes(other)).contains("w.xml:10: <delete>: ${root}/clean/part is not translated");
    OozieImport java =
        parse(
            FORKED.replace("<java><main", "<java><prepare><delete path=\"/x\"/></prepare><main"),
            Map.of("root", "/r"));
    assertThat(workflow(java).jobs().get(2).rules().prepare()).isFalse();
    assertThat(notes(java))
        .contains(
            "w.xml:42: <delete>: /x is not translated; if it is an output of the job, add it to"
                + " outputs, and prepare: delete");
  }

  @Test
  void expressionsThatAreNoParametersStayAsText() throws Exception {
    Job sum = workflow(parse(FORKED, Map.of("root", "/r"))).jobs().get(2);
    assertThat(((Program.Jar) sum.program()).arguments()).containsExactly("${wf:id()}");
  }

  @Test
  void parametersWithoutValuesAndCirclesAreNoted() throws Exception {
    OozieImport none = parse(FORKED, Map.of());
    assertThat(notes(none)).anySatisfy(note -> assertThat(note).contains("${root} has no value"));
    OozieImport circle = parse(FORKED, Map.of("root", "${a}", "a", "${root}"));
    assertThat(notes(circle)).anySatisfy(note -> assertThat(note).contains("in its value"));
    workflow(circle);
  }

  @Test
  void refusesHostileFiles() {
    String laughs =
        "<!DOCTYPE a [<!ENTITY a \"ha\"><!ENTITY b"
            + " \"&a;&a;&a;\">]><workflow-app>&b;</workflow-app>";
    assertThat(notes(parse(laughs, Map.of())))
        .singleElement()
        .asString()
        .contains("document types are refused");
    String file =
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><workflow-app>&x;</workflow-app>";
    assertThat(parse(file, Map.of()).yaml()).isEmpty();
    assertThat(notes(parse("<a>".repeat(100_000), Map.of())))
        .singleElement()
        .asString()
        .contains("more than 50 deep");
    assertThat(notes(parse("<workflow-app>\n<start", Map.of())).get(0))
        .startsWith("w.xml:2: not XML");
    assertThat(notes(parse("<coordinator-app/>", Map.of())).get(0))
        .contains("must be <workflow-app>");
    assertThat(parse("", Map.of()).yaml()).isEmpty();
  }

  @Test
  void circlesAndMissingNodesEnd() {
    String circle =
        """
        <workflow-app name="x">
          <start to="f"/>
          <fork name="f"><path start="j"/><path start="nowhere"/></fork>
          <join name="j" to="f"/>
        </workflow-app>
        """;
    assertThat(notes(parse(circle, Map.of())))
        .anySatisfy(note -> assertThat(note).contains("there is no node nowhere"))
        .anySatisfy(note -> assertThat(note).contains("the file has no jobs"));
  }

  @Test
  void readsFiles() throws Exception {
    Path xml = Files.writeString(directory.resolve("w.xml"), FORKED);
    Path properties = Files.writeString(directory.resolve("job.properties"), "root=/from/file\n");
    Workflow workflow = workflow(OozieImport.read(xml, Optional.of(properties)));
    assertThat(workflow.jobs().get(0).inputs()).containsExactly("/from/file/raw");
    Path missing = directory.resolve("no.xml");
    assertThat(notes(OozieImport.read(missing, Optional.empty())))
        .containsExactly(missing + ": cannot be read: there is no such file");
  }
}
