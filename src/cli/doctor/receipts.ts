// The doctor's check of the keys that sign receipts.
import { receiptKeys } from "../../payment/receipts/receipt-keys.ts";
import type { Config } from "../../settings/config.ts";
import { readReceiptKeys } from "../installation.ts";

interface ReceiptFinding {
  readonly part: string;
  readonly state: "ok";
  readonly message: string;
}

/** No finding without keys: in production, a warning of the settings says so. */
export async function checkReceipts(config: Config): Promise<ReceiptFinding[]> {
  const seeds = await readReceiptKeys(config);
  if (!seeds) return [];
  const [{ kid }, ...earlier] = receiptKeys(seeds).published;
  const others = earlier.length === 0 ? "" : `; receipts of ${earlier.length} earlier keys can be verified`;
  return [{ part: "receipts", state: "ok", message: `signed with the key ${kid}${others}` }];
}
