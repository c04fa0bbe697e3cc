// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The body of an answer, which fails as soon as it is longer than allowed. */
public final class BoundedBody implements BodySubscriber<byte[]> {
  private final int most;
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Flow.Subscription subscription;

  /**
   * Makes a subscriber.
   *
   * @param most bytes that are allowed
   */
  public BoundedBody(int most) {
    this.most = most;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription started) {
    subscription = started;
    started.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (buffer.remaining() > most - bytes.size()) {
        subscription.cancel();
        body.completeExceptionally(
            new IOException("its answer is longer than " + (most >> 20) + " MiB"));
        return;
      }
      byte[] piece = new byte[buffer.remaining()];
      buffer.get(piece);
      bytes.write(piece, 0, piece.length);
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(bytes.toByteArray());
  }
}
