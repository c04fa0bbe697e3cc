// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;

/** Makes datasets of a workload's settings. */
final class Datasets {
  /** The form of tables; the kind of the generator, and the set of artifacts that it needs. */
  static final String PARQUET = "parquet";

  private Datasets() {}

  /** A generated dataset, identified by the generator's kind, size, options, seed and version. */
  static Dataset generated(String kind, String what, long bytes, List<String> options, long seed) {
    String size = Settings.format(bytes);
    StringBuilder id = new StringBuilder(kind).append('-').append(size);
    for (int i = 1; i < options.size(); i += 2) {
      id.append('-').append(options.get(i - 1).substring(2)).append(options.get(i));
    }
    id.append("-seed").append(seed).append("-v").append(Dataset.GENERATOR_VERSION);
    List<String> generator = new ArrayList<>(List.of(kind, "--size", Long.toString(bytes)));
    generator.addAll(options);
    generator.addAll(List.of("--seed", Long.toString(seed)));
    return new Dataset(
        id.toString(),
        Optional.of(bytes),
        what + ", " + size + ", seed " + seed,
        generator,
        Optional.empty());
  }

  /** The tables of a dataset in text, in Parquet. Its bytes are those of the text. */
  static Dataset parquet(Dataset text) {
    return new Dataset(
        text.id() + "-" + PARQUET,
        text.bytes(),
        text.description() + ", in Parquet",
        List.of(PARQUET),
        Optional.empty(),
        Optional.of(text));
  }

  /**
   * The user's own input, which is copied if it is local and the experiment's file system is not.
   *
   * @param directories of the input that are copied; if there are none, its files are
   */
  static Dataset ofUser(String path, String filesystem, List<String> directories) {
    String uri = path.startsWith("/") ? "file://" + path : path;
    CRC32 name = new CRC32();
    name.update(uri.getBytes(StandardCharsets.UTF_8));
    String last = uri.replaceAll("/+$", "").replaceAll(".*/", "");
    String id =
        String.format(
            Locale.ROOT, "input-%s-%08x", last.replaceAll("[^A-Za-z0-9._-]", "-"), name.getValue());
    boolean copied = uri.startsWith("file:") && !filesystem.equals("local");
    List<String> copy = new ArrayList<>(List.of("copy", "--source", uri));
    if (!directories.isEmpty()) {
      copy.addAll(List.of(Dataset.DIRECTORIES, String.join(",", directories)));
    }
    return new Dataset(id, Optional.empty(), path, copied ? copy : List.of(), Optional.of(uri));
  }
}
