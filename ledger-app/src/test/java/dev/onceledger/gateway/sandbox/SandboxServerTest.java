package dev.onceledger.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SandboxServerTest {
  /** More than the server has threads. */
  private static final int MANY = 100;

  private static final String SOUND =
      """
      {"key":"op_1.1","paymentId":"pay_1","operationId":"op_1","kind":"CHARGE","generation":1,
       "send":1,"minor":1999,"currency":"CNY","paymentMethod":"tok_ok"}
      """;

  @TempDir Path directory;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  void calls_that_are_never_answered_leave_room_for_others_and_are_cut_at_the_end()
      throws IOException {
    List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      for (int i = 0; i < MANY; i++) {
        calls.add(client.sendAsync(lostReply(sandbox), BodyHandlers.ofString()));
      }
      await().until(() -> sandbox.executed().size() == MANY);

      sandbox.approved(Calls.charge("tok_ok"));
      assertThat(calls).noneMatch(Future::isDone);
    }
    await().until(() -> calls.stream().allMatch(CompletableFuture::isCompletedExceptionally));
  }

  @Test
  void a_call_that_is_never_answered_is_cut_after_its_time() throws IOException {
    Duration soon = Duration.ofMillis(300);
    SandboxTimes times = new SandboxTimes(soon, soon, soon, soon, soon);
    try (RunningSandbox sandbox = new RunningSandbox(directory, times, null)) {
      var call = client.sendAsync(lostReply(sandbox), BodyHandlers.ofString());

      await().until(call::isCompletedExceptionally);
    }
  }

  @Test
  void too_many_calls_that_are_never_answered_push_the_oldest_out() throws IOException {
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      var oldest = client.sendAsync(lostReply(sandbox), BodyHandlers.ofString());
      await().until(() -> sandbox.executed().size() == 1);
      List<CompletableFuture<HttpResponse<String>>> later = new ArrayList<>();
      for (int i = 0; i < Unanswered.OPEN_MAX - 1; i++) {
        later.add(client.sendAsync(lostReply(sandbox), BodyHandlers.ofString()));
      }
      await().until(() -> sandbox.executed().size() == Unanswered.OPEN_MAX);
      assertThat(oldest).isNotDone();

      later.add(client.sendAsync(lostReply(sandbox), BodyHandlers.ofString()));

      await().until(oldest::isCompletedExceptionally);
      assertThat(later).noneMatch(Future::isDone);
    }
  }

  @Test
  void a_sound_operation_is_taken() throws Exception {
    assertThat(statusOf("POST", "/operations", SOUND)).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "\"op_1.1\", \"\"",
    "\"op_1.1\", null",
    "\"pay_1\", null",
    "\"op_1\", null",
    "\"CNY\", null",
    "CHARGE, DONATION",
    "'\"kind\":\"CHARGE\",', ''",
    "'\"minor\":1999,', ''",
    "1999, 19.99",
    "1999, \"1999\"",
    "'\"generation\":1', '\"generation\":0'",
    "'\"send\":1', '\"send\":0'",
    "}, ''"
  })
  void a_malformed_operation_is_refused(String sound, String broken) throws Exception {
    assertThat(SOUND).contains(sound);

    assertThat(statusOf("POST", "/operations", SOUND.replace(sound, broken))).isEqualTo(400);
  }

  @Test
  void a_body_that_is_too_long_is_refused() throws Exception {
    assertThat(statusOf("POST", "/operations", SOUND + " ".repeat(70_000))).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /health, 200",
    "GET, /account, 200",
    "GET, /account?paymentId=pay_1&operationId=op_1, 200",
    "GET, /account?paymentid=pay_1, 400",
    "GET, /account/sends?operation=op_1, 400",
    "GET, /operations, 404",
    "GET, /operations/, 404",
    "PUT, /operations/op_1.1, 404",
    "POST, /operations/op_1.1/open, 404",
    "GET, /, 404",
  })
  void a_request_is_answered_with_its_status(String method, String path, int status)
      throws Exception {
    assertThat(statusOf(method, path, "")).isEqualTo(status);
  }

  private int statusOf(String method, String path, String body) throws Exception {
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(sandbox.uri() + path))
              .method(method, BodyPublishers.ofString(body))
              .build();
      return client.send(request, BodyHandlers.discarding()).statusCode();
    }
  }

  private static HttpRequest lostReply(RunningSandbox sandbox) {
    Operation operation = Operation.of(Calls.charge("tok_lost_reply"));
    return HttpRequest.newBuilder(URI.create(sandbox.uri() + "/operations"))
        .POST(BodyPublishers.ofByteArray(SandboxJson.MAPPER.writeValueAsBytes(operation)))
        .build();
  }
}
