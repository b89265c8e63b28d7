// Shortens an account to the ends of its address.
const HEAD = 6;
const TAIL = 4;

/** @param account CAIP-10 */
export function shortAccount(account: string): string {
  const address = account.slice(account.lastIndexOf(":") + 1);
  return address.length <= HEAD + TAIL ? address : `${address.slice(0, HEAD)}…${address.slice(-TAIL)}`;
}
