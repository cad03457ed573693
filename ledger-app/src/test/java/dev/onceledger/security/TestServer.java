package dev.onceledger.security;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Locale;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A real server with the real filter chain, and behind it a controller that says who called. */
final class TestServer implements AutoCloseable {
  private final ConfigurableApplicationContext context;

  TestServer(DataSource dataSource) {
    this.context =
        new SpringApplicationBuilder(Wiring.class)
            .web(WebApplicationType.SERVLET)
            .properties(
                "spring.config.name=none",
                "spring.main.banner-mode=off",
                "server.port=0",
                // Below that level the container logs whole requests as they come in.
                "logging.level.org.apache.coyote=info",
                "server.max-http-request-header-size=32KB")
            .initializers(
                created ->
                    ((GenericApplicationContext) created)
                        .registerBean(DataSource.class, () -> dataSource))
            .run();
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  boolean hasBean(Class<?> type) {
    return context.getBeanNamesForType(type).length > 0;
  }

  Reply send(String method, String path, String... headerLines) throws IOException {
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(path).append(" HTTP/1.1\r\nHost: localhost\r\n");
    for (String line : headerLines) {
      head.append(line).append("\r\n");
    }
    head.append("Content-Length: 0\r\nConnection: close\r\n\r\n");
    int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    try (Socket socket = new Socket("localhost", port);
        InputStream answer = socket.getInputStream()) {
      socket.getOutputStream().write(head.toString().getBytes(ISO_8859_1));
      return new Reply(new String(answer.readAllBytes(), ISO_8859_1));
    }
  }

  @Override
  public void close() {
    context.close();
  }

  /** The answer as it came over the wire. */
  record Reply(String text) {
    int status() {
      return Integer.parseInt(text.substring(9, 12));
    }

    String body() {
      return text.substring(text.indexOf("\r\n\r\n") + 4);
    }

    @Nullable String header(String name) {
      String start = name.toLowerCase(Locale.ROOT) + ":";
      return text.substring(0, text.indexOf("\r\n\r\n"))
          .lines()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
          .map(line -> line.substring(start.length()).trim())
          .findFirst()
          .orElse(null);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Import({SecurityConfiguration.class, Echo.class})
  @ComponentScan({"dev.onceledger.problem", "dev.onceledger.contract"})
  @ImportAutoConfiguration({
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    ErrorMvcAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    SecurityAutoConfiguration.class,
    ServletWebSecurityAutoConfiguration.class,
    SecurityFilterAutoConfiguration.class,
    UserDetailsServiceAutoConfiguration.class
  })
  static class Wiring {}

  @RestController
  static class Echo {
    @RequestMapping({"/v1/**", "/console/**"})
    String anything() {
      return "done";
    }

    @RequestMapping("/actuator/**")
    String actuator() {
      return "up";
    }

    @GetMapping("/v1/caller")
    String caller(Caller caller, @RequestParam(required = false) @Nullable String scope) {
      return caller.actor() + " in " + caller.scopeFor(scope);
    }

    @GetMapping("/v1/later")
    Callable<String> later(Caller caller) {
      return () -> "later, " + caller.actor();
    }

    @RequestMapping({"/v1/payments/broken", "/v1/payments/broken/captures"})
    String broken() {
      throw new IllegalStateException("a defect");
    }
  }
}
