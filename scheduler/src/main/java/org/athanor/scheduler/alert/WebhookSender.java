// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.alert;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.athanor.yaml.text.TimeSpan;

/**
 * Posts alerts to an address. Any answer of 200 to 299 takes one; redirections are not followed,
 * since nobody has said that the other address may know. Texts do not tell the address.
 */
final class WebhookSender implements Sender {
  private final Hook hook;
  private final Hook.Webhook target;
  private final String agent;
  private final HttpClient client;

  /**
   * Makes it.
   *
   * @param agent the program's name and version
   */
  WebhookSender(Hook hook, Hook.Webhook target, String agent) {
    this.hook = hook;
    this.target = target;
    this.agent = agent;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(hook.limit())
            .build();
  }

  @Override
  public Optional<String> send(Waiting alert) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(target.address())
            .header("Content-Type", "application/json")
            .header("User-Agent", agent)
            .header("Idempotency-Key", alert.id())
            .timeout(hook.limit())
            .POST(HttpRequest.BodyPublishers.ofString(alert.json(), StandardCharsets.UTF_8))
            .build();
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(request, HttpResponse.BodyHandlers.discarding());
    try {
      int status = answer.get(hook.limit().toMillis(), TimeUnit.MILLISECONDS).statusCode();
      return status >= 200 && status < 300 ? Optional.empty() : Optional.of(refused(status));
    } catch (TimeoutException late) {
      answer.cancel(true);
      return Optional.of(target.shown() + " took longer than " + TimeSpan.format(hook.limit()));
    } catch (ExecutionException failed) {
      return Optional.of(target.shown() + " " + reason(failed.getCause()));
    } catch (InterruptedException ending) {
      answer.cancel(true);
      throw ending;
    }
  }

  private String refused(int status) {
    return target.shown()
        + " answers HTTP "
        + status
        + (status >= 300 && status < 400 ? "; redirections are not followed" : "");
  }

  /** Messages of the client may have the address, so only kinds of failures are told. */
  private String reason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "has a host name that is not known";
      }
      if (cause instanceof SSLException) {
        return "has no TLS that this Java trusts; add its certificate to the trust store of Java";
      }
    }
    if (failure instanceof java.net.http.HttpTimeoutException) {
      return "took longer than " + TimeSpan.format(hook.limit());
    }
    if (failure instanceof ConnectException) {
      return "cannot be reached";
    }
    return failure instanceof IOException
        ? "gives no answer: the connection broke"
        : "gives no answer: " + failure.getClass().getSimpleName();
  }

  @Override
  public void close() {
    // The thread that waits is interrupted, and cancels what is under way.
  }
}
