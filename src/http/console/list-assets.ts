// The assets of this installation: what a merchant can have a destination for.
import { Assets, assetShown } from "../../contract/console.ts";
import { readEndpoint } from "../endpoint.ts";
import { CONSOLE_API } from "../session-cookie.ts";
import { inConsole } from "./endpoint.ts";

export const listAssets = inConsole(
  readEndpoint({
    method: "GET",
    path: `${CONSOLE_API}/assets`,
    merchant: "none",
    unknownId: "not_found",
    response: Assets,
    handle: async ({ chains }) => ({
      assets: [...chains.values()].flatMap((chain) => chain.assets.map((asset) => assetShown(asset, chain))),
    }),
  }),
);
