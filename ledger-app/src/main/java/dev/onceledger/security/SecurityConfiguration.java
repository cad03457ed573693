package dev.onceledger.security;

import static dev.onceledger.security.Role.AUDITOR;
import static dev.onceledger.security.Role.DASHBOARD;
import static dev.onceledger.security.Role.OPERATOR;
import static dev.onceledger.security.Role.ORDER_SERVICE;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ProviderNotFoundException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Guards every path of the application; what is not named here is denied. */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
class SecurityConfiguration implements WebMvcConfigurer {

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(new CallerArgument());
  }

  @Bean
  ApiKeys apiKeys(DataSource dataSource) {
    return new ApiKeys(dataSource);
  }

  /** Nobody logs in here. Its being there keeps Spring Boot from making a user with a password. */
  @Bean
  AuthenticationManager authenticationManager() {
    return authentication -> {
      throw new ProviderNotFoundException("callers are known by their tokens only");
    };
  }

  /** The values of headers are judged by those who read them, and refused with their own names. */
  @Bean
  HttpFirewall httpFirewall() {
    StrictHttpFirewall firewall = new StrictHttpFirewall();
    firewall.setAllowedHeaderValues(value -> true);
    return firewall;
  }

  @Bean
  RequestRejectedHandler requestRejectedHandler() {
    return new Refusals();
  }

  @Bean
  SecurityFilterChain securityFilterChain(
      HttpSecurity http, ApiKeys keys, Environment environment) {
    Refusals refusals = new Refusals();
    RequestMatcher open =
        new OrRequestMatcher(Paths.OPEN, request -> isOnManagementPort(request, environment));
    RequestAttributeSecurityContextRepository contexts =
        new RequestAttributeSecurityContextRepository();
    return http.csrf(AbstractHttpConfigurer::disable)
        .formLogin(AbstractHttpConfigurer::disable)
        .httpBasic(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .securityContext(c -> c.securityContextRepository(contexts))
        .headers(
            headers ->
                headers.contentSecurityPolicy(
                    policy ->
                        policy.policyDirectives("default-src 'none'; frame-ancestors 'none'")))
        .exceptionHandling(e -> e.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
        .addFilterBefore(
            new BearerFilter(keys, open, contexts), AnonymousAuthenticationFilter.class)
        .authorizeHttpRequests(requests -> rules(requests, open))
        .build();
  }

  private static void rules(
      AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry
          requests,
      RequestMatcher open) {
    requests.dispatcherTypeMatchers(DispatcherType.ERROR).permitAll();
    requests.requestMatchers(open).permitAll();
    requests.requestMatchers(Paths.COMMANDS).hasAnyAuthority(names(ORDER_SERVICE));
    requests
        .requestMatchers(Paths.PAYMENT_READS)
        .hasAnyAuthority(names(ORDER_SERVICE, AUDITOR, DASHBOARD, OPERATOR));
    requests
        .requestMatchers(Paths.KEY_READS)
        .hasAnyAuthority(names(ORDER_SERVICE, AUDITOR, OPERATOR));
    requests
        .requestMatchers(Paths.OTHER_READS)
        .hasAnyAuthority(names(AUDITOR, DASHBOARD, OPERATOR));
    requests.requestMatchers(Paths.OPERATIONS).hasAnyAuthority(names(OPERATOR));
    requests.anyRequest().denyAll();
  }

  /** Who can reach the port of its own, if there is one, may read what is there. */
  private static boolean isOnManagementPort(HttpServletRequest request, Environment environment) {
    Integer port = environment.getProperty("local.management.port", Integer.class);
    Integer main = environment.getProperty("local.server.port", Integer.class);
    return port != null && !port.equals(main) && port == request.getLocalPort();
  }

  private static String[] names(Role... roles) {
    return Arrays.stream(roles).map(Role::name).toArray(String[]::new);
  }
}
