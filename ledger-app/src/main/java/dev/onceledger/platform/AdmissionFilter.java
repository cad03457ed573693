package dev.onceledger.platform;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.payment.http.RequestIds;
import dev.onceledger.problem.Problem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.slf4j.MDC;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Names each request, and lets in no more of them at once than can be served. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
@EnableConfigurationProperties(AdmissionFilter.Settings.class)
class AdmissionFilter extends OncePerRequestFilter
    implements ApplicationListener<ContextClosedEvent> {
  private static final String HEADER = "X-Request-Id";
  private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final Semaphore places;
  private volatile boolean stopping;

  AdmissionFilter(Settings settings) {
    this.places = new Semaphore(settings.maxConcurrentRequests());
  }

  /**
   * How many requests are served at once.
   *
   * @param maxConcurrentRequests 1 to 100000, below the number of the server's threads, so that
   *     some are left for health; one more is answered 429
   */
  @ConfigurationProperties("ledger.http")
  record Settings(@DefaultValue("150") int maxConcurrentRequests) {
    Settings {
      if (maxConcurrentRequests < 1 || maxConcurrentRequests > 100_000) {
        throw new IllegalArgumentException("ledger.http.max-concurrent-requests is 1 to 100000");
      }
    }
  }

  @Override
  public void onApplicationEvent(ContextClosedEvent event) {
    stopping = true;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String id = requestId(request);
    request.setAttribute(RequestIds.ATTRIBUTE, id);
    response.setHeader(HEADER, id);
    // Decoded, as the dispatcher sees it: an escape in the path opens no way around.
    if (!request.getServletPath().startsWith("/v1/")) {
      chain.doFilter(request, response);
      return;
    }
    if (stopping) {
      refuse(Reason.SHUTTING_DOWN, "the ledger is stopping; send it again", request, response);
    } else if (!places.tryAcquire()) {
      refuse(Reason.TOO_MANY_REQUESTS, "too many requests at once", request, response);
    } else {
      MDC.put("requestId", id);
      try {
        chain.doFilter(request, response);
      } finally {
        MDC.remove("requestId");
        places.release();
      }
    }
  }

  private static void refuse(
      Reason reason, String detail, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Problem.answering(request, new Rejection(reason, detail)).writeTo(response);
  }

  private static String requestId(HttpServletRequest request) {
    String sent = request.getHeader(HEADER);
    return sent != null && REQUEST_ID.matcher(sent).matches()
        ? sent
        : UuidCreator.getTimeOrderedEpoch().toString();
  }
}
