// Finds out whether a demo buyer can pay a test payment.
import type { FaultPorts } from "../payments/refuse-fault.ts";
import type { PaymentChains } from "../ports/chain/payment-chain.ts";
import { demoAssets } from "./demo-assets.ts";
import type { DemoBuyerReports } from "./rehearsals.ts";

export const createFaults = (reports: DemoBuyerReports, chains: PaymentChains): FaultPorts["faults"] => ({
  async canRehearse(payment, fault) {
    const buyers = await reports.demoBuyers();
    const accepted = new Set(await reports.assetsOf(payment.partnerId, payment.merchantId));
    return [...chains.values()].some((chain) => {
      const buyer = buyers.get(chain.id);
      if (!buyer || (fault === "reorganised" && !buyer.canReorganise)) return false;
      return demoAssets(chains, chain, payment, accepted).length > 0;
    });
  },
});
