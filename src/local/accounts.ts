// The accounts of the local chain: anvil's well-known ones, funded with coins. Their private keys are public.
import { type Address, type Hex, toHex } from "viem";
import { type HDKey, mnemonicToAccount, privateKeyToAddress } from "viem/accounts";

const MNEMONIC = "test test test test test test test test test test test junk";

export interface LocalAccount {
  readonly address: Address;
  readonly privateKey: Hex;
}

function account(accounts: HDKey, index: number): LocalAccount {
  const { privateKey: bytes } = accounts.deriveChild(index);
  if (!bytes) throw new Error("a derived account without a private key");
  const privateKey = toHex(bytes);
  return { address: privateKeyToAddress(privateKey), privateKey };
}

/** Stretching the mnemonic takes most of the time, so all accounts are derived from one parent. */
function derive() {
  const parent = mnemonicToAccount(MNEMONIC, { path: "m/44'/60'/0'/0" }).getHdKey();
  const at = (index: number) => account(parent, index);
  return {
    relayers: [at(1), at(2), at(3)],
    buyer: at(4),
    /** Holds the same balances as the buyer; the local screening list refuses it. */
    refusedBuyer: at(7),
    /** Rehearses test payments with faults. */
    demoBuyer: at(8),
    destination: at(5).address,
    feeReceiver: at(6).address,
  };
}

let derived: ReturnType<typeof derive> | undefined;

/** Derived on the first call, which takes 100 ms. */
export function localAccounts(): ReturnType<typeof derive> {
  derived ??= derive();
  return derived;
}
