// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.nio.file.Path;

/** The source of a topology. */
public sealed interface TopologySource {
  /** The machine that this process runs on. */
  record ThisMachine() implements TopologySource {
    @Override
    public String toString() {
      return "this machine";
    }
  }

  /** An hwloc XML file. */
  record XmlFile(Path file) implements TopologySource {
    @Override
    public String toString() {
      return file.toString();
    }
  }

  /** An hwloc XML text. */
  record XmlText(String xml) implements TopologySource {
    @Override
    public String toString() {
      return "XML text of " + xml.length() + " characters";
    }
  }

  /** A synthetic description, such as {@code pack:2 core:8 pu:2}. */
  record Synthetic(String description) implements TopologySource {
    @Override
    public String toString() {
      return "synthetic \"" + description + "\"";
    }
  }
}
