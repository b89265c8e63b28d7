// Wallet apps that can open a page in their own browser. Each link is the wallet's documented universal link: the
// installed app opens it, and without the app the wallet's site offers it.

export interface WalletApp {
  readonly name: string;
  /** The letters of its mark. No other app has them. */
  readonly letters: string;
  /** Colour of its mark, dark enough for white letters. */
  readonly colour: string;
  /** EVM chains it supports, if it cannot add others; null: any. */
  readonly chains: readonly number[] | null;
  /** @param page the URL to open */
  linkTo(page: string): string;
}

const encoded = encodeURIComponent;

/** The apps in display order. */
export const WALLET_APPS: readonly WalletApp[] = [
  {
    // https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/: a plain URL, not encoded
    name: "MetaMask",
    letters: "Me",
    colour: "#b8500f",
    chains: null,
    linkTo: (page) => `https://link.metamask.io/dapp/${page.replace(/^https:\/\//, "")}`,
  },
  {
    // https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration
    name: "Base / Coinbase",
    letters: "Ba",
    colour: "#0052ff",
    chains: null,
    linkTo: (page) => `https://go.cb-w.com/dapp?cb_url=${encoded(page)}`,
  },
  {
    // https://developer.trustwallet.com/developer/develop-for-trust/deeplinking; coin 60 is Ethereum (SLIP-44)
    name: "Trust Wallet",
    letters: "Tr",
    colour: "#0500c7",
    chains: null,
    linkTo: (page) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded(page)}`,
  },
  {
    // https://docs.phantom.com/phantom-deeplinks/other-methods/browse; chains: https://docs.phantom.com/introduction
    name: "Phantom",
    letters: "Ph",
    colour: "#5a4bb5",
    chains: [1, 137, 143, 8453],
    linkTo: (page) => `https://phantom.app/ul/browse/${encoded(page)}?ref=${encoded(new URL(page).origin)}`,
  },
  {
    // https://github.com/RabbyHub/Rabby/issues/3222
    name: "Rabby",
    letters: "Rb",
    colour: "#4353c9",
    chains: null,
    linkTo: (page) => `https://go.rabby.io/mobile?_cmd=open-dapp&dapp=${encoded(page)}`,
  },
  {
    // https://web3.okx.com/build/docs/waas/app-universal-link
    name: "OKX Wallet",
    letters: "Ok",
    colour: "#2b2b2b",
    chains: null,
    linkTo: (page) =>
      `https://web3.okx.com/download?deeplink=${encoded(`okx://wallet/dapp/url?dappUrl=${encoded(page)}`)}`,
  },
  {
    // "dapp" in https://github.com/rainbow-me/rainbow/blob/develop/src/handlers/deeplinks.ts
    name: "Rainbow",
    letters: "Rn",
    colour: "#1b3f9e",
    chains: null,
    linkTo: (page) => `https://rnbwapp.com/dapp?url=${encoded(page)}`,
  },
];

/** @param chains CAIP-2, on which the payment can be paid */
export function walletAppsFor(chains: readonly string[]): readonly WalletApp[] {
  const numbers = chains.map((chain) => Number(chain.slice("eip155:".length)));
  return WALLET_APPS.filter(({ chains: supported }) => supported?.some((each) => numbers.includes(each)) ?? true);
}
