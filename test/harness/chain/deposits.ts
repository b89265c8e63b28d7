// A buyer of a deposit has nothing of ours: a plain transfer of the token to the payment's address.
import { type Address, createWalletClient, erc20Abi, type Hex, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { setBalance, type TestServer } from "../server/server.ts";

type Place = Pick<TestServer, "client" | "deployment" | "rpcUrl">;

export interface Sent {
  readonly hash: Hex;
  readonly logIndex: number;
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly from: Address;
}

/** Sends the token from a new account; resolves when the transfer is mined. */
export async function sendTo(
  place: Place,
  address: Address,
  amount: bigint,
  token = place.deployment.usdc,
): Promise<Sent> {
  const { client } = place;
  const account = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: account.address, value: parseEther("1") });
  await setBalance(client, token, account.address, amount);
  const hash = await createWalletClient({ transport: http(place.rpcUrl) }).writeContract({
    chain: null,
    account,
    address: token,
    abi: erc20Abi,
    functionName: "transfer",
    args: [address, amount],
  });
  const receipt = await client.waitForTransactionReceipt({ hash });
  const [log] = receipt.logs;
  if (receipt.status !== "success" || !log) throw new Error("the transfer failed");
  const { blockNumber, blockHash } = receipt;
  return { hash, logIndex: log.logIndex, blockNumber, blockHash, from: account.address };
}
