package dev.onceledger.gateway;

import dev.onceledger.api.payment.GatewayName;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the ledger uses its gateways.
 *
 * @param defaultGateway takes the payments that name no gateway
 * @param circuit when calls to a gateway that does not answer stop for a while
 */
@ConfigurationProperties("ledger.gateway")
public record GatewaySettings(
    @DefaultValue("sandbox") GatewayName defaultGateway, @DefaultValue Circuit circuit) {

  /**
   * A gateway's circuit. It opens when enough of the latest calls failed, and closes when the trial
   * calls afterwards go well.
   *
   * @param windowCalls how many of the latest calls are looked at
   * @param minimumCalls how many there must be
   * @param failurePercent how many of a hundred must have failed
   * @param openSeconds how long no call is let through
   * @param trialCalls how many are let through then
   */
  public record Circuit(
      @DefaultValue("20") int windowCalls,
      @DefaultValue("10") int minimumCalls,
      @DefaultValue("50") int failurePercent,
      @DefaultValue("10") int openSeconds,
      @DefaultValue("3") int trialCalls) {}
}
