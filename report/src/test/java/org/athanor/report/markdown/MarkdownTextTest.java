// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkdownTextTest {
  @Test
  void leavesNoMarkupAndMentionsNobody() {
    assertThat(MarkdownText.escaped("@me #1 <b>\n|x|`[l](u) a_b*"))
        .isEqualTo("@&#8203;me #&#8203;1 &#60;b&#62; \\|x\\|\\`\\[l\\]\\(u\\) a\\_b\\*");
  }

  @Test
  void leavesNoDirectories() {
    assertThat(MarkdownText.escaped("sort: /home/me/in.txt before, hdfs://n1/a b/c after; 3 B/s/W"))
        .isEqualTo("sort: …/in.txt before, …/a b/c after; 3 B/s/W");
    assertThat(MarkdownText.escaped("/sys/class/powercap/energy: denied, file:/x/y"))
        .isEqualTo("…/energy: denied, …/y");
    assertThat(MarkdownText.escaped("hdfs://nn1:8020/user/alice: none, S3a://b/k"))
        .isEqualTo("…/alice: none, …/k");
    assertThat(MarkdownText.escaped("s3a://AKIA:s3cret@bucket/x failed, https://me:s3cret@host"))
        .isEqualTo("…/x failed, …/");
    assertThat(MarkdownText.escaped("out/private/customer/log; $HOME/x ${A}/y ~me/z ../a/b ./c"))
        .isEqualTo("…/log; …/x …/y …/z …/b …/c");
    assertThat(MarkdownText.escaped("read/write 1/2 3.5 MB/s .5/s"))
        .isEqualTo("read/write 1/2 3.5 MB/s .5/s");
  }

  @Test
  void makesNoLinksAndNoMathematics() {
    assertThat(MarkdownText.escaped("https://evil.example, www.evil.example WWW.x $a$"))
        .isEqualTo("https:&#8203;//evil.example, www&#8203;.evil.example WWW&#8203;.x &#36;a&#36;");
  }
}
