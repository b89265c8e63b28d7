// The router's address and deployment. It is deployed through the CREATE2 deployer, so its address depends only on its
// code and Permit2's address and is the same on every chain.
import {
  type Address,
  concat,
  encodeDeployData,
  formatEther,
  getContractAddress,
  type Hex,
  keccak256,
  type PublicClient,
  type WalletClient,
  zeroHash,
} from "viem";
import { paymentRouterAbi, paymentRouterBytecode, paymentRouterCodeHash } from "../abi/payment-router.ts";

/** https://github.com/Arachnid/deterministic-deployment-proxy: its input is a salt followed by init code. */
export const CREATE2_DEPLOYER: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";
export const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
export const MULTICALL3: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";

/** A transaction that deploys a contract to a known address. */
export interface Create2 {
  readonly address: Address;
  readonly to: Address;
  readonly data: Hex;
}

export function create2(salt: Hex, initCode: Hex): Create2 {
  return {
    address: getContractAddress({ opcode: "CREATE2", from: CREATE2_DEPLOYER, salt, bytecode: initCode }),
    to: CREATE2_DEPLOYER,
    data: concat([salt, initCode]),
  };
}

export function routerInitCode(permit2: Address): Hex {
  return encodeDeployData({ abi: paymentRouterAbi, bytecode: paymentRouterBytecode, args: [permit2] });
}

export const routerCreate2 = (permit2: Address): Create2 => create2(zeroHash, routerInitCode(permit2));

export const routerAddress = (permit2: Address): Address => routerCreate2(permit2).address;

/**
 * Deploys the router unless it is deployed already. The wallet's account pays the gas and gets no rights.
 * @returns the router's address and the hash of the mined deployment, or null if none was needed
 */
export async function deployRouter(
  chain: PublicClient,
  wallet: WalletClient,
  permit2: Address = PERMIT2,
): Promise<{ address: Address; txHash: Hex | null }> {
  const { address, to, data } = routerCreate2(permit2);
  const [router, deployer, permit2Code] = await Promise.all(
    [address, CREATE2_DEPLOYER, permit2].map((account) => chain.getCode({ address: account })),
  );
  if (router !== undefined) return { address, txHash: null };
  if (deployer === undefined) {
    throw new Error(
      `This chain has no CREATE2 deployer at ${CREATE2_DEPLOYER}. Deploy Arachnid's presigned one first.`,
    );
  }
  if (permit2Code === undefined) {
    throw new Error(
      `This chain has no Permit2 at ${permit2}. If it has one elsewhere, name it with --permit2. ` +
        "If it has none, deploy it first (docs/chains-file.md#a-chain-without-permit2).",
    );
  }
  const account = wallet.account;
  if (account === undefined) throw new Error("The wallet that deploys the router has no account.");

  const call = { account, chain: wallet.chain ?? null, to, data };
  const fees = await wallet.prepareTransactionRequest({ ...call, parameters: ["type", "fees"] });
  // The estimate omits the fees: with fees, a node refuses to estimate what the account cannot pay.
  const gas = await chain.estimateGas({ account, to, data });
  const cost = gas * (fees.maxFeePerGas ?? fees.gasPrice ?? 0n);
  const balance = await chain.getBalance({ address: account.address });
  if (balance < cost) throw new Error(cannotPay(account.address, { balance, cost }));
  const txHash = await wallet.sendTransaction(call);
  const receipt = await chain.waitForTransactionReceipt({ hash: txHash });
  if (receipt.status !== "success" || (await chain.getCode({ address })) === undefined) {
    throw new Error(
      `Deploying the router in ${txHash} left no code at ${address}. Inspect that transaction on the chain.`,
    );
  }
  return { address, txHash };
}

const cannotPay = (account: Address, { balance, cost }: Readonly<Record<"balance" | "cost", bigint>>): string =>
  `The account ${account} holds ${formatEther(balance)} of this chain's coin, and deploying the router takes about ` +
  `${formatEther(cost)}. Send it more, or set RELAYER_KEYS to the key of an account that has enough for this command.`;

/**
 * Compares the code at the router's address with this version's, for the canonical Permit2.
 * @returns the expected and the found hash of the code; found is null if there is no code
 */
export async function routerCodeOn(
  chain: PublicClient,
): Promise<{ address: Address; expected: Hex; found: Hex | null }> {
  const address = routerAddress(PERMIT2);
  const code = await chain.getCode({ address });
  return { address, expected: paymentRouterCodeHash, found: code === undefined ? null : keccak256(code) };
}
