// SPDX-License-Identifier: Apache-2.0
/**
 * Machines as nested boxes. {@link org.athanor.cli.topology.picture.PictureLayout} decides once
 * where everything is; {@link org.athanor.cli.topology.picture.SvgWriter} and {@link
 * org.athanor.cli.topology.picture.PngWriter} only paint. Lengths are pixels.
 */
package org.athanor.cli.topology.picture;
