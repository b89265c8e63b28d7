// The accounts of the local chain: anvil's well-known ones, funded with coins. Their private keys are public.
import { type Address, type Hex, toHex } from "viem";
import { mnemonicToAccount } from "viem/accounts";

const MNEMONIC = "test test test test test test test test test test test junk";

export interface LocalAccount {
  readonly address: Address;
  readonly privateKey: Hex;
}

function account(addressIndex: number): LocalAccount {
  const derived = mnemonicToAccount(MNEMONIC, { addressIndex });
  const { privateKey } = derived.getHdKey();
  if (!privateKey) throw new Error("a derived account without a private key");
  return { address: derived.address, privateKey: toHex(privateKey) };
}

const derive = () => ({
  relayers: [account(1), account(2), account(3)],
  buyer: account(4),
  /** Holds the same balances as the buyer; the local screening list refuses it. */
  refusedBuyer: account(7),
  destination: account(5).address,
  feeReceiver: account(6).address,
});

let derived: ReturnType<typeof derive> | undefined;

/** Derived on the first call, which takes 100 ms. */
export function localAccounts(): ReturnType<typeof derive> {
  derived ??= derive();
  return derived;
}
