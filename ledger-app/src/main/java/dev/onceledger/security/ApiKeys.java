package dev.onceledger.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.onceledger.api.Scope;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The API keys in the store. Every method throws {@link org.springframework.dao.DataAccessException
 * DataAccessException} or {@link org.springframework.transaction.TransactionException
 * TransactionException} if the store does not answer.
 */
public class ApiKeys {
  /** With the time of the look-up itself, a revocation takes effect everywhere within 5 s. */
  private static final Duration REMEMBERED = Duration.ofSeconds(4);

  private static final int REMEMBERED_MAX = 10_000;

  /** How long a client retries that has not said how long. */
  static final int RETRY_HOURS = 168;

  private static final int RETRY_HOURS_MAX = 87_600;
  private static final String COLUMNS =
      "id, role, scope, name, retry_hours, created_at, revoked_at";

  private final JdbcTemplate jdbc;
  private final TransactionTemplate transaction;

  /** By the hash of a token that was found good: never by the token. */
  private final Cache<ByteBuffer, Caller> verified =
      Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).expireAfterWrite(REMEMBERED).build();

  public ApiKeys(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
    this.transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
  }

  /** Makes a key for a client that retries for a week at most. */
  public IssuedKey create(Role role, @Nullable Scope scope, String name) {
    return create(role, scope, name, RETRY_HOURS);
  }

  /**
   * Makes a key, whose token is in the answer and nowhere else.
   *
   * @param scope null for all scopes
   * @param retryHours how long after its first try at most it may send a request again, 1 to 87600
   * @throws IllegalArgumentException if the role needs a scope and there is none, or the name is
   *     empty, longer than 100 characters, or has control characters, or the hours are out of range
   */
  public IssuedKey create(Role role, @Nullable Scope scope, String name, int retryHours) {
    if (retryHours < 1 || retryHours > RETRY_HOURS_MAX) {
      throw new IllegalArgumentException("a client retries for 1 to " + RETRY_HOURS_MAX + " hours");
    }
    if (scope == null && !role.mayHaveAllScopes()) {
      throw new IllegalArgumentException("the role " + role.wireName() + " needs a scope");
    }
    if (name.isEmpty()
        || name.codePointCount(0, name.length()) > 100
        || name.codePoints().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("a name has 1 to 100 characters, none of them control");
    }
    Token token = Token.create();
    List<ApiKey> created =
        written(
            "insert into api_key (id, secret_hash, role, scope, name, retry_hours)"
                + " values (?, ?, ?, ?, ?, ?)",
            token.id(),
            token.hash(),
            role.wireName(),
            scope == null ? null : scope.value(),
            name,
            retryHours);
    return new IssuedKey(created.get(0), token.reveal());
  }

  /** All keys, revoked ones too, in the order of their making. */
  public List<ApiKey> list() {
    return jdbc.query("select " + COLUMNS + " from api_key order by created_at, id", ApiKeys::key);
  }

  /** Revokes a key for ever, and again without effect. Empty if there is none of this id. */
  public Optional<ApiKey> revoke(String id) {
    List<ApiKey> revoked =
        written("update api_key set revoked_at = coalesce(revoked_at, now()) where id = ?", id);
    verified.asMap().values().removeIf(caller -> caller.actor().equals(actor(id)));
    return revoked.stream().findFirst();
  }

  /** Who has this token; empty if it is malformed, unknown or revoked. */
  public Optional<Caller> authenticate(String text) {
    Optional<Token> token = Token.parse(text);
    if (token.isEmpty()) {
      return Optional.empty();
    }
    byte[] hash = token.get().hash();
    Caller known = verified.getIfPresent(ByteBuffer.wrap(hash));
    if (known != null) {
      return Optional.of(known);
    }
    Optional<Caller> caller = look(token.get().id(), hash);
    caller.ifPresent(found -> verified.put(ByteBuffer.wrap(hash), found));
    return caller;
  }

  /** Commits, also where the connections of the pool do not commit by themselves. */
  private List<ApiKey> written(String sql, @Nullable Object... values) {
    return transaction.execute(
        status -> jdbc.query(sql + " returning " + COLUMNS, ApiKeys::key, values));
  }

  private Optional<Caller> look(String id, byte[] hash) {
    return jdbc
        .query(
            "select secret_hash, " + COLUMNS + " from api_key where id = ? and revoked_at is null",
            (row, n) ->
                MessageDigest.isEqual(row.getBytes("secret_hash"), hash)
                    ? Optional.of(caller(key(row, n)))
                    : Optional.<Caller>empty(),
            id)
        .stream()
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Caller caller(ApiKey key) {
    return new Caller(actor(key.id()), key.role(), key.scope());
  }

  private static String actor(String id) {
    return "key:" + id;
  }

  private static ApiKey key(ResultSet row, int n) throws SQLException {
    String role = row.getString("role");
    String scope = row.getString("scope");
    OffsetDateTime revokedAt = row.getObject("revoked_at", OffsetDateTime.class);
    return new ApiKey(
        row.getString("id"),
        Role.find(role).orElseThrow(() -> new SQLException("no such role: " + role)),
        scope == null ? null : new Scope(scope),
        row.getString("name"),
        row.getInt("retry_hours"),
        instant(row.getObject("created_at", OffsetDateTime.class)),
        revokedAt == null ? null : instant(revokedAt));
  }

  private static Instant instant(OffsetDateTime time) {
    return time.toInstant();
  }
}
