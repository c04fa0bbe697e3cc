// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DelimitedImageTest {
  private static final String HEADER =
      "Path\tReplication\tModificationTime\tAccessTime\tPreferredBlockSize\tBlocksCount\tFileSize"
          + "\tNSQUOTA\tDSQUOTA\tPermission\tUserName\tGroupName";
  private static final String FILE =
      "\t3\t2015-07-09 13:05\t2015-07-10 00:00\t134217728\t2\t200000000\t0\t0\t-rw-r--r--+\tu\tg";

  @TempDir Path directory;
  private final List<FileRecord> files = new ArrayList<>();
  private final List<DirectoryRecord> directories = new ArrayList<>();

  private void read(String text, String delimiter, ZoneId zone) throws IOException {
    Path image = directory.resolve("image");
    Files.write(image, text.getBytes(UTF_8));
    new DelimitedImage(image, delimiter, zone)
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

  private void read(String... lines) throws IOException {
    read(String.join("\n", lines) + "\n", DelimitedImage.TAB, ZoneOffset.UTC);
  }

  @Test
  void readsFilesAndDirectoriesAndLeavesOutSymbolicLinks() throws IOException {
    read(
        HEADER,
        "/\t0\t2015-07-09 13:05\t1970-01-01 00:00\t0\t0\t0\t9223372036854775807\t-1\tdrwxr-xr-x\tu\tg",
        "/a b" + FILE,
        "/link\t0\t2015-07-09 13:05\t2015-07-09 13:05\t0\t0\t0\t0\t0\t-rwxrwxrwx\tu\tg");
    assertThat(files)
        .containsExactly(
            new FileRecord(
                "/a b",
                FileRecord.NO_ID,
                200_000_000,
                2,
                134_217_728,
                3,
                Instant.parse("2015-07-09T13:05:00Z"),
                Instant.parse("2015-07-10T00:00:00Z"),
                FileRecord.NOT_TOLD,
                false,
                Knowledge.UNKNOWN,
                SnapshotState.UNKNOWN));
    assertThat(directories)
        .containsExactly(
            new DirectoryRecord(
                "/", FileRecord.NO_ID, Instant.parse("2015-07-09T13:05:00Z"), FileRecord.NOT_TOLD));
  }

  @Test
  void readsTheColumnsOfNewerReleases() throws IOException {
    String coded = FILE.replace("\t3\t", "\t0\t");
    read(
        HEADER + "\tStoragePolicyId\tErasureCodingPolicy",
        "/plain" + FILE + "\t0\t-",
        "/ssd" + FILE + "\t12\t-",
        "/coded" + coded + "\t0\tRS-6-3-1024k",
        "/codedWithoutName" + coded + "\t0\t-",
        "/dir\t0\t2015-07-09 13:05\t1970-01-01 00:00\t0\t0\t0\t-1\t-1\tdrwxr-xr-x\tu\tg\t10\t-");
    assertThat(files).extracting(FileRecord::storagePolicy).containsExactly(0, 12, 0, 0);
    assertThat(files)
        .extracting(FileRecord::isErasureCoded)
        .containsExactly(false, false, true, true);
    assertThat(files).extracting(FileRecord::replication).containsExactly(3, 3, 1, 1);
    assertThat(directories).extracting(DirectoryRecord::storagePolicy).containsExactly(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"/a,b\" | /a,b",
        "\"/a\"\"b\"\"\" | /a\"b\"",
        "\"/a%x0Ab\" | '/a\nb'",
        "\"/a%x0D%x0Ab\" | '/a\r\nb'",
        "'\"/a\rb\"' | '/a\rb'",
        "'\"/a\"\"%x0D%x0Ab\nc,\"' | '/a\"\r\nb\nc,'",
        "/a%x0Ab | /a%x0Ab",
        "/a\tb | '/a\tb'",
        "/a\t3\t4 | '/a\t3\t4'",
        "/é漢😀\\ | /é漢😀\\"
      })
  void readsPathsAsHadoopQuotesThem(String written, String path) throws IOException {
    read(HEADER, written + FILE, "/next" + FILE);
    assertThat(files).extracting(FileRecord::path).containsExactly(path, "/next");
  }

  @ParameterizedTest
  @ValueSource(strings = {",", "|", "||", "\u0001", ";", "::"})
  void takesOtherDelimiters(String delimiter) throws IOException {
    String path = delimiter.equals(",") ? "\"/a,b\"" : "/a" + delimiter + "b";
    String text = (HEADER + "\n" + path + FILE + "\n").replace("\t", delimiter);
    read(text, delimiter, ZoneOffset.UTC);
    assertThat(files).extracting(FileRecord::path).containsExactly("/a" + delimiter + "b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "-", ":", "0", "a", "\n", "\""})
  void refusesADelimiterThatIsAPartOfValues(String delimiter) {
    assertThatThrownBy(() -> read(HEADER, delimiter, ZoneOffset.UTC))
        .hasMessage(
            "delimiter '" + delimiter + "': must not be empty, nor a part of a time or a number");
  }

  @Test
  void usesTheZoneOfTheViewer() throws IOException {
    read(HEADER + "\n/a" + FILE, DelimitedImage.TAB, ZoneId.of("Asia/Tokyo"));
    assertThat(files.get(0).modified()).isEqualTo(Instant.parse("2015-07-09T04:05:00Z"));
  }

  private void assertProblem(String message, String... lines) {
    assertThatThrownBy(() -> read(lines))
        .isInstanceOf(ImageException.class)
        .hasMessage(directory.resolve("image") + message);
  }

  @Test
  void namesFileLineAndWhatIsWrong() {
    assertProblem(
        ", line 2: 11 columns, but the header has 12", HEADER, ("/a" + FILE).replace("\tg", ""));
    assertProblem(
        ", line 3: Replication 'x': must be a number from 0 to 32767",
        HEADER,
        "/a" + FILE,
        "/b" + FILE.replace("\t3\t", "\tx\t"));
    assertProblem(
        ", line 2: FileSize '-1': must be a number from 0 to 9223372036854775807",
        HEADER,
        "/a" + FILE.replace("200000000", "-1"));
    assertProblem(
        ", line 2: ModificationTime '2015-07-09T13:05': must be yyyy-MM-dd HH:mm",
        HEADER,
        "/a" + FILE.replace("09 13", "09T13"));
    assertProblem(
        ", line 2: Invalid date 'FEBRUARY 30'", HEADER, "/a" + FILE.replace("07-09", "02-30"));
    assertProblem(", line 2: permission 'rw-r--r--+'", HEADER, "/a" + FILE.replace("-rw-", "rw-"));
    assertProblem(", line 2: path 'a' is not absolute", HEADER, "a" + FILE);
    assertProblem(", line 2: 1 columns, but the header has 12", HEADER, "");
    assertProblem(
        ", line 4: path 'b' is not absolute", HEADER, "\"/a%x0D%x0Ab", "c\"" + FILE, "b" + FILE);
    assertProblem(", line 2: longer than 262144 bytes", HEADER, "/" + "a".repeat(300_000) + FILE);
  }

  @Test
  void refusesAFileWithoutTheHeader() {
    assertThatThrownBy(() -> read("/a" + FILE))
        .hasMessageStartingWith(directory.resolve("image") + ", line 1: not the header of");
    assertThatThrownBy(() -> read("", DelimitedImage.TAB, ZoneOffset.UTC))
        .hasMessage(directory.resolve("image") + ", line 1: the file is empty");
  }
}
