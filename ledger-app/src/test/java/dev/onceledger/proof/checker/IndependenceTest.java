package dev.onceledger.proof.checker;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who judges the ledger knows nothing of its code, and so repeats none of its mistakes. */
@AnalyzeClasses(packages = "dev.onceledger.proof.checker")
class IndependenceTest {
  @ArchTest
  static final ArchRule the_checker_shares_no_code_with_the_ledger =
      classes()
          .that()
          .haveNameNotMatching(".*Test")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "dev.onceledger.proof.checker",
                      "java..",
                      "javax.sql..",
                      "org.jspecify.annotations..",
                      "tools.jackson..")
                  .or(nameMatching("(boolean|byte|char|short|int|long|void)(\\[\\])*")));
}
