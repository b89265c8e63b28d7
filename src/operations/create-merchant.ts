// Creates a merchant of a partner; it is active at once.
import { newId } from "../ids.ts";
import type { Merchant } from "../merchant/merchant.ts";

export interface CreateMerchantInput {
  readonly name: string;
  readonly email: string;
  readonly iconUrl: string | null;
}

export interface CreateMerchantPorts {
  readonly merchants: { insert(merchant: Omit<Merchant, "createdAt" | "status">): Promise<Merchant> };
}

export const createMerchant = (
  ports: CreateMerchantPorts,
  partnerId: string,
  input: CreateMerchantInput,
): Promise<Merchant> => ports.merchants.insert({ id: newId("merchant"), partnerId, ...input });
