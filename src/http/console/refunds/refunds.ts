// The queue of refunds, and what the console's page needs to sign one of them through the gateway.
import { type ConsoleRefund, ConsoleRefunds, RefundSigning } from "../../../contract/console/refunds.ts";
import { tokenPrice } from "../../../contract/payments/csv.ts";
import { RefundsQuery } from "../../../contract/payments/refund-list.ts";
import { refundToWire } from "../../../contract/payments/refunds.ts";
import { decimalsOf } from "../../../money/fiat.ts";
import type { RefundNames } from "../../../operations/ports/refunds.ts";
import { sealPageToken } from "../../../payment/lists/page-token.ts";
import type { Refund } from "../../../payment/refund.ts";
import { MANAGERS, READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { refundPage } from "../../lists/refund-page.ts";
import { chainsForWallets } from "../../payments/chains-for-wallets.ts";
import { ownedRefund } from "../../payments/owned-refund.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";
import type { Services } from "../../services.ts";

export const listConsoleRefunds = endpoint({
  route: `GET ${CONSOLE_API}/refunds`,
  caller: "console",
  console: READERS,
  request: { query: RefundsQuery },
  response: [200, ConsoleRefunds],
  uses: ["refunds", "chains", "cursorKeys"],
  async handle(services, { caller, query, settings }) {
    const { refunds, nextCursor } = await refundPage(services, caller, query);
    const data = await namedRefunds(services, caller.partnerId, refunds, settings.publicUrl);
    return { data, nextCursor };
  },
});

const UNNAMED: RefundNames = { referenceId: null, requesterName: null, rate: null };

export async function namedRefunds(
  services: Pick<Services, "refunds" | "chains">,
  partnerId: string,
  refunds: readonly Refund[],
  publicUrl: string,
): Promise<ConsoleRefund[]> {
  const ids = refunds.map(({ id }) => id);
  const names = await services.refunds.namesFor(partnerId, ids);
  const find = shownAssets(services.chains);
  return refunds.map((refund) => {
    const { referenceId, requesterName, rate } = names.get(refund.id) ?? UNNAMED;
    const decimals = find(refund.amount.asset)?.asset.decimals;
    return {
      ...refundToWire(refund, find, publicUrl),
      ...(rate !== null &&
        decimals !== undefined && {
          rate: tokenPrice(
            { value: rate.fiat, decimals: decimalsOf(refund.fiatAmount.currency) },
            { value: rate.tokens, decimals },
          ),
        }),
      ...(referenceId !== null && { referenceId }),
      ...(requesterName !== null && { requesterName }),
    };
  });
}

/**
 * The page signs as the checkout page pays: with a token for one gateway payment. Only the signing account can lose
 * money by it.
 */
export const readRefundSigning = endpoint({
  route: `GET ${CONSOLE_API}/refunds/:id/signing`,
  caller: "console",
  console: MANAGERS,
  response: [200, RefundSigning],
  uses: ["refunds", "chains", "pageKeys", "nowS"],
  async handle(services, call) {
    const refund = await ownedRefund(services, { ...call, merchantId: null });
    const { gatewayPaymentId: id, expiresAtS } = refund;
    return {
      pageToken: sealPageToken(services.pageKeys, { id, expiresAtS }, services.nowS()),
      chains: chainsForWallets(services.chains),
    };
  },
});
