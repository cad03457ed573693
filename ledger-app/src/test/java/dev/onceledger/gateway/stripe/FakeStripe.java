package dev.onceledger.gateway.stripe;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.onceledger.api.payment.GatewayName;
import java.net.URI;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A server that answers as Stripe's API is documented to. */
final class FakeStripe implements AutoCloseable {
  static final String INTENTS = "/v1/payment_intents";
  static final String INTENT = INTENTS + "/" + Calls.INTENT;
  static final String SEARCH = INTENTS + "/search";
  static final String REFUNDS = "/v1/refunds";
  static final String KEY = "sk_test_51fake";
  static final Duration IMPATIENCE = Duration.ofMillis(700);

  private final WireMockServer server = new WireMockServer(wireMockConfig().dynamicPort());

  FakeStripe() {
    server.start();
  }

  URI uri() {
    return URI.create("http://localhost:" + server.port());
  }

  StripeGateway gateway() {
    return gatewayAt(uri(), 20_000);
  }

  /** One that waits no longer than {@link #IMPATIENCE}. */
  StripeGateway impatientGateway() {
    return gatewayAt(uri(), (int) IMPATIENCE.toMillis());
  }

  static StripeGateway gatewayAt(URI base, int readTimeoutMillis) {
    return new StripeGateway(
        new StripeSettings(
            true, new GatewayName("stripe"), null, KEY, null, null, base, 2000, readTimeoutMillis));
  }

  FakeStripe answersPost(String path, int status, Object body) {
    server.stubFor(post(urlPathEqualTo(path)).willReturn(json(status, body)));
    return this;
  }

  FakeStripe answersGet(String path, int status, Object body) {
    server.stubFor(get(urlPathEqualTo(path)).willReturn(json(status, body)));
    return this;
  }

  /** The page after the object of this id. */
  FakeStripe answersGetAfter(String path, String id, Object body) {
    server.stubFor(
        get(urlPathEqualTo(path))
            .withQueryParam("starting_after", equalTo(id))
            .willReturn(json(200, body)));
    return this;
  }

  /** Is one thing when it is first asked for, and another from then on. */
  FakeStripe decides(String path, Object before, Object after) {
    server.stubFor(
        get(urlPathEqualTo(path))
            .inScenario(path)
            .whenScenarioStateIs(Scenario.STARTED)
            .willSetStateTo("decided")
            .willReturn(json(200, before)));
    server.stubFor(
        get(urlPathEqualTo(path))
            .inScenario(path)
            .whenScenarioStateIs("decided")
            .willReturn(json(200, after)));
    return this;
  }

  FakeStripe answersEverything(int status, Object body) {
    server.stubFor(any(anyUrl()).willReturn(json(status, body)));
    return this;
  }

  FakeStripe answersEverythingAfter(Duration delay, Object body) {
    server.stubFor(
        any(anyUrl()).willReturn(json(200, body).withFixedDelay((int) delay.toMillis())));
    return this;
  }

  FakeStripe breaks(Fault fault) {
    server.stubFor(any(anyUrl()).willReturn(aResponse().withFault(fault)));
    return this;
  }

  private static ResponseDefinitionBuilder json(int status, Object body) {
    return aResponse()
        .withStatus(status)
        .withHeader("Content-Type", "application/json")
        .withHeader("Request-Id", "req_fake")
        .withBody(body.toString());
  }

  /** The only POST to a path. */
  LoggedRequest posted(String path) {
    List<LoggedRequest> all = posts(path);
    if (all.size() != 1) {
      throw new AssertionError(all.size() + " posts to " + path);
    }
    return all.get(0);
  }

  List<LoggedRequest> posts(String path) {
    return server.findAll(postRequestedFor(urlPathEqualTo(path)));
  }

  List<LoggedRequest> gets(String path) {
    return server.findAll(getRequestedFor(urlPathEqualTo(path)));
  }

  List<LoggedRequest> everything() {
    return server.findAll(anyRequestedFor(anyUrl()));
  }

  static Map<String, String> form(LoggedRequest request) {
    return Arrays.stream(request.getBodyAsString().split("&"))
        .map(pair -> pair.split("=", 2))
        .collect(toMap(pair -> decode(pair[0]), pair -> decode(pair[1])));
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, UTF_8);
  }

  @Override
  public void close() {
    server.stop();
  }
}
