package dev.onceledger;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;

/**
 * Which room may know which, as lists of what is allowed: a forbidden package that is misspelt
 * would guard nothing.
 */
@AnalyzeClasses(packages = "dev.onceledger", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String[] JDK = {"java..", "org.jspecify.annotations.."};
  private static final String API = "dev.onceledger.api..";

  @ArchTest
  static final ArchRule the_language_knows_no_framework =
      room(API)
          .mayKnow(API)
          .orTypes("org.axonframework.modelling.command.TargetAggregateIdentifier");

  @ArchTest
  static final ArchRule the_client_knows_the_language_and_no_framework =
      room("dev.onceledger.client..")
          .mayKnow(
              "dev.onceledger.client..",
              API,
              "com.fasterxml.jackson.core..",
              "com.fasterxml.jackson.databind..",
              "com.github.f4b6a3.uuid..")
          .rule();

  @ArchTest
  static final ArchRule the_domain_knows_the_language_and_axon =
      room("dev.onceledger.payment.domain..")
          .mayKnow("dev.onceledger.payment.domain..", API, "org.axonframework..")
          .rule();

  @ArchTest
  static final ArchRule the_view_follows_events_and_speaks_sql =
      room("dev.onceledger.payment.view..")
          .mayKnow(
              "dev.onceledger.payment.view..",
              API,
              "dev.onceledger.store..",
              "dev.onceledger.crash..",
              "org.axonframework..",
              "org.springframework.jdbc..",
              "org.springframework.dao..",
              "com.fasterxml.jackson.annotation..",
              "tools.jackson..")
          .rule();

  @ArchTest
  static final ArchRule the_drive_knows_the_port_and_never_http_or_views =
      room("dev.onceledger.payment.drive..")
          .mayKnow(
              "dev.onceledger.payment.drive..",
              API,
              "dev.onceledger.crash",
              "dev.onceledger.gateway",
              "dev.onceledger.idempotency",
              "dev.onceledger.store..",
              "io.github.resilience4j.ratelimiter..",
              "io.micrometer.core.instrument..",
              "org.axonframework.eventhandling..",
              "org.axonframework.eventsourcing.eventstore..",
              "org.axonframework.messaging..",
              "org.springframework.jdbc..",
              "org.springframework.dao..",
              "org.springframework.boot.context.properties..",
              "org.slf4j..")
          .rule();

  @ArchTest
  static final ArchRule http_knows_its_view_and_its_drive_and_no_sql =
      room("dev.onceledger.payment.http..")
          .mayKnow(
              "dev.onceledger.payment.http..",
              "dev.onceledger.payment.view..",
              "dev.onceledger.payment.drive..",
              API,
              "dev.onceledger.gateway",
              "dev.onceledger.idempotency",
              "dev.onceledger.listing..",
              "dev.onceledger.problem..",
              "dev.onceledger.security..",
              "jakarta.servlet..",
              "com.github.f4b6a3.uuid..",
              "org.springframework.http..",
              "org.springframework.stereotype..",
              "org.springframework.web..",
              "tools.jackson..")
          .rule();

  @ArchTest
  static final ArchRule idempotency_knows_no_capability =
      room("dev.onceledger.idempotency")
          .mayKnow(
              "dev.onceledger.idempotency",
              API,
              "dev.onceledger.crash..",
              "dev.onceledger.store..",
              "io.github.resilience4j..",
              "org.axonframework.commandhandling..",
              "org.axonframework.eventhandling..",
              "org.axonframework.eventsourcing.eventstore..",
              "org.axonframework.messaging..",
              "org.axonframework.modelling.command..",
              "org.springframework.boot.context.properties..",
              "org.springframework.dao..",
              "org.springframework.jdbc..",
              "org.springframework.transaction.support..",
              "org.slf4j..")
          .rule();

  @ArchTest
  static final ArchRule the_port_knows_only_the_language =
      room("dev.onceledger.gateway")
          .mayKnow(
              "dev.onceledger.gateway",
              API,
              "io.github.resilience4j..",
              "org.slf4j..",
              "org.springframework.boot.context.properties..")
          .rule();

  @ArchTest
  static final ArchRule a_crash_point_knows_nothing =
      room("dev.onceledger.crash..").mayKnow("dev.onceledger.crash..").rule();

  @ArchTest
  static final ArchRule the_stripe_adapter_knows_the_port_and_stripe =
      room("dev.onceledger.gateway.stripe..")
          .mayKnow(
              "dev.onceledger.gateway.stripe..",
              "dev.onceledger.gateway",
              API,
              "com.stripe..",
              "org.slf4j..",
              "org.springframework.boot.context.properties..",
              "tools.jackson..")
          .rule();

  @ArchTest
  static final ArchRule the_store_knows_no_capability =
      room("dev.onceledger.store..")
          .mayKnow(
              "dev.onceledger.store..",
              "dev.onceledger.crash..",
              "org.axonframework..",
              "org.springframework..",
              "org.postgresql..",
              "com.zaxxer.hikari..",
              "io.zonky.test.db.postgres..",
              "javax.sql..",
              "org.slf4j..")
          .rule();

  @ArchTest
  static final ArchRule the_ledger_does_not_know_its_client =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.onceledger.client..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.onceledger.client..");

  @ArchTest
  static final ArchRule the_conformance_kit_knows_nothing_of_the_ledger =
      room("dev.onceledger.conformance..")
          .mayKnow("dev.onceledger.conformance..", "tools.jackson..")
          .rule();

  @ArchTest
  static final ArchRule nobody_knows_the_platform =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.onceledger.platform..")
          .and()
          .doNotHaveFullyQualifiedName("dev.onceledger.LedgerApplication")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.onceledger.platform..");

  @ArchTest
  static final ArchRule the_domain_knows_no_clock_and_no_randomness =
      noClasses()
          .that()
          .resideInAnyPackage("dev.onceledger.payment.domain..", API)
          .should()
          .dependOnClassesThat(
              type(java.time.Clock.class)
                  .or(type(java.time.Instant.class))
                  .or(type(java.util.Random.class))
                  .or(type(java.security.SecureRandom.class)));

  @ArchTest
  static final ArchRule money_is_never_a_floating_point_number =
      noFields()
          .should()
          .haveRawType(double.class)
          .orShould()
          .haveRawType(float.class)
          .orShould()
          .haveRawType(Double.class)
          .orShould()
          .haveRawType(Float.class);

  @ArchTest
  static final ArchRule decide_sets_no_field =
      methods()
          .that()
          .areAnnotatedWith(CommandHandler.class)
          .should()
          .haveName("decide")
          .andShould(setNoField());

  @ArchTest
  static final ArchRule evolve_applies_and_refuses_nothing =
      methods()
          .that()
          .areAnnotatedWith(EventSourcingHandler.class)
          .should()
          .haveName("evolve")
          .andShould(neitherApplyNorRefuse());

  @ArchTest
  static final ArchRule names_say_what_a_class_does =
      noClasses()
          .should()
          .haveNameMatching(
              ".*(Manager|Helper|Util|Utils|Impl|Dto|Service|Mapper|Base|Common)(\\$.*)?")
          .orShould()
          .resideInAnyPackage(
              "..util..", "..common..", "..shared..", "..service..", "..impl..", "..dto..");

  private static ArchCondition<JavaMethod> setNoField() {
    return new ArchCondition<>("set no field") {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        method.getFieldAccesses().stream()
            .filter(access -> access.getAccessType() != JavaFieldAccess.AccessType.GET)
            .forEach(
                access ->
                    events.add(SimpleConditionEvent.violated(method, access.getDescription())));
      }
    };
  }

  private static ArchCondition<JavaMethod> neitherApplyNorRefuse() {
    return new ArchCondition<>("neither apply nor refuse") {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        method.getCallsFromSelf().stream()
            .filter(
                call ->
                    (call.getName().equals("apply")
                            && call.getTargetOwner().getName().endsWith("AggregateLifecycle"))
                        || call.getTargetOwner().getName().equals("dev.onceledger.api.Rejection"))
            .forEach(
                call -> events.add(SimpleConditionEvent.violated(method, call.getDescription())));
      }
    };
  }

  private static Room room(String packages) {
    return new Room(packages);
  }

  /** An allow-list in the making. */
  private record Room(String packages) {
    Allowed mayKnow(String... allowed) {
      DescribedPredicate<JavaClass> known =
          resideInAnyPackage(allowed)
              .or(resideInAnyPackage(JDK))
              .or(nameMatching("(boolean|byte|char|short|int|long|float|double|void)(\\[\\])*"));
      return new Allowed(packages, known);
    }
  }

  private record Allowed(String packages, DescribedPredicate<JavaClass> known) {
    ArchRule rule() {
      return classes().that().resideInAPackage(packages).should().onlyDependOnClassesThat(known);
    }

    ArchRule orTypes(String... names) {
      DescribedPredicate<JavaClass> more = known;
      for (String name : names) {
        more = more.or(nameMatching(name.replace(".", "\\.")));
      }
      return classes().that().resideInAPackage(packages).should().onlyDependOnClassesThat(more);
    }
  }
}
