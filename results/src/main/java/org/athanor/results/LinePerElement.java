// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/**
 * Formats JSON with one line for each member of the outermost object and for each element of its
 * arrays. So each trial is one line, which text tools can search and compare.
 */
final class LinePerElement extends DefaultPrettyPrinter {

  private static final long serialVersionUID = 1L;
  private static final int LEVELS = 2;

  LinePerElement() {
    super(
        Separators.createDefaultInstance()
            .withObjectNameValueSpacing(Separators.Spacing.NONE)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator(""));
    Shallow indenter = new Shallow();
    _objectIndenter = indenter;
    _arrayIndenter = indenter;
  }

  private LinePerElement(LinePerElement base) {
    super(base);
  }

  @Override
  public DefaultPrettyPrinter createInstance() {
    return new LinePerElement(this);
  }

  /** Writes an element's closing brace on the same line. */
  @Override
  public void writeEndObject(JsonGenerator generator, int entries) {
    _nesting--;
    if (_nesting < LEVELS) {
      _objectIndenter.writeIndentation(generator, _nesting);
    }
    generator.writeRaw('}');
  }

  private static final class Shallow extends DefaultIndenter {

    private static final long serialVersionUID = 1L;

    Shallow() {
      super(" ", "\n");
    }

    @Override
    public void writeIndentation(JsonGenerator generator, int level) {
      if (level <= LEVELS) {
        super.writeIndentation(generator, level);
      }
    }
  }
}
