package dev.onceledger.problem;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * What the container refuses before it knows for which application, such as a path with a broken
 * escape: a problem like any other, and not the container's own page.
 */
final class ContainerRefusals extends ErrorReportValve {

  @Override
  protected void report(Request request, Response response, @Nullable Throwable throwable) {
    boolean answered = response.getStatus() < 400 || response.getContentWritten() > 0;
    if (answered || !response.setErrorReported()) {
      return;
    }
    try {
      ContainerErrors.problem(response.getStatus(), request.getMethod()).writeTo(response);
      response.finishResponse();
    } catch (IOException e) {
      container.getLogger().debug("the client was gone before its refusal was told", e);
    }
  }

  /** Puts it in the place of the container's own. */
  @Component
  static final class Wiring implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
      factory.addContextCustomizers(
          context -> {
            StandardHost host = (StandardHost) context.getParent();
            host.setErrorReportValveClass(ContainerRefusals.class.getName());
            host.getPipeline().addValve(new ContainerRefusals());
          });
    }
  }
}
