// Price feeds that a test controls, separate from those on the shared chain.
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  parseEther,
  publicActions,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { priceFeedAbi, priceFeedBytecode } from "../../../src/local/abi/price-feed.ts";
import { testClient } from "../server/server.ts";

export interface Round {
  readonly roundId: bigint;
  readonly answer: bigint;
  readonly startedAt: bigint;
  readonly updatedAt: bigint;
  readonly answeredInRound: bigint;
}

export interface TestFeed {
  readonly address: Address;
  /** Sets the answer, always as of the newest block. */
  setAnswer(answer: bigint): Promise<void>;
  /** Sets the exact round. */
  setRound(round: Round): Promise<void>;
}

export interface FeedOptions {
  readonly description: string;
  readonly answer: bigint;
  readonly decimals?: number;
}

const DECIMALS = 8;

export async function deployFeed(
  rpcUrl: string,
  { description, answer, decimals = DECIMALS }: FeedOptions,
): Promise<TestFeed> {
  const account = privateKeyToAccount(generatePrivateKey());
  await testClient(rpcUrl).setBalance({ address: account.address, value: parseEther("1") });
  const wallet = createWalletClient({ account, pollingInterval: 100, transport: http(rpcUrl) }).extend(publicActions);
  const deployed = await wallet.deployContract({
    abi: priceFeedAbi,
    bytecode: priceFeedBytecode,
    args: [description, decimals, answer],
    chain: null,
  });
  const { contractAddress } = await wallet.waitForTransactionReceipt({ hash: deployed });
  if (!contractAddress) throw new Error("the feed was not deployed");
  const address = getAddress(contractAddress);
  const send = async (data: Hex) => {
    const hash = await wallet.sendTransaction({ to: address, data, chain: null });
    await wallet.waitForTransactionReceipt({ hash });
  };
  return {
    address,
    setAnswer: (value) => send(encodeFunctionData({ abi: priceFeedAbi, functionName: "setAnswer", args: [value] })),
    setRound: (round) => send(encodeFunctionData({ abi: priceFeedAbi, functionName: "setRound", args: [round] })),
  };
}
