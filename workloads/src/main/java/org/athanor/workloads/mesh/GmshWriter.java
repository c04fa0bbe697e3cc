// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.athanor.workloads.lines.LineSource;

/** Writes parts of vertices and tetrahedra as a file of Gmsh's format MSH 2.2. */
final class GmshWriter {
  private final Configuration configuration;

  GmshWriter(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * Writes a file. It is compressed if its name says so.
   *
   * @param vertices lines of id and coordinates
   * @param tetrahedra lines of four ids
   */
  void write(List<Path> vertices, List<Path> tetrahedra, Path file) throws IOException {
    FileSystem files = file.getFileSystem(configuration);
    CompressionCodec codec = new CompressionCodecFactory(configuration).getCodec(file);
    try (OutputStream raw = files.create(file, false);
        OutputStream stream = codec == null ? raw : codec.createOutputStream(raw);
        BufferedWriter out =
            new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.US_ASCII))) {
      out.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + count(vertices) + "\n");
      each(vertices, (number, line) -> out.write(line.replace('\t', ' ') + "\n"));
      out.write("$EndNodes\n$Elements\n" + count(tetrahedra) + "\n");
      // Type 4, and two tags: no physical, but one geometrical entity.
      each(
          tetrahedra,
          (number, line) -> out.write(number + " 4 2 0 1 " + line.replace('\t', ' ') + "\n"));
      out.write("$EndElements\n");
    }
  }

  private interface Consumer {
    void accept(long number, String line) throws IOException;
  }

  private long count(List<Path> parts) throws IOException {
    long[] last = {0};
    each(parts, (number, line) -> last[0] = number);
    return last[0];
  }

  private void each(List<Path> parts, Consumer consumer) throws IOException {
    long number = 0;
    Text line = new Text();
    for (Path part : parts) {
      try (LineSource lines = new LineSource(configuration, part, 0)) {
        while (lines.read(line)) {
          consumer.accept(++number, line.toString());
        }
      }
    }
  }
}
