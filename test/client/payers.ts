// Buyers' wallets for `pay`, with keys of test accounts, for each payment method.
import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { PayOptions, Provider } from "../../src/client/index.ts";
import { buyerWith } from "../harness/chain/methods.ts";
import type { Buyer, TestServer } from "../harness/server/server.ts";

export const HOSTS = { payLinkHosts: ["pay.example"] };

/** The requests that a wallet received. */
export type Asked = { readonly method: string; readonly params?: unknown }[];

const clientOf = (server: TestServer, { privateKey }: Buyer) =>
  createWalletClient({ account: privateKeyToAccount(privateKey), transport: http(server.rpcUrl) });

/** A browser wallet with one account, on `chainId` until it is asked to switch. */
export function providerOf(server: TestServer, buyer: Buyer, asked: Asked = [], chainId = server.caip2): Provider {
  let chain = chainId;
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_requestAccounts: () => [buyer.address],
    eth_chainId: () => `0x${BigInt(chain.slice("eip155:".length)).toString(16)}`,
    wallet_switchEthereumChain: ([to]) => {
      chain = `eip155:${BigInt((to as { chainId: string }).chainId)}`;
      return null;
    },
    eth_signTypedData_v4: ([, text]) => clientOf(server, buyer).signTypedData(JSON.parse(String(text))),
    eth_sendTransaction: ([transaction]) => {
      const { value, gas, ...rest } = transaction as {
        to: `0x${string}`;
        data: `0x${string}`;
        value: string;
        gas?: string;
      };
      return clientOf(server, buyer).sendTransaction({
        ...rest,
        chain: null,
        value: BigInt(value),
        ...(gas !== undefined && { gas: BigInt(gas) }),
      });
    },
  };
  return {
    async request(call) {
      asked.push(call);
      const answer = answers[call.method];
      if (!answer) throw new Error(`the wallet does not know ${call.method}`);
      return answer((call.params ?? []) as unknown[]);
    },
  };
}

export const byProvider = (
  server: TestServer,
  buyer: Buyer,
  asked?: Asked,
): Pick<PayOptions, "wallet" | "accounts"> => ({
  wallet: providerOf(server, buyer, asked),
});
export const byAccount = (server: TestServer, buyer: Buyer): Pick<PayOptions, "wallet" | "accounts"> => ({
  wallet: { account: privateKeyToAccount(buyer.privateKey), clientOf: () => clientOf(server, buyer) },
  accounts: [buyer.account],
});

const BUYERS: Record<string, (server: TestServer) => Promise<Buyer>> = {
  "EIP-3009": (server) => server.newBuyer(),
  "Permit2 with its approval": (server) => buyerWith(server, { usdt: "1000", coin: "1" }),
  "plain ERC-20": (server) => buyerWith(server, { dai: "1000", coin: "1" }),
  coin: (server) => buyerWith(server, { coin: "1000" }),
};
export const buyerFor = (server: TestServer, way: string): Promise<Buyer> => BUYERS[way]?.(server) ?? server.newBuyer();
