// Validates a settlement address before it is sent. The server validates it again.
import { parseAccountId } from "../../../../money/caip.ts";

export type AddressCheck =
  /** @property account canonical CAIP-10 @property warning what to double-check, although the address is valid */
  | { readonly ok: true; readonly account: string; readonly address: string; readonly warning: string | null }
  | { readonly ok: false; readonly message: string };

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const ZERO = /^0x0{40}$/;
/** Below this, an address is a precompile or a sample: nobody holds its key. */
const TINY = /^0x0{36}/;

/**
 * @param chain CAIP-2 ID of the asset's chain
 * @param text an address, or a CAIP-10 account on that chain
 */
export function checkAddress(chain: string, text: string): AddressCheck {
  const given = text.trim();
  if (given === "") return refuse("Enter the address that receives the money.");
  const isAccount = given.includes(":");
  if (isAccount && !given.startsWith(`${chain}:`))
    return refuse(`This account is on another chain. Enter one on ${chain}.`);
  const address = isAccount ? given.slice(chain.length + 1) : given;
  if (chain.startsWith("eip155:")) {
    const fault = evmFault(address);
    if (fault) return refuse(fault);
  }
  const account = parseAccountId(`${chain}:${address}`);
  if (!account)
    return refuse("At least one character is wrong: the address doesn't match its checksum (EIP-55). Copy it again.");
  return { ok: true, account: account.text, address: account.address, warning: warningOf(address) };
}

function evmFault(address: string): string | null {
  if (/\.[a-z]+$/i.test(address)) return "Names aren't resolved here. Enter the address itself: 0x and 40 characters.";
  if (!EVM_ADDRESS.test(address)) return `An address is 0x followed by 40 characters 0–9 and a–f. ${whatItIs(address)}`;
  if (ZERO.test(address)) return "This is the zero address: money sent there is lost.";
  return null;
}

function whatItIs(address: string): string {
  const [, digits] = /^0x(.*)$/.exec(address) ?? [];
  if (digits === undefined) return "This doesn't start with 0x.";
  const other = /[^0-9a-fA-F]/.exec(digits)?.[0];
  return other === undefined ? `This has ${digits.length}.` : `“${other}” isn't one of them.`;
}

function warningOf(address: string): string | null {
  if (TINY.test(address))
    return "Nobody is known to hold the key to an address like this. Money sent there is most likely lost.";
  if (/[0-9a-fA-F]/.test(address) && (address === address.toLowerCase() || /^0x[0-9A-F]{40}$/.test(address)))
    return "This address has no checksum, so a typo can't be detected. Compare every character with your wallet.";
  return null;
}

const refuse = (message: string): AddressCheck => ({ ok: false, message });
