// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Detects the format of an hwloc XML text and converts it for libhwloc 2. */
final class XmlFormat {
  private static final Pattern ROOT = Pattern.compile("<topology\\b([^>]*)>");
  private static final Pattern VERSION = Pattern.compile("\\bversion=[\"'](\\d+)\\.(\\d+)[\"']");

  private XmlFormat() {}

  /**
   * Returns the text in a format that libhwloc 2 reads: formats 1 and 2 unchanged, format 3
   * translated.
   *
   * @throws TopologyException if the text is not a topology or its format is newer
   */
  static String forVersion2(String xml, TopologySource source) {
    Matcher root = ROOT.matcher(xml);
    if (!root.find()) {
      throw new TopologyException(source + ": is not hwloc XML: it has no element <topology>");
    }
    Matcher version = VERSION.matcher(root.group(1));
    int major = version.find() ? Integer.parseInt(version.group(1)) : 1;
    if (major > Xml3.MAJOR) {
      throw new TopologyException(
          source
              + ": has XML format "
              + version.group(1)
              + "."
              + version.group(2)
              + "; must be 1 to 3: export it again with lstopo --export-xml-flags v2");
    }
    return major == Xml3.MAJOR ? Xml3.toVersion2(xml, source) : xml;
  }
}
