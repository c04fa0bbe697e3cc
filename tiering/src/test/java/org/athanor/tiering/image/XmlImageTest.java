// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XmlImageTest {
  private static final String ROOT = directory(16385, "");

  @TempDir Path directory;
  private final List<FileRecord> files = new ArrayList<>();
  private final List<DirectoryRecord> directories = new ArrayList<>();

  private void read(String text) throws IOException {
    files.clear();
    directories.clear();
    Path image = directory.resolve("image.xml");
    Files.write(image, text.getBytes(UTF_8));
    new XmlImage(image)
        .read(
            new ImageVisitor() {
              @Override
              public void file(FileRecord file) {
                files.add(file);
              }

              @Override
              public void directory(DirectoryRecord found) {
                directories.add(found);
              }
            });
  }

  private void readImage(String inodes, String others) throws IOException {
    read(image(inodes, others));
  }

  private static String image(String inodes, String others) {
    return "<?xml version=\"1.0\"?>\n<fsimage><version><layoutVersion>-67</layoutVersion></version>\n"
        + ("<NameSection><namespaceId>1</namespaceId></NameSection>\n<INodeSection>"
            + "<lastInodeId>9</lastInodeId><numInodes>3</numInodes>")
        + inodes
        + "</INodeSection>\n"
        + others
        + "</fsimage>\n";
  }

  private static String directory(long id, String name) {
    return "<inode><id>"
        + id
        + "</id><type>DIRECTORY</type><name>"
        + name
        + "</name><mtime>5</mtime><permission>u:g:0755</permission><nsquota>-1</nsquota>"
        + "<dsquota>-1</dsquota></inode>\n";
  }

  private static String file(long id, String name, String more) {
    return "<inode><id>"
        + id
        + "</id><type>FILE</type><name>"
        + name
        + "</name><replication>3</replication><mtime>1500000000001</mtime>"
        + "<atime>1500000000002</atime><preferredBlockSize>1024</preferredBlockSize>"
        + "<permission>u:g:0644</permission>"
        + more
        + "<storagePolicyId>0</storagePolicyId></inode>\n";
  }

  private static String blocks(long... bytes) {
    StringBuilder xml = new StringBuilder("<blocks>");
    for (long length : bytes) {
      xml.append("<block><id>1</id><genstamp>1</genstamp><numBytes>")
          .append(length)
          .append("</numBytes></block>\n");
    }
    return xml.append("</blocks>\n").toString();
  }

  private static String entries(String... lists) {
    return "<INodeDirectorySection>" + String.join("", lists) + "</INodeDirectorySection>\n";
  }

  private static String entry(long parent, long... children) {
    StringBuilder xml = new StringBuilder("<directory><parent>" + parent + "</parent>");
    Arrays.stream(children).forEach(id -> xml.append("<child>").append(id).append("</child>"));
    return xml.append("</directory>\n").toString();
  }

  @Test
  void joinsInodesToPaths() throws IOException {
    readImage(
        ROOT
            + directory(2, "a")
            + file(3, "f &amp; g", blocks(1024, 1024, 452))
            + directory(4, "b")
            + file(5, "h", ""),
        entries(entry(16385, 2, 5), entry(2, 4), entry(4, 3)));
    assertThat(files)
        .containsExactly(
            new FileRecord(
                "/a/b/f & g",
                3,
                2500,
                3,
                1024,
                3,
                Instant.ofEpochMilli(1500000000001L),
                Instant.ofEpochMilli(1500000000002L),
                FileRecord.INHERITED,
                false,
                Knowledge.NO,
                SnapshotState.NONE),
            new FileRecord(
                "/h",
                5,
                0,
                0,
                1024,
                3,
                Instant.ofEpochMilli(1500000000001L),
                Instant.ofEpochMilli(1500000000002L),
                FileRecord.INHERITED,
                false,
                Knowledge.NO,
                SnapshotState.NONE));
    assertThat(directories).extracting(DirectoryRecord::path).containsExactly("/", "/a", "/a/b");
  }

  @Test
  void knowsErasureCodingConstructionAndPolicies() throws IOException {
    String policy =
        "<xattrs><xattr><ns>USER</ns><name>hsm.block.storage.policy.id</name><val>1</val></xattr>"
            + "<xattr><ns>SYSTEM</ns><name>hsm.block.storage.policy.id</name><val>%s</val>"
            + "</xattr></xattrs>";
    String cold =
        directory(2, "cold").replace("</inode>", String.format(policy, "\\0002;") + "</inode>");
    String ssd = directory(6, "ssd").replace("</inode>", String.format(policy, "\n") + "</inode>");
    readImage(
        ROOT
            + cold
            + ssd
            + file(
                    3,
                    "coded",
                    "<blockType>STRIPED</blockType><erasureCodingPolicyId>1</erasureCodingPolicyId>")
                .replace("<replication>3</replication>", "")
            + file(
                4,
                "open",
                "<file-under-construction><clientName>c</clientName><clientMachine>m"
                    + "</clientMachine></file-under-construction>\n")
            + file(5, "ssd", "").replace("Id>0<", "Id>12<"),
        entries(entry(16385, 2, 3, 4, 5, 6)));
    assertThat(files).extracting(FileRecord::isErasureCoded).containsExactly(true, false, false);
    assertThat(files).extracting(FileRecord::replication).containsExactly(1, 3, 3);
    assertThat(files)
        .extracting(FileRecord::isUnderConstruction)
        .containsExactly(Knowledge.NO, Knowledge.YES, Knowledge.NO);
    assertThat(files).extracting(FileRecord::storagePolicy).containsExactly(0, 0, 12);
    assertThat(directories).extracting(DirectoryRecord::storagePolicy).containsExactly(0, 2, 10);
  }

  @Test
  void knowsWhatSnapshotsHold() throws IOException {
    readImage(
        ROOT
            + directory(2, "s")
            + directory(3, "below")
            + file(4, "held", "")
            + file(5, "changed", "")
            + file(6, "free", "")
            + file(7, "deleted", "")
            + file(8, "renamed", "")
            + "<inode><id>9</id><type>SYMLINK</type><name>l</name><permission>u:g:0777</permission>"
            + "<target>/x</target><mtime>1</mtime><atime>1</atime></inode>",
        "<INodeReferenceSection><ref><referredId>6</referredId><name>no</name></ref>\n"
            + "<ref><referredId>8</referredId><name>old</name><dstSnapshotId>1</dstSnapshotId>"
            + "</ref>\n</INodeReferenceSection><SnapshotSection><snapshotCounter>1"
            + "</snapshotCounter><numSnapshots>1</numSnapshots><snapshottableDir><dir>2</dir>"
            + "</snapshottableDir>\n<snapshot><id>0</id><root><id>2</id><type>DIRECTORY</type>"
            + "<name>s0</name></root></snapshot></SnapshotSection>\n"
            + entries(
                entry(16385, 2, 6, 9).replace("</directory>", "<refChild>1</refChild></directory>"),
                entry(2, 3),
                entry(3, 4, 5))
            + "<SnapshotDiffSection><dirDiffEntry><inodeId>4</inodeId><count>1</count><dirDiff>"
            + "<isSnapshotRoot/><name/></dirDiff></dirDiffEntry><fileDiffEntry><inodeId>6</inodeId>"
            + "<count>0</count></fileDiffEntry><fileDiffEntry><inodeId>5</inodeId><count>1</count>"
            + "<fileDiff><snapshotId>0</snapshotId><size>1</size><name>changed</name></fileDiff>"
            + "</fileDiffEntry></SnapshotDiffSection>");
    Map<String, SnapshotState> states = new TreeMap<>();
    files.forEach(file -> states.put(file.path(), file.snapshots()));
    assertThat(states)
        .isEqualTo(
            Map.of(
                "/s/below/held", SnapshotState.HELD,
                "/s/below/changed", SnapshotState.CHANGED,
                "/free", SnapshotState.NONE,
                "/renamed", SnapshotState.NONE));
  }

  @Test
  void readsTheTagsOfHadoop2() throws IOException {
    readImage(
        ROOT + file(2, "f", "").replace("preferred", "perferred"),
        entries("<directory><parent>16385</parent><inode>2</inode></directory>"));
    assertThat(files).extracting(FileRecord::path).containsExactly("/f");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a\\005c;b | a\\b",
        "a\\0001;b | a\u0001b",
        "\\fffe; | \ufffe",
        "&lt;&gt;&quot;&apos;&amp; | <>\"'&",
        "é漢😀 | é漢😀",
        "' a ' | ' a '",
        "'a\rb\r\nc\n' | 'a\rb\r\nc\n'"
      })
  void readsNamesAsHadoopWritesThem(String written, String name) throws IOException {
    readImage(ROOT + file(2, written, ""), entries(entry(16385, 2)));
    assertThat(files).extracting(FileRecord::path).containsExactly("/" + name);
  }

  @Test
  void readsAnyNumberOfCharactersThatXmlHasReferencesFor() throws IOException {
    // Newer JDKs allow 100,000 of them in a document unless they are told otherwise.
    StringBuilder inodes = new StringBuilder(ROOT);
    for (int i = 2; i < 1000; i++) {
      inodes.append(file(i, "&amp;".repeat(200) + i, ""));
    }
    long[] children = new long[998];
    Arrays.setAll(children, i -> i + 2);
    readImage(inodes.toString(), entries(entry(16385, children)));
    assertThat(files).hasSize(998);
    assertThat(files.get(997).path()).isEqualTo("/" + "&".repeat(200) + "999");
  }

  @Test
  void readsAFileWithLineEndsOfWindows() throws IOException {
    read(image(ROOT + file(2, "f", ""), entries(entry(16385, 2))).replace("\n", "\r\n"));
    assertThat(files).extracting(FileRecord::path).containsExactly("/f");
  }

  @Test
  void findsEachPathOfRandomTrees() throws IOException {
    Random random = Seeds.of("trees");
    for (int n = 0; n < 200; n++) {
      int size = 2 + random.nextInt(200);
      Map<Long, String> paths = new TreeMap<>(Map.of(16385L, ""));
      List<Long> parents = new ArrayList<>(List.of(16385L));
      Map<Long, String> lists = new TreeMap<>();
      List<String> inodes = new ArrayList<>(List.of(ROOT));
      List<String> expected = new ArrayList<>();
      for (long id = 16386; id < 16385 + size; id++) {
        long parent = parents.get(random.nextInt(parents.size()));
        String path = paths.get(parent) + "/n" + id;
        if (random.nextInt(3) == 0) {
          parents.add(id);
          paths.put(id, path);
          inodes.add(random.nextInt(inodes.size() + 1), directory(id, "n" + id));
        } else {
          expected.add(path);
          inodes.add(random.nextInt(inodes.size() + 1), file(id, "n" + id, ""));
        }
        lists.merge(parent, "<child>" + id + "</child>", String::concat);
      }
      StringBuilder entries = new StringBuilder();
      lists.forEach(
          (parent, children) ->
              entries.append(
                  "<directory><parent>" + parent + "</parent>" + children + "</directory>"));
      readImage(String.join("", inodes), entries(entries.toString()));
      assertThat(files).extracting(FileRecord::path).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  private void assertProblem(String text, int line, String problem) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(ImageException.class)
        .hasMessage(directory.resolve("image.xml") + ", line " + line + ": " + problem);
  }

  @Test
  void namesFileLineAndWhatIsWrong() {
    String entries = entries(entry(16385, 2));
    assertProblem("<html/>", 1, "<html> instead of <fsimage>: not an image by 'oiv -p XML'");
    assertProblem("<fsimage></fsimage>", 1, "there is no <INodeSection>");
    assertProblem(
        image(ROOT + file(2, "f", "").replace(">3<", ">x<"), entries),
        5,
        "<replication> 'x': must be from 0 to 32767");
    assertProblem(
        image(ROOT + file(2, "a\\f", ""), entries),
        5,
        "'a\\f': a backslash must begin an escape, as \\005c;");
    for (String name : List.of("", ".", "..", "a/b")) {
      String problem = "inode 2 has the name '" + name + "'";
      assertProblem(image(ROOT + file(2, name, ""), entries), 5, problem);
      // The directory's own line: it is refused before the inodes in it are visited.
      assertProblem(
          image(ROOT + directory(2, name) + file(3, "f", ""), entries + entries(entry(2, 3))),
          5,
          problem);
    }
    assertProblem(
        image(ROOT + file(2, "f", "").replace(">FILE<", ">PIPE<"), entries),
        5,
        "inode 2 has type 'PIPE'");
    assertProblem(
        image(ROOT + file(2, "f", "").replace(">1024<", ">0<"), entries),
        5,
        "/f: id=2, bytes=0, blocks=0, block size=0, replication=3: out of range");
    assertProblem(
        image(ROOT + directory(2, "a") + directory(3, "b"), entries(entry(2, 3), entry(3, 2))),
        5,
        "directory 3 is in itself, or in more than 1000 others");
    assertProblem(
        image(ROOT, "<INodeDirectorySection><directory><child>2</child></directory>"),
        6,
        "<child> before <parent>");
    assertProblem(
        image(ROOT, entries("<directory><parent>16385</parent><refChild>0</refChild></directory>")),
        7,
        "reference 0, but there are only 0");
    assertProblem(
        image(ROOT + file(2, "f", blocks(Long.MAX_VALUE, 1)), entries),
        6,
        "<numBytes> '1': must be from 0 to 0");
  }

  @Test
  void saysWhereAFileEndsTooEarly() {
    String whole = image(ROOT + file(2, "f", ""), entries(entry(16385, 2)));
    for (int length = 0; length < whole.length() - 2; length++) {
      String part = whole.substring(0, length);
      assertThatThrownBy(() -> read(part))
          .as(part)
          .isInstanceOf(ImageException.class)
          .hasMessageStartingWith(directory.resolve("image.xml") + ", line ")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void opensNoOtherFileAndExpandsNoEntities() throws IOException {
    Path secret = directory.resolve("secret");
    Files.writeString(secret, "secret");
    String document = image(ROOT + file(2, "&x;", ""), entries(entry(16385, 2)));
    for (String type :
        List.of(
            "<!DOCTYPE fsimage [<!ENTITY x SYSTEM \"" + secret.toUri() + "\">]>",
            "<!DOCTYPE fsimage [<!ENTITY x \"y\">]>",
            "<!DOCTYPE fsimage SYSTEM \"" + secret.toUri() + "\">")) {
      assertThatThrownBy(() -> read(document.replace("?>\n", "?>\n" + type)))
          .isInstanceOf(ImageException.class)
          .hasMessage(
              directory.resolve("image.xml")
                  + ", line 2: document types and entities are not allowed");
    }
    assertThat(files).isEmpty();
  }

  @Test
  void survivesDeepAndEndlessElements() throws IOException {
    String deep = "<x>".repeat(100_000) + "</x>".repeat(100_000);
    try {
      readImage(ROOT + deep + file(2, "f", ""), entries(entry(16385, 2)));
      assertThat(files).hasSize(1);
    } catch (ImageException e) {
      // Newer JDKs have a limit; no JDK has a stack that ends here.
      assertThat(e).hasMessageContaining(", line 5: ");
    }
    assertProblem(
        image(ROOT + file(2, "f".repeat(1 << 19), ""), entries(entry(16385, 2))),
        5,
        "<name> has more than 262144 characters");
  }
}
