// SPDX-License-Identifier: Apache-2.0
/**
 * Reads YAML files strictly: each key is declared, and everything that is wrong in a file is
 * reported at once, each with its line and with what is allowed.
 *
 * <p>A format declares its keys as {@link org.athanor.yaml.Key}s with types of {@link
 * org.athanor.yaml.Types}. {@link org.athanor.yaml.YamlReader} makes a {@link
 * org.athanor.yaml.Place} of the document, and a {@link org.athanor.yaml.Section} reads the
 * declared keys of a mapping. Problems are added to one list per file. A wrong value is reported
 * and read as if it were missing, so that the rest of the file can still be checked.
 *
 * <p>Does no I/O. Objects of one file are used by one thread.
 */
package org.athanor.yaml;
