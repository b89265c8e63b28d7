import type { TransferCaller } from "../../../operations/x402/check-transfer.ts";
import type { KeyCaller } from "../../request/caller.ts";

/** Merchant-Id narrows the merchants that may be paid. */
export const transferCaller = ({
  caller: { partnerId, keyId, merchantIds },
  merchantId,
}: {
  readonly caller: Pick<KeyCaller, "partnerId" | "keyId" | "merchantIds">;
  readonly merchantId: string | null;
}): TransferCaller => ({ partnerId, keyId, merchantIds: merchantId === null ? merchantIds : [merchantId] });
