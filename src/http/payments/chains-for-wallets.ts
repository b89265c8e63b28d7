// The chains as the pages' wallet code needs them.
import type { PaymentChain, PaymentChains } from "../../operations/ports/chain/payment-chain.ts";
import type { CheckoutChain } from "../../pages/checkout/data.ts";

export const chainsForWallets = (chains: PaymentChains): CheckoutChain[] =>
  [...chains.values()].map((chain) => ({
    caip2: chain.id,
    name: chain.name,
    explorerUrl: chain.explorerUrl ?? null,
    contracts: { router: chain.router, permit2: chain.permit2 },
    forWallets: forWallets(chain),
  }));

/** Wallets add a chain only with its native coin, which is configured only if it is an accepted asset. */
function forWallets({ name: chainName, publicRpcUrl, explorerUrl, assets }: PaymentChain): CheckoutChain["forWallets"] {
  const coin = assets.find(({ method }) => method === "native");
  if (publicRpcUrl === undefined || !coin) return null;
  const { name, symbol, decimals } = coin;
  return {
    chainName,
    rpcUrls: [publicRpcUrl],
    nativeCurrency: { name, symbol, decimals },
    ...(explorerUrl !== undefined && { blockExplorerUrls: [explorerUrl] }),
  };
}
