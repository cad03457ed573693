package dev.onceledger.conformance;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** Tests a service that a description tells about. {@code --help} lists the options. */
public final class ConformanceProgram {
  private static final int HOLDS = 0;
  private static final int VIOLATED = 1;
  private static final int UNUSABLE = 2;

  private ConformanceProgram() {}

  public static void main(String[] args) {
    System.exit(run(List.of(args), System.getenv(), System.out));
  }

  /**
   * Prints a report, and gives 0 if nothing was violated, 1 if something was, 2 if it cannot say.
   */
  public static int run(List<String> arguments, Map<String, String> environment, PrintStream out) {
    if (arguments.contains("--help")) {
      out.print(Options.HELP);
      return HOLDS;
    }
    Masks masks = Masks.of(List.of());
    try {
      Options options = Options.parse(arguments);
      Description description = DescriptionReader.read(options.description(), environment);
      masks = description.masks();
      requireWhatWasAsked(options, description);
      return run(options, description, new ReportPage(out, masks));
    } catch (IllegalArgumentException | BadDescription e) {
      out.println(masks.text("conformance: " + e.getMessage()));
      return UNUSABLE;
    } catch (RuntimeException e) {
      // Whatever it is, it is no violation, as which Java's own exit code would count.
      out.println(masks.text("conformance: it failed: " + e));
      return UNUSABLE;
    }
  }

  private static int run(Options options, Description description, ReportPage page) {
    page.head(description, options.seed(), options.repeats());
    Report report =
        new Kit(description)
            .run(options.groups(), options.seed(), options.repeats(), page::section);
    page.end(report);
    return report.failed().isEmpty() ? HOLDS : VIOLATED;
  }

  private static void requireWhatWasAsked(Options options, Description description) {
    for (Group group : options.groups()) {
      String missing = description.missingFor(group);
      if (options.asked() && !missing.isEmpty()) {
        throw new IllegalArgumentException(group + " cannot be run: " + missing);
      }
    }
  }
}
