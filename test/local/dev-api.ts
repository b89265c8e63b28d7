// A partner's calls to the API of an installation that `turnpike dev` started.
import type { Hex } from "viem";
import { createPartnerClient } from "../../src/client/index.ts";
import type { DevFile } from "../../src/local/dev-file.ts";
import { call } from "../harness/server/api.ts";

export const readPayment = async ({ baseUrl, apiKey, merchantId }: DevFile, paymentId: string) =>
  (
    await call<{ status: string; info: { txId: Hex } | null }>(
      baseUrl,
      { "api-key": apiKey, "merchant-id": merchantId },
      { path: `/v1/payments/${paymentId}` },
    )
  ).body;

/** @returns the id of an open payment of test mode */
export async function createTestPayment({ baseUrl, test: { apiKey, merchantId } }: DevFile): Promise<string> {
  const { payments } = createPartnerClient({ baseUrl, apiKey, merchantId });
  const amount = { unit: "iso4217/USD", value: "100" } as const;
  return (await payments.create({ amount, referenceId: "order 1" })).paymentId;
}

/** Changes where the merchant receives the first token. */
export async function moveDestination({ baseUrl, apiKey, merchantId, tokens }: DevFile, address: string) {
  const { merchants } = createPartnerClient({ baseUrl, apiKey, merchantId });
  const { settlements } = (await merchants.get(merchantId)).merchant;
  const settlement = settlements.crypto.find(({ asset }) => asset === tokens[0]?.asset);
  const [chain] = settlement?.asset.split("/") ?? [];
  await merchants.settlements.change(merchantId, settlement?.id ?? "", { destination: `${chain}:${address}` });
}
