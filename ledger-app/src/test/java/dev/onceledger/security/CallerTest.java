package dev.onceledger.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.Scope;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CallerTest {
  private static final Scope DEMO = new Scope("demo");
  private final Caller shop = new Caller("key:1", Role.ORDER_SERVICE, DEMO);
  private final Caller auditor = new Caller("key:2", Role.AUDITOR, null);

  @Test
  void a_caller_of_one_scope_sees_that_one_whether_it_says_so_or_not() {
    assertThat(shop.scopeFor(null)).isEqualTo(DEMO);
    assertThat(shop.scopeFor("demo")).isEqualTo(DEMO);
    assertThat(shop.ownScope()).isEqualTo(DEMO);
  }

  @Test
  void a_caller_of_one_scope_may_name_no_other() {
    assertRefused(() -> shop.scopeFor("other"), Reason.FORBIDDEN);
    assertRefused(() -> shop.scopeFor(""), Reason.FORBIDDEN);
    assertRefused(() -> shop.scopeFor("DEMO"), Reason.FORBIDDEN);
  }

  @Test
  void a_caller_of_all_scopes_may_name_one_or_none() {
    assertThat(auditor.scopeFor(null)).isNull();
    assertThat(auditor.scopeFor("other")).isEqualTo(new Scope("other"));
    assertRefused(() -> auditor.scopeFor("no scope!"), Reason.MALFORMED_REQUEST);
    assertRefused(() -> auditor.scopeFor(""), Reason.MALFORMED_REQUEST);
    assertRefused(auditor::ownScope, Reason.FORBIDDEN);
  }

  @Test
  void only_auditors_and_operators_may_have_all_scopes() {
    assertThat(new Caller("key:3", Role.OPERATOR, null).scope()).isNull();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Caller("key:4", Role.ORDER_SERVICE, null));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Caller("key:5", Role.DASHBOARD, null));
  }

  private static void assertRefused(ThrowingCallable call, Reason reason) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            Rejection.class, rejection -> assertThat(rejection.reason()).isEqualTo(reason));
  }
}
