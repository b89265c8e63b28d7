// A relayer's account: its private key here, or in a remote signer (eth_signTransaction over JSON-RPC, for example
// Web3Signer). A signer is not trusted: it must return exactly the transaction that it was asked to sign.
import {
  type Address,
  getAddress,
  type Hex,
  isAddressEqual,
  isHex,
  numberToHex,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializableEIP1559,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { SignerUnavailable } from "../../../operations/errors/signer-unavailable.ts";
import { type OnRpcCall, openEndpoint } from "../nodes/endpoint.ts";
import { EndpointFailure } from "../nodes/errors.ts";

export interface RemoteRelayer {
  readonly address: Address;
  /** An http(s) URL, perhaps with credentials: never logged. */
  readonly signerUrl: string;
}

/** A private key, or an account whose key is in a remote signer. */
export type RelayerKey = Hex | RemoteRelayer;

export interface RelayerAccount {
  readonly address: Address;
  /** Whether its signer has worked lately; a key in this process always works. */
  canSign(): boolean;
  /** The signed bytes. @throws SignerUnavailable */
  sign(transaction: TransactionSerializableEIP1559): Promise<Hex>;
}

const SIGN = "eth_signTransaction";
/** Pause after a signer has failed. */
const PAUSE_MS = 30_000;

export const relayerAddress = (key: RelayerKey): Address =>
  typeof key === "string" ? privateKeyToAccount(key).address : key.address;

export function relayerAccount(
  key: RelayerKey,
  onCall: OnRpcCall = () => {},
  nowMs: () => number = () => performance.now(),
): RelayerAccount {
  if (typeof key === "string") {
    const account = privateKeyToAccount(key);
    return {
      address: account.address,
      canSign: () => true,
      sign: (transaction) => account.signTransaction(transaction),
    };
  }
  const address = getAddress(key.address);
  const label = `signer ${address}`;
  const signer = openEndpoint(key.signerUrl, label);
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  return {
    address,
    canSign: () => nowMs() >= pausedUntilMs,
    async sign(transaction) {
      const startedMs = performance.now();
      // A signer that refuses or lies counts as failed, like a silent one: the relayer sends nothing.
      let outcome: "ok" | "failed" = "failed";
      try {
        const answer = await signer.request(SIGN, [toRequest(address, transaction)]);
        const raw = await checked(address, transaction, rawOf(answer));
        outcome = "ok";
        return raw;
      } catch (error) {
        pausedUntilMs = nowMs() + PAUSE_MS;
        throw error instanceof SignerUnavailable ? error : new SignerUnavailable(address, reasonOf(error));
      } finally {
        onCall(label, outcome, (performance.now() - startedMs) / 1_000, SIGN);
      }
    },
  };
}

/** The reason why the remote signer would not sign for its relayer now; null if it would. Signs nothing. */
export async function signerProblem({ address, signerUrl }: RemoteRelayer): Promise<string | null> {
  try {
    const accounts = await openEndpoint(signerUrl, `signer ${address}`).request("eth_accounts", []);
    const has =
      Array.isArray(accounts) && accounts.some((each) => String(each).toLowerCase() === address.toLowerCase());
    return has ? null : "its signer has no key of this account";
  } catch (error) {
    return `its signer ${reasonOf(error)}`;
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof EndpointFailure ? `does not sign: ${error.message}` : "returned something that is no transaction";

const toRequest = (from: Address, transaction: TransactionSerializableEIP1559) => {
  const { to, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, chainId } = transaction;
  return {
    type: "0x2",
    from,
    to,
    data,
    value: "0x0",
    nonce: numberToHex(nonce ?? 0),
    gas: numberToHex(gas ?? 0n),
    maxFeePerGas: numberToHex(maxFeePerGas ?? 0n),
    maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas ?? 0n),
    chainId: numberToHex(chainId),
  };
};

/** Web3Signer and anvil return the bytes, geth and its forks an object with them. */
function rawOf(answer: unknown): Hex {
  const raw = typeof answer === "object" && answer !== null && "raw" in answer ? answer.raw : answer;
  if (isHex(raw)) return raw.toLowerCase() as Hex;
  throw new TypeError("no signed transaction");
}

/** Accepts only the requested transaction, signed by the relayer: any other could move the relayer's coin. */
async function checked(address: Address, asked: TransactionSerializableEIP1559, raw: Hex): Promise<Hex> {
  const signed = parseTransaction(raw);
  const differing = (["chainId", "nonce", "gas", "maxFeePerGas", "maxPriorityFeePerGas"] as const).filter(
    // An empty quantity is 0 (RLP).
    (field) => BigInt(signed[field] ?? 0) !== BigInt(asked[field] ?? 0),
  );
  const wrong = [
    ...(signed.type === "eip1559" ? [] : ["type"]),
    ...differing,
    ...(signed.to && asked.to && isAddressEqual(signed.to, asked.to) ? [] : ["to"]),
    ...((signed.data ?? "0x") === (asked.data ?? "0x").toLowerCase() ? [] : ["data"]),
    ...(signed.value === undefined || signed.value === 0n ? [] : ["value"]),
    ...("accessList" in signed && signed.accessList && signed.accessList.length > 0 ? ["accessList"] : []),
  ];
  if (wrong.length > 0)
    throw new SignerUnavailable(address, `returned another transaction: ${wrong.join(", ")} differ`);
  const signer = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` });
  if (!isAddressEqual(signer, address)) throw new SignerUnavailable(address, `signed as ${signer}`);
  return raw;
}
