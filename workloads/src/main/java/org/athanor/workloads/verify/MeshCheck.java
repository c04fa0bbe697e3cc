// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.mesh.Query;

/**
 * Checks answers about a mesh: exactly the same lines, in any order. A triangle may begin with any
 * of its corners. The vertices of a simplified mesh are means, whose sums depend on the order: they
 * may differ by {@value #TOLERANCE} of the longest edge of the bounding box.
 */
public final class MeshCheck implements Check {
  private static final double TOLERANCE = 1e-9;

  private final Configuration configuration;
  private final Path input;
  private final Path output;
  private final Query query;
  private final int cells;
  private final Reference reference;

  /**
   * A check.
   *
   * @param cells of the grid along an edge, for a simplified mesh
   */
  public MeshCheck(
      Configuration configuration,
      Path input,
      Path output,
      Query query,
      int cells,
      Optional<Path> reference)
      throws IOException {
    this.configuration = configuration;
    this.input = input;
    this.output = output;
    this.query = query;
    this.cells = cells;
    String what = "mesh " + query.word() + (query == Query.SIMPLIFIED ? " grid=" + cells : "");
    this.reference = new Reference(configuration, what, input, reference);
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    byte[] data = reference.get(this::compute);
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(data))) {
      String expected = in.readUTF();
      boolean simplified = query == Query.SIMPLIFIED;
      Parts parts = new Parts(configuration, simplified ? part("tetrahedra") : output);
      MultisetDigest found = new MultisetDigest();
      parts.read(part -> digest(parts, part)).forEach(found::add);
      String what = simplified ? "tetrahedra" : "lines";
      found.mustBe(expected, what);
      if (simplified) {
        compareMeans(in);
      }
      return query.word() + ": " + found.records() + " " + what;
    }
  }

  private Path part(String name) {
    return new Path(output, name);
  }

  private MultisetDigest digest(Parts parts, FileStatus part)
      throws IOException, WrongOutputException {
    MultisetDigest digest = new MultisetDigest();
    parts.lines(
        part,
        (line, number) -> {
          String text = line.toString();
          add(query == Query.BOUNDARY ? fromSmallest(part, number, text) : text, digest);
        });
    return digest;
  }

  private static String fromSmallest(FileStatus part, long number, String line)
      throws WrongOutputException {
    if (!line.matches("\\d{1,18}(\\t\\d{1,18}){2}")) {
      throw new WrongOutputException(
          Parts.name(part, number) + ": must be three ids with tabs between them");
    }
    String[] ids = line.split("\t", -1);
    int least = 0;
    for (int i = 1; i < ids.length; i++) {
      least = Long.parseLong(ids[i]) < Long.parseLong(ids[least]) ? i : least;
    }
    return String.join("\t", ids[least], ids[(least + 1) % 3], ids[(least + 2) % 3]);
  }

  private static void add(String line, MultisetDigest digest) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    digest.add(bytes, bytes.length);
  }

  private void compareMeans(DataInputStream in) throws IOException, WrongOutputException {
    double error = TOLERANCE * in.readDouble();
    Map<Long, double[]> means = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      means.put(in.readLong(), new double[] {in.readDouble(), in.readDouble(), in.readDouble()});
    }
    Parts parts = new Parts(configuration, part("vertices"));
    for (FileStatus part : parts.all()) {
      parts.lines(
          part,
          (line, number) -> {
            List<String> fields = List.of(line.toString().split("\t", -1));
            double[] mean = isVertex(fields) ? means.remove(Long.valueOf(fields.get(0))) : null;
            for (int i = 0; i < 3; i++) {
              if (mean == null || !(Math.abs(mean[i] - number(fields.get(1 + i))) <= error)) {
                throw new WrongOutputException(
                    Parts.name(part, number)
                        + ": \""
                        + Records.shown(line.toString())
                        + "\": must be "
                        + (mean == null
                            ? "a cell with vertices, once, and three coordinates"
                            : "at " + mean[0] + ", " + mean[1] + ", " + mean[2]));
              }
            }
          });
    }
    if (!means.isEmpty()) {
      throw new WrongOutputException(
          means.size() + " vertices are missing, such as " + means.keySet().iterator().next());
    }
  }

  private static boolean isVertex(List<String> fields) {
    return fields.size() == 4 && fields.get(0).matches("\\d{1,18}");
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException notANumber) {
      return Double.NaN;
    }
  }

  private void compute(OutputStream out) throws IOException {
    MeshReference mesh = new MeshReference();
    new InputFiles(configuration, input).read(mesh::read);
    MultisetDigest digest = new MultisetDigest();
    DataOutputStream data = new DataOutputStream(out);
    switch (query) {
      case BOUNDING_BOX -> mesh.boundingBox(line -> add(line, digest));
      case BOUNDARY -> mesh.boundary(line -> add(line, digest));
      case VERTICES -> mesh.vertices(line -> add(line, digest));
      case MISSING -> mesh.missing(line -> add(line, digest));
      case SIMPLIFIED -> {
        MeshReference.Simplified simplified = mesh.simplified(cells);
        simplified.tetrahedra(line -> add(line, digest));
        data.writeUTF(digest.toString());
        data.writeDouble(mesh.longest());
        data.writeInt(simplified.means().size());
        for (Map.Entry<Long, double[]> mean : simplified.means().entrySet()) {
          data.writeLong(mean.getKey());
          for (int i = 0; i < 3; i++) {
            data.writeDouble(mean.getValue()[i]);
          }
        }
      }
    }
    if (query != Query.SIMPLIFIED) {
      data.writeUTF(digest.toString());
    }
    data.flush();
  }
}
