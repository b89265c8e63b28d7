// A token this installation accepts, as the operator configured it and as the chain confirmed it at boot.
import type { Address } from "viem";

export interface Asset {
  /** Canonical CAIP-19. */
  readonly id: string;
  /** CAIP-2 of its chain. */
  readonly chain: string;
  readonly address: Address;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly iconUrl?: string;
  /** ISO 4217 code of the currency it stands for one to one, where it is a stablecoin. */
  readonly peggedTo?: string;
  /** How a buyer pays with it. */
  readonly pays: "eip3009";
  /** The EIP-712 domain its signatures are made for. */
  readonly domain: { readonly name: string; readonly version: string };
}
