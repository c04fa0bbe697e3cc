// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.gate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import javax.xml.parsers.DocumentBuilderFactory;
import org.athanor.report.statistics.Change.Conclusion;
import org.athanor.report.statistics.Comparison;
import org.athanor.results.Outcome;
import org.athanor.results.Results;
import org.athanor.results.ResultsFile;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class GateTest {
  private static final Limits FIVE_PERCENT =
      new Limits(OptionalDouble.of(.05), OptionalDouble.empty(), OptionalInt.of(0));

  @TempDir Path directory;

  @Test
  void namesWhatIsSlower() throws IOException {
    Gate gate = Gate.of(comparison(), FIVE_PERCENT);

    assertThat(gate.conclusion()).isEqualTo(Conclusion.EXCEEDED);
    assertThat(gate.cases())
        .extracting(Case::name)
        .containsExactly("sort, 100 MB, on 1 node", "grep, 100 MB, on 1 node", "a|b`<&, on 1 node");
    assertThat(GateText.of(gate))
        .isEqualTo(
            """
            spark, sort, 100 MB, on 1 node: exceeded: slower by more than 5 %: 50 % slower (interval \
            +45.6 % to +54.5 %, level 96.8 %); medians 10.2 s before, 15.3 s after; trials 5, 5
            spark, grep, 100 MB, on 1 node: exceeded: more than 0 failed trials: 1 of 6 trials failed; \
            the first: no <output> | at all
            spark, a|b`<&, on 1 node: not decided: comparison: no trial after the change
            gate: failed, a limit is exceeded in 2 of 3
            """);
  }

  @Test
  void timesUnderOtherConditionsAreNotJudged() throws IOException {
    double[] times = {10, 10.1, 10.2, 10.3, 10.4};
    Results before = Trials.results("before", "1", Trials.repeated("spark", "sort", 1, times));
    List<TrialResult> failed = new ArrayList<>(before.trials());
    failed.add(Trials.with(Trials.trial("spark", "sort", 1, 6, 1), Outcome.FAILED, "no output"));
    Path reference = write("before", before);
    Limits limits = new Limits(OptionalDouble.of(.05), OptionalDouble.of(.05), OptionalInt.of(0));

    Gate less =
        Gate.of(
            Comparison.of(reference, write("less", Trials.withMemory(before, 4_000_000_000L))),
            limits);
    assertThat(less.conclusion()).isEqualTo(Conclusion.UNDECIDED);
    assertThat(GateText.of(less))
        .isEqualTo(
            """
            spark, sort, 100 MB, on 1 node: not decided: slower by more than 5 %: other conditions: \
            memory per node: 6.00 GB before, 3.00 GB after
            spark, sort, 100 MB, on 1 node: not decided: more energy by more than 5 %: other conditions: \
            memory per node: 6.00 GB before, 3.00 GB after
            gate: not decided in 1 of 1; no limit is shown to be exceeded
            """);
    assertThat(
            Gate.of(Comparison.of(reference, write("simulated", Trials.simulated(before))), limits)
                .conclusion())
        .isEqualTo(Conclusion.UNDECIDED);
    assertThat(
            Gate.of(
                    Comparison.of(
                        reference,
                        write("failed", Trials.simulated(Trials.results("failed", "1", failed)))),
                    limits)
                .conclusion())
        .as("failed trials count under any conditions")
        .isEqualTo(Conclusion.EXCEEDED);
    assertThat(
            Gate.of(
                    Comparison.of(
                        reference, write("kernel", Trials.withMemory(before, 7_970_000_000L))),
                    limits)
                .conclusion())
        .as("a new kernel reserves more memory")
        .isEqualTo(Conclusion.WITHIN);
  }

  @Test
  void writesATestCaseForEachWorkload() throws Exception {
    Document xml = parse(JUnitXml.of(Gate.of(comparison(), FIVE_PERCENT)));

    Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("tests")).isEqualTo("3");
    assertThat(suite.getAttribute("failures")).isEqualTo("2");
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    Element slow = (Element) suite.getElementsByTagName("testcase").item(0);
    assertThat(slow.getAttribute("classname")).isEqualTo("spark");
    assertThat(slow.getAttribute("time")).isEqualTo("15.300");
    Element failure = (Element) slow.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message"))
        .startsWith("slower by more than 5 %: 50 % slower (interval");
    assertThat(failure.getTextContent()).contains("\nwithin the limit: more than 0 failed trials");
    Element lost = (Element) suite.getElementsByTagName("testcase").item(2);
    assertThat(lost.getAttribute("name")).isEqualTo("a|b`<&, on 1 node");
    assertThat(lost.getElementsByTagName("error").getLength()).isEqualTo(1);
  }

  @Test
  void replacesCharactersThatXmlCannotHave() throws Exception {
    Comparison.Lack lack = new Comparison.Lack("f\u0000]]>", "w\uD800\u001b[31m", 1, "\"r\"\uFFFF");
    Comparison comparison =
        new Comparison("a", "b", List.of(), List.of(lack), List.of(), List.of(), List.of());

    Document xml = parse(JUnitXml.of(Gate.of(comparison, FIVE_PERCENT)));

    Element found = (Element) xml.getElementsByTagName("testcase").item(0);
    assertThat(found.getAttribute("classname")).isEqualTo("f\uFFFD]]>");
    assertThat(found.getAttribute("name")).isEqualTo("w\uFFFD\uFFFD[31m, on 1 node");
  }

  @Test
  void writesATableForAPullRequest() throws IOException {
    Comparison comparison = comparison();

    String table = MarkdownTable.of(comparison, Optional.of(Gate.of(comparison, FIVE_PERCENT)));

    assertThat(table)
        .isEqualTo(
            """
            **gate: failed, a limit is exceeded in 2 of 3**

            | framework | workload | before | after | change of time | interval | result |
            |---|---|--:|--:|--:|---|---|
            | spark | sort, 100 MB, on 1 node | 10.2 s | 15.3 s | +50 % | +45.6 % to +54.5 % (96.8 %) | **exceeded**: slower by more than 5 %; within the limit |
            | spark | grep, 100 MB, on 1 node | 10.2 s | 10.2 s | 0 % | −2.88 % to +2.97 % (96.8 %) | within the limit; **exceeded**: more than 0 failed trials |
            | spark | a\\|b\\`&#60;&#38;, on 1 node | – | – | – | – | not decided: no trial after the change |

            Before: before; after: after. Times are medians; a change above 0 % means slower. Verdicts are corrected for 2 comparisons \\(Holm\\): the probability that any faster or slower among them is wrong is at most 10 %. Intervals are not corrected.
            """);
    assertThat(table).doesNotContain(directory.toString());
    assertThat(MarkdownTable.of(comparison, Optional.empty()))
        .contains("| +45.6 % to +54.5 % (96.8 %) | slower |")
        .doesNotContain("gate");
  }

  @Test
  void aTextIsCutWithoutItsDirectories() {
    String name = "/private/" + "customer".repeat(30) + "/log";
    Comparison.Lack lack = new Comparison.Lack("spark", "w", 1, name + " | ".repeat(100));
    Comparison all =
        new Comparison("a", "b", List.of(), List.of(lack), List.of(), List.of(), List.of());

    assertThat(MarkdownTable.of(all, Optional.of(Gate.of(all, FIVE_PERCENT))))
        .contains("…/log \\|")
        .contains("\\|…")
        .doesNotContain("customer")
        .doesNotContain("private");
  }

  @Test
  void theWholeIsShortEnoughForAPullRequest() {
    List<Comparison.Lack> lacking = new ArrayList<>();
    for (int i = 0; i < MarkdownTable.ROWS; i++) {
      lacking.add(new Comparison.Lack("@".repeat(300), "#".repeat(300), 1, "@".repeat(300)));
    }
    List<String> notes = List.of("#".repeat(10_000));
    Comparison comparison =
        new Comparison("@".repeat(300), "b", List.of(), lacking, List.of(), List.of(), notes);

    String table = MarkdownTable.of(comparison, Optional.of(Gate.of(comparison, FIVE_PERCENT)));

    assertThat(table.length()).isBetween(MarkdownTable.MOST / 2, MarkdownTable.MOST);
    assertThat(table).containsPattern("\nand [0-9]+ more rows\n").contains("\nBefore: @");
  }

  @Test
  void aLongTableShowsWhatNeedsAttentionFirst() {
    List<Comparison.Lack> lacking = new ArrayList<>();
    for (int i = 0; i < MarkdownTable.ROWS + 7; i++) {
      lacking.add(new Comparison.Lack("spark", "w" + i, 1, "no trial"));
    }
    Comparison comparison =
        new Comparison("a", "b", List.of(), lacking, List.of(), List.of(), List.of());

    String table = MarkdownTable.of(comparison, Optional.of(Gate.of(comparison, FIVE_PERCENT)));

    assertThat(table.lines().filter(line -> line.startsWith("| spark")))
        .hasSize(MarkdownTable.ROWS);
    assertThat(table).contains("\nand 7 more rows\n");
  }

  private Comparison comparison() throws IOException {
    double[] times = {10, 10.1, 10.2, 10.3, 10.4};
    List<TrialResult> before = new ArrayList<>();
    before.addAll(Trials.repeated("spark", "sort", 1, times));
    before.addAll(Trials.repeated("spark", "grep", 1, times));
    before.addAll(Trials.repeated("spark", "a|b`<&", 1, times));
    List<TrialResult> after = new ArrayList<>();
    after.addAll(Trials.repeated("spark", "sort", 1, 15, 15.1, 15.3, 15.5, 15.6));
    after.addAll(Trials.repeated("spark", "grep", 1, times));
    after.add(
        Trials.with(
            Trials.trial("spark", "grep", 1, 6, 1), Outcome.FAILED, "no <output> | at all"));
    return Comparison.of(write("before", before), write("after", after));
  }

  private Path write(String name, List<TrialResult> trials) throws IOException {
    return write(name, Trials.results(name, "1", trials));
  }

  private Path write(String name, Results results) throws IOException {
    Path path = Files.createDirectories(directory.resolve(name));
    ResultsFile.write(results, path);
    return path;
  }

  private static Document parse(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(UTF_8)));
  }
}
