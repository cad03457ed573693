package dev.onceledger.problem;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import dev.onceledger.api.Rejection.Reason;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/** The HTML of the pages, which is well-formed XML too. Nothing in it comes from a request. */
final class ProblemHtml {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6570; --line: #d8dee4;
        --paper: #ffffff; --accent: #0b5cad; }
      @media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #9aa4af;
        --line: #333b44; --paper: #14181d; --accent: #7ab8f5; } }
      body { margin: 0 auto; max-width: 42rem; padding: 2.5rem 1.25rem 4rem; color: var(--ink);
        background: var(--paper); font: 1rem/1.6 system-ui, sans-serif; }
      a { color: var(--accent); }
      h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.25rem 0 0.5rem; }
      h2 { font-size: 1.05rem; margin: 1.75rem 0 0.25rem; }
      p { margin: 0.25rem 0; }
      code { font: 0.92em ui-monospace, monospace; }
      .soft { color: var(--soft); }
      ol { list-style: none; margin: 1.5rem 0 0; padding: 0; }
      li { border-top: 1px solid var(--line); display: flex; gap: 1rem; padding: 0.5rem 0; }
      li > .soft { flex: none; width: 2.5rem; font-variant-numeric: tabular-nums; }
      """;

  /** Allows the one style sheet inside the page, and nothing else at all. */
  static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; style-src 'sha256-"
          + sha256(STYLE)
          + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private ProblemHtml() {}

  /** Every problem, in the order in which they are decided. */
  static String index() {
    String rows = Arrays.stream(Reason.values()).map(ProblemHtml::row).collect(joining());
    return page(
        "Problems",
        """
        <h1>Problems</h1>
        <p>Every answer that is a refusal carries a <code>type</code>, which leads to one of these
        pages. They stand in the order in which they are decided: of several, the first is
        answered. Only 429 and 503 may come before any other.</p>
        <ol>
        %s</ol>
        """
            .formatted(rows));
  }

  /** What one problem means and what to do. */
  static String of(Reason reason) {
    Explanation explanation = Explanation.of(reason);
    return page(
        reason.wireName(),
        """
        <p class="soft"><a href="/problems">Problems</a> / <code>%s</code> / HTTP %d</p>
        <h1>%s</h1>
        <h2>What happened</h2>
        <p>%s</p>
        <h2>May the same request be sent again?</h2>
        <p>%s</p>
        <h2>May money have moved?</h2>
        <p>%s</p>
        <h2>What to do</h2>
        <p>%s</p>
        """
            .formatted(
                reason.wireName(),
                explanation.status(),
                escaped(explanation.title()),
                escaped(explanation.happened()),
                retry(explanation),
                effect(explanation),
                escaped(explanation.advice())));
  }

  private static String row(Reason reason) {
    Explanation explanation = Explanation.of(reason);
    return """
    <li><span class="soft">%d</span><span><a href="/problems/%s"><code>%s</code></a><br/>%s</span></li>
    """
        .formatted(
            explanation.status(),
            reason.wireName(),
            reason.wireName(),
            escaped(explanation.title()));
  }

  private static String retry(Explanation explanation) {
    return explanation.retryable()
        ? "Yes, unchanged; a command under the same idempotency key. That never executes it twice."
        : "It is safe, but it is not worth it: unchanged, it gets the same answer while nothing"
            + " else changes.";
  }

  private static String effect(Explanation explanation) {
    if (explanation.effect() == Effect.UNKNOWN) {
      return "Yes, it may have. Send the same request again under the same key to learn it.";
    }
    return explanation.status() >= 500
        ? "The answer says it: with <code>effect: none</code> surely not, with"
            + " <code>effect: unknown</code> it may have."
        : "Not by this request: it was refused before it had any effect.";
  }

  private static String page(String title, String body) {
    return """
    <!DOCTYPE html>
    <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <title>%s - Onceledger</title>
    <style>%s</style>
    </head>
    <body>
    %s</body>
    </html>
    """
        .formatted(escaped(title), STYLE, body);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String sha256(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
