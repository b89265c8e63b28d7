// Validates settlement destinations.
import { parseAccountId, parseAssetId } from "../money/caip.ts";

const EVM_ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";

export type DestinationCheck =
  | { readonly ok: true; readonly asset: string; readonly destination: string }
  | { readonly ok: false; readonly field: "asset"; readonly message: string }
  | {
      readonly ok: false;
      readonly field: "destination";
      readonly fault: DestinationFault;
      readonly message: string;
    };

/** Why an account cannot receive an asset. */
export type DestinationFault = "malformed" | "foreign" | "unowned" | "token" | "router";

/**
 * Validates an (asset, destination) pair from a partner and returns both in canonical form.
 * @param routers this installation's router by CAIP-2 chain, which cannot be a destination
 */
export function checkDestination(
  input: { readonly asset: string; readonly destination: string },
  routers: ReadonlyMap<string, string>,
): DestinationCheck {
  const asset = parseAssetId(input.asset);
  if (!asset) {
    return { ok: false, field: "asset", message: "must be a CAIP-19 asset, for example eip155:8453/erc20:0x…" };
  }
  const destination = parseAccountId(input.destination);
  if (!destination) {
    return refuse("malformed", "must be a CAIP-10 account with a valid address (and checksum, if mixed case)");
  }
  if (destination.chain !== asset.chain) return refuse("foreign", `must be on the asset's chain ${asset.chain}`);
  if (destination.address === EVM_ZERO_ADDRESS) return refuse("unowned", "must not be the zero address");
  if (destination.address === asset.reference) return refuse("token", "must not be the token itself");
  if (destination.address === routers.get(asset.chain)) return refuse("router", "must not be the payment router");
  return { ok: true, asset: asset.text, destination: destination.text };
}

const refuse = (fault: DestinationFault, message: string): DestinationCheck => ({
  ok: false,
  field: "destination",
  fault,
  message,
});
