// The demo buyer's accounts on a test net. Those that screening refuses, or that are emptied, follow from its key: they
// need no coins, because the buyer sends their authorisations.
import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseSignature,
  stringToHex,
  type TypedDataDefinition,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { DemoBuyerChain, Move } from "../../../operations/ports/chain/demo-buyer.ts";
import { keccak256 } from "../../../payment/keccak256.ts";
import type { Role } from "../../../payment/rehearsals/acts.ts";
import { authorizationData, moveData } from "../build/authorization.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { withChainErrors } from "../nodes/errors.ts";
import { currentFees } from "../nodes/fees.ts";
import { payData } from "../router/router-call.ts";
import { createWriter } from "./writer.ts";

const TOKEN = parseAbi([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
]);

/** Enough for any EIP-3009 token behind a proxy. A payment alone takes about 130 000. */
const PAY_GAS = 400_000n;
const MOVE_GAS = 200_000n;
/** The year 10889: such an authorisation ends by its use. */
const ALWAYS_S = 2n ** 48n;

export function demoBuyerChain(connection: Connection, config: EvmChainConfig, keys: readonly Hex[]): DemoBuyerChain {
  const writer = createWriter(connection, config, keys);
  const { client } = connection;
  const keyOf = new Map(keys.map((key) => [privateKeyToAccount(key).address, key]));
  const ask = <T>(work: () => Promise<T>): Promise<T> => withChainErrors(config.caip2, work);
  const account = (buyer: Address, role: Role, paymentId: string): PrivateKeyAccount => {
    const key = keyOf.get(buyer);
    if (!key) throw new Error(`no key for the demo buyer ${buyer}: add it to DEMO_BUYER_KEYS`);
    return privateKeyToAccount(keyFor(key, role, paymentId));
  };
  return {
    ...writer,
    buyers: writer.relayers,
    coins: () =>
      ask(async () => {
        const { maxFeePerGas } = await currentFees(connection, config);
        const balances = writer.relayers.map((address) => client.getBalance({ address }));
        const payCost = PAY_GAS * maxFeePerGas;
        return (await Promise.all(balances)).map((balance, index) => ({
          buyer: writer.relayers[index] as Address,
          balance,
          payCost,
        }));
      }),
    accountOf: (buyer, role, paymentId) => account(buyer, role, paymentId).address,
    signPayment: (buyer, role, option, token) =>
      account(buyer, role, option.paymentId).signTypedData(authorizationData(option, token) as TypedDataDefinition),
    payCall: (authorization) => ({ recipient: config.router, data: payData(authorization), gasLimit: PAY_GAS }),
    moveCall(buyer, move) {
      const { from, to, paymentId } = move;
      return moveCall(account(buyer, from, paymentId), account(buyer, to, paymentId).address, config, move);
    },
    blockOf: (hash) =>
      ask(async () => {
        const receipt = await client.request({ method: "eth_getTransactionReceipt", params: [hash] });
        return receipt && { number: BigInt(receipt.blockNumber), hash: receipt.blockHash };
      }),
    blockHash: (number) => ask(async () => (await client.getBlock({ blockNumber: number })).hash),
    canReorganise: () =>
      ask(async () => (await client.request({ method: "web3_clientVersion" })).toLowerCase().includes("anvil")),
    reorganise: (from) =>
      ask(async () => {
        const depth = Number((await client.getBlockNumber()) - from) + 1;
        await client.request<{ Method: "anvil_reorg"; Parameters: [number, []]; ReturnType: null }>({
          method: "anvil_reorg",
          params: [depth, []],
        });
      }),
  };
}

/** Only the buyer's key leads to it. One account is refused always; another is emptied for each payment. */
function keyFor(key: Hex, role: Role, paymentId: string): Hex {
  if (role === "buyer") return key;
  const name = role === "refused" ? role : `${role} ${paymentId}`;
  return keccak256(concat([key, stringToHex(`Turnpike demo buyer ${name}`)]));
}

async function moveCall(from: PrivateKeyAccount, to: Address, { caip2 }: EvmChainConfig, move: Move) {
  const { token, amount, nonce } = move;
  const message = { from: from.address, to, value: amount, validAfter: 0n, validBefore: ALWAYS_S, nonce };
  const { v = 27n, r, s } = parseSignature(await from.signTypedData(moveData(caip2, token, message)));
  return {
    recipient: token.address,
    data: encodeFunctionData({
      abi: TOKEN,
      functionName: "transferWithAuthorization",
      args: [from.address, to, amount, 0n, ALWAYS_S, nonce, Number(v), r, s],
    }),
    gasLimit: MOVE_GAS,
  };
}
