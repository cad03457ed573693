package dev.onceledger.conformance;

import static java.util.stream.Collectors.joining;

import java.io.PrintStream;
import java.util.List;

/** Writes a report for a person. */
final class ReportPage {
  private static final int BODY_MAX = 600;
  private static final String INDENT = "        ";

  private final PrintStream out;
  private final Masks masks;

  ReportPage(PrintStream out, Masks masks) {
    this.out = out;
    this.masks = masks;
  }

  void head(Description description, long seed, int repeats) {
    RequestTemplate command = description.command();
    line("%s %s, seed %d, repeats %d".formatted(command.method(), command.url(), seed, repeats));
  }

  void section(Report.Section section) {
    line("");
    line(section.group() + ": " + section.group().title());
    if (!section.notRun().isEmpty()) {
      line("  not run: " + section.notRun());
    }
    section.findings().forEach(this::finding);
  }

  private void finding(Finding finding) {
    String mark =
        switch (finding.verdict()) {
          case PASSED -> "ok    ";
          case FAILED -> "FAIL  ";
          case MOOT -> "?     ";
        };
    line("  " + mark + finding.name());
    line(INDENT + finding.seen());
    if (finding.verdict() == Finding.Verdict.FAILED) {
      example(finding.example());
    }
  }

  private void example(List<Exchange> exchanges) {
    for (int i = 0; i < exchanges.size(); i++) {
      Request request = exchanges.get(i).request();
      if (i > 0 && request.equals(exchanges.get(i - 1).request())) {
        line(INDENT + "> the same request");
      } else {
        asked(request);
      }
      answered(exchanges.get(i));
    }
  }

  private void asked(Request request) {
    line(INDENT + "> " + request.method() + " " + request.uri());
    request
        .headers()
        .forEach((name, value) -> line(INDENT + "> " + name + ": " + masks.header(name, value)));
    block("> ", request.body());
  }

  private void answered(Exchange exchange) {
    Answer answer = exchange.answer();
    if (answer == null) {
      line(INDENT + "< no answer: " + exchange.trouble());
    } else {
      line(INDENT + "< " + answer.status());
      block("< ", answer.text());
    }
  }

  private void block(String mark, String text) {
    String shown = text.length() > BODY_MAX ? text.substring(0, BODY_MAX) + " ..." : text;
    shown.lines().forEach(each -> line(INDENT + mark + each));
  }

  void end(Report report) {
    line("");
    line(
        report.sections().stream()
            .map(section -> section.group() + " " + section.verdict())
            .collect(joining(", ")));
  }

  private void line(String text) {
    out.println(masks.text(text));
  }
}
