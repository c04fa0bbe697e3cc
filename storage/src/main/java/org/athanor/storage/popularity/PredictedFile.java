// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

/**
 * A file with the popularity that is predicted for the next period.
 *
 * @param path absolute
 * @param popularity comparable with that of other files from the same predictor
 */
public record PredictedFile(String path, double popularity) {}
