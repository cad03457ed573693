package dev.onceledger.security;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.problem.Problem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Learns from the bearer token (RFC 6750, section 2.1) who calls. A request without one goes on as
 * nobody's; one with a bad one is answered here. Open paths are not looked at, so that they work
 * while the store does not.
 */
final class BearerFilter extends OncePerRequestFilter {
  private static final Logger LOG = LoggerFactory.getLogger(BearerFilter.class);
  private static final Pattern CREDENTIALS = Pattern.compile("(?i:bearer) +([!-~]{1,512})");

  private final ApiKeys keys;
  private final RequestMatcher open;
  private final SecurityContextRepository contexts;

  BearerFilter(ApiKeys keys, RequestMatcher open, SecurityContextRepository contexts) {
    this.keys = keys;
    this.open = open;
    this.contexts = contexts;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return open.matches(request);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    List<String> headers = Collections.list(request.getHeaders(HttpHeaders.AUTHORIZATION));
    if (!headers.isEmpty()) {
      Optional<Caller> caller;
      try {
        caller = headers.size() == 1 ? caller(headers.get(0)) : Optional.empty();
      } catch (DataAccessException e) {
        LOG.warn("A token could not be looked up: the store did not answer", e);
        Problem.answering(request, storeUnavailable()).writeTo(response);
        return;
      }
      if (caller.isEmpty()) {
        Problem.answering(request, Refusals.unauthenticated()).writeTo(response);
        return;
      }
      remember(caller.get(), request, response);
    }
    chain.doFilter(request, response);
  }

  private Optional<Caller> caller(String header) {
    Matcher credentials = CREDENTIALS.matcher(header);
    return credentials.matches() ? keys.authenticate(credentials.group(1)) : Optional.empty();
  }

  /** Also for the dispatches that follow when the answer is written later. */
  private void remember(Caller caller, HttpServletRequest request, HttpServletResponse response) {
    SecurityContext context = SecurityContextHolder.createEmptyContext();
    context.setAuthentication(new CallerAuthentication(caller));
    SecurityContextHolder.setContext(context);
    contexts.saveContext(context, request, response);
  }

  private static Rejection storeUnavailable() {
    return new Rejection(
        Reason.STORE_UNAVAILABLE, "The store did not answer when the token was looked up.");
  }
}
