package dev.onceledger.proof;

import dev.onceledger.proof.checker.Exchange;
import dev.onceledger.support.Api;
import dev.onceledger.support.Response;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Somebody who sends requests to any node, and writes down each with what came of it. */
final class Visitor {
  private final String name;
  private final List<Api> nodes;
  private final RequestLog log;

  Visitor(String name, List<Api> nodes, RequestLog log) {
    this.name = name;
    this.nodes = nodes;
    this.log = log;
  }

  Exchange post(int node, Ask ask, boolean respelled) {
    String body = respelled ? ask.respelled() : ask.body();
    String[] headers = ask.headers().toArray(String[]::new);
    return written(
        node,
        new Request("POST", ask.path(), ask.key(), body),
        api -> api.post(ask.path(), ask.key(), body, headers));
  }

  Exchange get(int node, String path) {
    return written(node, new Request("GET", path, "", ""), api -> api.get(path));
  }

  /** What a gateway or a bank tells. */
  Exchange tell(int node, String path, String body, String signature) {
    return written(
        node,
        new Request("POST", path, "", body),
        api ->
            api.send(
                "POST",
                path,
                body,
                "Content-Type",
                "application/json",
                "Gateway-Signature",
                signature));
  }

  private record Request(String method, String path, String key, String body) {}

  private interface Sending {
    Response to(Api node);
  }

  private Exchange written(int node, Request request, Sending sending) {
    Instant sent = Instant.now();
    int status = 0;
    String answer;
    try {
      Response response = sending.to(nodes.get(node % nodes.size()));
      status = response.status();
      answer = response.body();
    } catch (UncheckedIOException e) {
      answer = Objects.requireNonNull(e.getCause()).getClass().getSimpleName();
    }
    Exchange exchange =
        new Exchange(
            sent,
            Instant.now(),
            name,
            "node " + node % nodes.size(),
            request.method(),
            request.path(),
            request.key(),
            request.body(),
            status,
            answer);
    log.add(exchange);
    return exchange;
  }
}
