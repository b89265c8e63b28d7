// What an x402 server of a partner sends to the facilitator: a transfer that a client has signed for it.
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { type Address, encodeFunctionData, type Hex, type LocalAccount, parseAbi, parseSignature } from "viem";
import { payData } from "../../../src/chains/evm/router/router-call.ts";
import { transferOption } from "../../../src/payment/options/transfer-option.ts";
import { packTransfer, type TransferAuthorization } from "../../../src/payment/transfers/transfer-authorization.ts";
import type { ApiAnswer } from "../server/api.ts";
import type { TestServer } from "../server/server.ts";

export interface VerifyBody {
  readonly isValid: boolean;
  readonly invalidReason?: string;
  readonly payer?: string;
}

export interface SettleBody {
  readonly success: boolean;
  readonly errorReason?: string;
  readonly payer?: string;
  readonly transaction: string;
  readonly network: string;
  readonly amount?: string;
  readonly extra?: { readonly paymentId: string };
}

type Place = Pick<TestServer, "caip2" | "deployment" | "destination">;

export const RESOURCE = "https://api.example/report";

/** What the server asks for. */
export const requirementsFor = ({ caip2, deployment, destination }: Place, changes: object = {}) => ({
  scheme: "exact",
  network: caip2 as `${string}:${string}`,
  asset: deployment.usdc as string,
  amount: "1000000",
  payTo: destination as string,
  maxTimeoutSeconds: 600,
  extra: { name: "USD Coin", version: "2" },
  ...changes,
});

/** The body of a verify or settle: signed by x402's own client. */
export async function signFor(place: Place, payer: LocalAccount, changes: object = {}) {
  const paymentRequirements = requirementsFor(place, changes);
  const { payload } = await new ExactEvmScheme(payer).createPaymentPayload(2, paymentRequirements);
  const signed = payload as { signature: string; authorization: Record<string, string> };
  return {
    x402Version: 2,
    paymentPayload: {
      x402Version: 2,
      resource: { url: RESOURCE },
      accepted: paymentRequirements,
      payload: signed,
    },
    paymentRequirements,
  };
}

export type Facilitated = Awaited<ReturnType<typeof signFor>>;

/** What the payer has signed. */
export function authorizationIn({ paymentPayload: { payload } }: Facilitated): TransferAuthorization {
  const { from, value, validAfter, validBefore, nonce } = payload.authorization as Record<string, string>;
  return {
    from: from as Hex,
    value: BigInt(value ?? ""),
    validAfter: BigInt(validAfter ?? ""),
    validBefore: BigInt(validBefore ?? ""),
    nonce: nonce as Hex,
    signature: payload.signature as Hex,
  };
}

/** The call by which anyone can submit it to the router. */
export function payDataFor({ caip2, deployment, destination }: Place, body: Facilitated): Hex {
  const transfer = authorizationIn(body);
  const asset = { id: `${caip2}/erc20:${deployment.usdc}`, address: deployment.usdc };
  const chain = { id: caip2, router: deployment.router };
  const option = transferOption({ paymentId: "", merchantName: "", asset, chain, destination }, transfer);
  return payData({ option, signature: packTransfer(transfer) });
}

/** The call by which anyone can submit an authorisation to the token itself. */
export function transferData(to: Address, authorization: TransferAuthorization): Hex {
  const { from, value, validAfter, validBefore, nonce, signature } = authorization;
  const { r, s, yParity } = parseSignature(signature);
  const abi = parseAbi([
    "function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
  ]);
  return encodeFunctionData({ abi, args: [from, to, value, validAfter, validBefore, nonce, yParity + 27, r, s] });
}

type Caller = Pick<TestServer, "call">;

export const verify = (
  server: Caller,
  body: object,
  headers: Record<string, string | null> = {},
): Promise<ApiAnswer<VerifyBody>> => server.call({ path: "/x402/verify", body, headers });

export const settle = (
  server: Caller,
  body: object,
  headers: Record<string, string | null> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<ApiAnswer<SettleBody>> => server.call({ path: "/x402/settle", body, headers, signal });
