package dev.onceledger.security;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** A caller in Spring Security's terms. It keeps no credentials. */
final class CallerAuthentication extends AbstractAuthenticationToken {
  private static final long serialVersionUID = 1L;

  private final transient Caller caller;

  CallerAuthentication(Caller caller) {
    super(List.of(new SimpleGrantedAuthority(caller.role().name())));
    this.caller = caller;
    setAuthenticated(true);
  }

  @Override
  public Caller getPrincipal() {
    return caller;
  }

  @Override
  public String getName() {
    return caller.actor();
  }

  @Override
  public String getCredentials() {
    return "";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CallerAuthentication that && caller.equals(that.caller);
  }

  @Override
  public int hashCode() {
    return caller.hashCode();
  }
}
