// The assets of this installation in the caller's mode, for which a merchant can have destinations.

import { Assets, assetShown } from "../../../contract/console/records.ts";
import { payableChains } from "../../../operations/gateway/payable-chains.ts";
import { EVERYBODY } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";

export const listAssets = endpoint({
  route: `GET ${CONSOLE_API}/assets`,
  caller: "console",
  console: EVERYBODY,
  response: [200, Assets],
  uses: ["chains"],
  handle: async ({ chains }, { caller }) => ({
    assets: [...payableChains(chains, caller.partnerId).values()].flatMap((chain) =>
      chain.assets.map((asset) => assetShown(asset, chain)),
    ),
  }),
});
