// A Safe of two owners in a test: its contracts as published, driven by its own SDK.
import { createRequire } from "node:module";
import { type Address, createWalletClient, type Hex, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { TestServer } from "../server/server.ts";

const require = createRequire(import.meta.url);

/** The part of the SDK used here. Its own types say string instead of Address and Hex. */
interface SafeKit {
  getAddress(): Promise<Address>;
  createSafeDeploymentTransaction(): Promise<{ readonly to: Address; readonly data: Hex }>;
  createTransaction(calls: { readonly transactions: readonly object[] }): Promise<object>;
  signTransaction(transaction: object): Promise<object>;
  executeTransaction(transaction: object): Promise<{ readonly hash: Hex }>;
  createMessage(message: object): object;
  signMessage(message: object): Promise<{ encodedSignatures(): Hex }>;
}

const { default: Kit } = require("@safe-global/protocol-kit") as {
  readonly default: { init(settings: object): Promise<SafeKit> };
};

type Place = Pick<TestServer, "client" | "rpcUrl">;

const CONTRACTS = {
  safeSingletonAddress: "Safe.sol/Safe",
  safeProxyFactoryAddress: "proxies/SafeProxyFactory.sol/SafeProxyFactory",
  fallbackHandlerAddress: "handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler",
  multiSendAddress: "libraries/MultiSend.sol/MultiSend",
  multiSendCallOnlyAddress: "libraries/MultiSendCallOnly.sol/MultiSendCallOnly",
  signMessageLibAddress: "libraries/SignMessageLib.sol/SignMessageLib",
  createCallAddress: "libraries/CreateCall.sol/CreateCall",
  simulateTxAccessorAddress: "accessors/SimulateTxAccessor.sol/SimulateTxAccessor",
};

export interface Safe {
  readonly address: Address;
  /** Sends a call that both owners have signed. @returns the transaction's hash once it is mined */
  send(call: { readonly to: Address; readonly data: Hex }): Promise<Hex>;
  /** Both owners' signatures of a message of the Safe, as its contract checks them (EIP-1271). */
  signTypedData(message: object): Promise<Hex>;
}

/** Deploys the contracts, and a Safe that needs the signatures of both its owners. */
export async function newSafe(place: Place): Promise<Safe> {
  const keys = [generatePrivateKey(), generatePrivateKey()] as const;
  const owners = keys.map((key) => privateKeyToAccount(key).address);
  for (const address of owners) await place.client.setBalance({ address, value: parseEther("10") });
  const account = privateKeyToAccount(keys[0]);
  const wallet = createWalletClient({ account, transport: http(place.rpcUrl) });
  const contracts: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(CONTRACTS)) {
    const { bytecode: data } = require(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`);
    const { contractAddress } = await mined(place, await wallet.sendTransaction({ chain: null, data }));
    contracts[name] = contractAddress;
  }
  const contractNetworks = { [await place.client.getChainId()]: contracts };
  const settings = { provider: place.rpcUrl, contractNetworks };
  const predictedSafe = { safeAccountConfig: { owners, threshold: owners.length } };
  const planned = await Kit.init({ ...settings, signer: keys[0], predictedSafe });
  const { to, data } = await planned.createSafeDeploymentTransaction();
  await mined(place, await wallet.sendTransaction({ chain: null, to, data }));
  const safeAddress = await planned.getAddress();
  const kits = await Promise.all(keys.map((signer) => Kit.init({ ...settings, signer, safeAddress })));
  const [first, second] = kits as [SafeKit, SafeKit];
  return {
    address: safeAddress,
    async send({ to: target, data: input }) {
      const unsigned = await first.createTransaction({ transactions: [{ to: target, value: "0", data: input }] });
      const signed = await second.signTransaction(await first.signTransaction(unsigned));
      const { hash } = await first.executeTransaction(signed);
      return (await mined(place, hash)).transactionHash;
    },
    async signTypedData(message) {
      const unsigned = first.createMessage(message);
      const signed = await second.signMessage(await first.signMessage(unsigned));
      return signed.encodedSignatures();
    },
  };
}

async function mined({ client }: Place, hash: Hex) {
  const receipt = await client.waitForTransactionReceipt({ hash });
  if (receipt.status !== "success") throw new Error(`the transaction ${hash} failed`);
  return receipt;
}
