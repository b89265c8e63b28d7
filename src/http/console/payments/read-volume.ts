// Payments and revenue over time, for charts.

import { Volume, VolumeQuery, volumeToWire } from "../../../contract/console/records.ts";
import { millisecondNotBefore } from "../../../contract/moment.ts";
import { readVolume as read } from "../../../operations/lists/read-volume.ts";
import { READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { withinReach } from "../../lists/payment-filter.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";

const MS_PER_S = 1_000;

export const readVolume = endpoint({
  route: `GET ${CONSOLE_API}/volume`,
  caller: "console",
  console: READERS,
  request: { query: VolumeQuery },
  response: [200, Volume],
  uses: ["lists"],
  async handle(services, { caller, query }) {
    const { from, to, bucket, timeZone = "UTC", merchantId } = query;
    const buckets = await read(services, {
      partnerId: caller.partnerId,
      merchantIds: withinReach(caller, merchantId === undefined ? undefined : [merchantId]),
      fromS: Math.floor(millisecondNotBefore(from) / MS_PER_S),
      toS: Math.ceil(millisecondNotBefore(to) / MS_PER_S),
      bucket,
      timeZone,
    });
    return volumeToWire(buckets);
  },
});
