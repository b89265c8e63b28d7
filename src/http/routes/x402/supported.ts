import { Supported, supportedKind } from "../../../contract/x402/facilitator.ts";
import { payableChains } from "../../../operations/gateway/payable-chains.ts";
import { takenTokens } from "../../../operations/x402/check-transfer.ts";
import { endpoint } from "../../endpoint.ts";
import { CHAIN, RELAYER } from "../../openapi/example-values.ts";

export const getSupportedX402 = endpoint({
  id: "getSupportedX402",
  tag: "x402",
  summary: "List what the facilitator settles",
  about: "One kind for each chain with a stablecoin that has EIP-3009, and the relayers that send its transactions.",
  route: "GET /x402/supported",
  caller: "partner",
  response: [200, Supported],
  examples: {
    responses: {
      base: {
        kinds: [{ x402Version: 2, scheme: "exact", network: CHAIN }],
        extensions: [],
        signers: { [CHAIN]: [RELAYER] },
      },
    },
  },
  uses: ["chains", "relayers"],
  async handle({ chains, relayers }, { caller }) {
    const taken = [...payableChains(chains, caller.partnerId).values()]
      .filter((chain) => takenTokens(chain).length > 0)
      .map(({ id }) => id);
    return {
      kinds: taken.map(supportedKind),
      extensions: [],
      signers: Object.fromEntries(await relayers.relayersOn(taken)),
    };
  },
});
