package dev.onceledger.security;

import dev.onceledger.api.Scope;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Makes, lists and revokes API keys from a command line. */
public final class ApiKeysProgram {
  private static final String USAGE =
      """
      usage: create --role ROLE (--scope SCOPE | --all-scopes) [--name NAME] [--retry-hours N]
             list
             revoke ID

      ROLE is one of order-service, auditor, dashboard, operator. Only auditor and operator may
      have all scopes. N is how long after its first try a client may send the same request again
      (168); keys of requests are remembered for longer. The token is printed once, by create; the ledger keeps only its hash.
      A revocation takes effect on every node within 5 seconds.
      """;

  private static final String FLAG = "--all-scopes";
  private static final Set<String> OPTIONS =
      Set.of("--role", "--scope", FLAG, "--name", "--retry-hours");
  private static final int DONE = 0;
  private static final int WRONG = 2;

  private final ApiKeys keys;
  private final Consumer<Duration> retries;
  private final PrintStream out;

  private ApiKeysProgram(ApiKeys keys, Consumer<Duration> retries, PrintStream out) {
    this.keys = keys;
    this.retries = retries;
    this.out = out;
  }

  /**
   * Does what the arguments say, and answers with the exit code: 0, or 2 if it was not done.
   *
   * @param retries refuses, by an {@link IllegalArgumentException}, a client that retries for so
   *     long
   */
  public static int run(
      String[] args, DataSource dataSource, Consumer<Duration> retries, PrintStream out) {
    try {
      return new ApiKeysProgram(new ApiKeys(dataSource), retries, out)
          .run(new ArrayDeque<>(List.of(args)));
    } catch (UsageException e) {
      out.println("error: " + e.getMessage());
      out.println();
      out.print(USAGE);
      return WRONG;
    } catch (DataAccessException | TransactionException e) {
      out.println("error: the store did not answer: " + e.getMostSpecificCause().getMessage());
      return WRONG;
    }
  }

  private int run(Deque<String> args) {
    String command = args.poll();
    if (command == null) {
      throw new UsageException("say what to do");
    }
    return switch (command) {
      case "create" -> create(args);
      case "list" -> list(args);
      case "revoke" -> revoke(args);
      default -> throw new UsageException("there is no command " + command);
    };
  }

  private int create(Deque<String> args) {
    Map<String, String> options = options(args);
    Role role = role(options.get("--role"));
    Scope scope = scope(role, options.get("--scope"), options.containsKey(FLAG));
    String name = options.getOrDefault("--name", role.wireName());
    int hours = hours(options.getOrDefault("--retry-hours", "" + ApiKeys.RETRY_HOURS));
    IssuedKey issued;
    try {
      retries.accept(Duration.ofHours(hours));
      issued = keys.create(role, scope, name, hours);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    out.println(row(issued.key()));
    out.println();
    out.println(issued.token());
    out.println();
    out.println("Keep this token now: it is not shown again.");
    return DONE;
  }

  private int list(Deque<String> args) {
    nothingElse(args);
    keys.list().forEach(key -> out.println(row(key)));
    return DONE;
  }

  private int revoke(Deque<String> args) {
    String id = args.poll();
    if (id == null) {
      throw new UsageException("revoke needs the ID of a key");
    }
    nothingElse(args);
    Optional<ApiKey> revoked = keys.revoke(id);
    out.println(revoked.map(ApiKeysProgram::row).orElse("error: there is no key of this ID"));
    return revoked.isPresent() ? DONE : WRONG;
  }

  private static Map<String, String> options(Deque<String> args) {
    Map<String, String> options = new HashMap<>();
    while (!args.isEmpty()) {
      String option = args.remove();
      String value = FLAG.equals(option) ? "" : args.poll();
      if (!OPTIONS.contains(option)) {
        throw new UsageException("create has no option " + option);
      }
      if (value == null) {
        throw new UsageException(option + " needs a value");
      }
      if (options.put(option, value) != null) {
        throw new UsageException(option + " is there twice");
      }
    }
    return options;
  }

  private static void nothingElse(Deque<String> args) {
    if (!args.isEmpty()) {
      throw new UsageException("there is more on the line than was expected");
    }
  }

  private static Role role(@Nullable String name) {
    if (name == null) {
      throw new UsageException("create needs --role");
    }
    return Role.find(name).orElseThrow(() -> new UsageException("there is no role " + name));
  }

  private static @Nullable Scope scope(Role role, @Nullable String scope, boolean all) {
    if (all == (scope != null)) {
      throw new UsageException("create needs either --scope or --all-scopes");
    }
    if (all && !role.mayHaveAllScopes()) {
      throw new UsageException("the role " + role.wireName() + " needs --scope");
    }
    try {
      return scope == null ? null : new Scope(scope);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private static int hours(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new UsageException("--retry-hours is a number");
    }
  }

  private static String row(ApiKey key) {
    String scope = key.scope() == null ? "(all scopes)" : key.scope().value();
    String revoked = key.revokedAt() == null ? "" : ", revoked " + key.revokedAt();
    return "%s  %-13s  %-12s  %s  (retries for %d h, made %s%s)"
        .formatted(
            key.id(),
            key.role().wireName(),
            scope,
            key.name(),
            key.retryHours(),
            key.createdAt(),
            revoked);
  }

  /** What was asked for on the command line is not understood. */
  private static final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(@Nullable String message) {
      super(message, null, false, false);
    }
  }
}
