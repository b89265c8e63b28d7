// A buyer of a deposit has nothing of ours: a plain transfer of the token to the payment's address.
import { type Address, createWalletClient, erc20Abi, type Hex, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { setBalance, type TestServer } from "../server/server.ts";

type Place = Pick<TestServer, "client" | "deployment" | "rpcUrl">;

/** Sends the token from a new account. @returns the transaction's hash once it is mined */
export async function sendTo(
  { client, deployment, rpcUrl }: Place,
  address: Address,
  amount: bigint,
  token = deployment.usdc,
): Promise<Hex> {
  const account = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: account.address, value: parseEther("1") });
  await setBalance(client, token, account.address, amount);
  const wallet = createWalletClient({ account, transport: http(rpcUrl) });
  const hash = await wallet.writeContract({
    chain: null,
    address: token,
    abi: erc20Abi,
    functionName: "transfer",
    args: [address, amount],
  });
  await client.waitForTransactionReceipt({ hash });
  return hash;
}
