// How the pages of a partner's merchants look, unless a merchant has a branding itself.

import { PartnerBranding } from "../../../contract/console/records.ts";
import { brandingOf } from "../../../contract/merchants/merchants.ts";
import { MANAGERS_OF_ALL, OWNERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { byCaller } from "../../request/merchant-actor.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";

const PATH = `${CONSOLE_API}/branding`;

export const getBranding = endpoint({
  route: `GET ${PATH}`,
  caller: "console",
  console: MANAGERS_OF_ALL,
  response: [200, PartnerBranding],
  uses: ["partners"],
  handle: async ({ partners }, { caller }) => ({ branding: (await partners.branding(caller.partnerId)) ?? null }),
});

export const changeBranding = endpoint({
  route: `PUT ${PATH}`,
  caller: "console",
  console: OWNERS,
  request: { body: PartnerBranding },
  response: [200, PartnerBranding],
  uses: ["partners"],
  async handle({ partners }, { caller, body }) {
    const branding = brandingOf(body.branding) ?? null;
    await partners.setBranding(caller.partnerId, branding, byCaller(caller));
    return { branding };
  },
});
