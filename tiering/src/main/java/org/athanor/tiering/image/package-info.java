// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the files of an HDFS namespace from what Hadoop's offline image viewer writes. Entry
 * classes: {@link org.athanor.tiering.image.DelimitedImage} and {@link
 * org.athanor.tiering.image.XmlImage}.
 */
package org.athanor.tiering.image;
