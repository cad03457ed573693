package dev.onceledger.gateway.sandbox;

import static java.lang.System.Logger.Level.ERROR;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/** The sandbox over HTTP. */
final class SandboxHandler implements HttpHandler {
  private static final System.Logger LOG = System.getLogger(SandboxHandler.class.getName());
  private static final int BODY_MAX = 64 * 1024;
  private static final Pattern INQUIRY = Pattern.compile("GET /operations/([^/]+)");
  private static final Pattern CLOSE = Pattern.compile("POST /operations/([^/]+)/close");

  private final SandboxAccount account;
  private final SandboxDesk desk;
  private final SandboxTimer timer;
  private final Unanswered unanswered;
  private final SandboxTimes times;

  SandboxHandler(
      SandboxAccount account,
      SandboxDesk desk,
      SandboxTimer timer,
      Unanswered unanswered,
      SandboxTimes times) {
    this.account = account;
    this.desk = desk;
    this.timer = timer;
    this.unanswered = unanswered;
    this.times = times;
  }

  @Override
  public void handle(HttpExchange exchange) {
    try {
      route(exchange);
    } catch (RuntimeException | IOException e) {
      LOG.log(ERROR, "the sandbox failed", e);
      HttpReply.send(exchange, 500, Map.of("error", "internal-error"));
    }
  }

  private void route(HttpExchange exchange) throws IOException {
    String request = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    Matcher inquiry = INQUIRY.matcher(request);
    Matcher close = CLOSE.matcher(request);
    if (inquiry.matches()) {
      inquire(exchange, inquiry.group(1));
    } else if (close.matches()) {
      answer(exchange, desk.fence(close.group(1)));
    } else {
      switch (request) {
        case "POST /operations" -> execute(exchange);
        case "GET /account" -> show(exchange, AccountPage::executed);
        case "GET /account/sends" -> show(exchange, AccountPage::sends);
        case "GET /health" -> HttpReply.send(exchange, 200, Map.of("status", "UP"));
        default -> HttpReply.send(exchange, 404, Map.of("error", "not-found"));
      }
    }
  }

  private void execute(HttpExchange exchange) throws IOException {
    Optional<Operation> read = readOperation(exchange);
    if (read.isEmpty()) {
      HttpReply.send(exchange, 400, Map.of("error", "malformed-request"));
      return;
    }
    Operation operation = read.get();
    if (account.endingOf(operation).drops(operation)) {
      unanswered.add(exchange);
      return;
    }
    try {
      answerSend(exchange, desk.execute(operation));
    } catch (MismatchException e) {
      HttpReply.send(exchange, 409, Map.of("error", "parameter-mismatch"));
    }
  }

  private static Optional<Operation> readOperation(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(BODY_MAX + 1);
    if (body.length > BODY_MAX) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(SandboxJson.MAPPER.readValue(body, Operation.class));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private void answerSend(HttpExchange exchange, Receipt receipt) {
    Entry entry = receipt.entry();
    if (entry.standing() == Standing.HELD) {
      unanswered.add(exchange);
      return;
    }
    if (!entry.isDecided()) {
      answer(exchange, entry);
      return;
    }
    switch (receipt.ending()) {
      case LOST_REPLY -> unanswered.add(exchange);
      case SLOW -> timer.after(times.slowFor(), () -> answer(exchange, entry));
      case ERROR_500 -> HttpReply.send(exchange, 500, Map.of("error", "internal-error"));
      default -> answer(exchange, entry);
    }
  }

  private void inquire(HttpExchange exchange, String key) {
    Optional<Entry> entry = account.find(key);
    if (entry.isEmpty()) {
      HttpReply.send(exchange, 200, Answer.unknown(key));
    } else if (account.hasRunOut(entry.get())) {
      HttpReply.send(exchange, 200, Answer.expired(entry.get()));
    } else {
      answer(exchange, entry.get());
    }
  }

  private void show(
      HttpExchange exchange, BiFunction<SandboxAccount, AccountPage.Query, AccountPage<?>> shown) {
    Optional<AccountPage.Query> query =
        AccountPage.Query.parse(exchange.getRequestURI().getRawQuery());
    if (query.isPresent()) {
      HttpReply.send(exchange, 200, shown.apply(account, query.get()));
    } else {
      HttpReply.send(exchange, 400, Map.of("error", "malformed-request"));
    }
  }

  private static void answer(HttpExchange exchange, Entry entry) {
    if (entry.standing() == Standing.DOWN) {
      HttpReply.send(exchange, 503, Map.of("error", "down"));
    } else {
      HttpReply.send(exchange, 200, Answer.of(entry));
    }
  }
}
