import {
  ListMerchantsQuery,
  MERCHANTS_PAGE_DEFAULT,
  Merchants,
  merchantShown,
} from "../../../contract/merchants/merchants.ts";
import { typedCode, typedText } from "../../../money/typed-text.ts";
import { EVERYBODY_AND_TILLS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { openCursor, sealCursor } from "../../lists/cursor.ts";
import { MERCHANT } from "../../openapi/example-values.ts";

/** A pasted id has no other characters; a name may have them. */
const searchedText = (given: string): string => {
  const code = typedCode(given);
  return code.startsWith("mrch_") ? code : typedText(given);
};

export const listMerchants = endpoint({
  id: "listMerchants",
  tag: "Merchants",
  summary: "List merchants",
  about:
    "Newest first. `search` matches any part of names and ids, ignoring case. If you have more than 100 000 merchants, " +
    "one or two characters match only the beginnings of names. Deleted merchants are left out.",
  route: "GET /v1/merchants",
  caller: "partner",
  console: EVERYBODY_AND_TILLS,
  request: { query: ListMerchantsQuery },
  response: [200, Merchants],
  examples: {
    responses: {
      onePage: { merchants: [MERCHANT], totalCount: 1, nextCursor: null },
      withMore: { merchants: [MERCHANT], totalCount: 42, nextCursor: "WyIyMDI2LTAyLTE4Il0" },
    },
  },
  uses: ["lists", "cursorKeys"],
  async handle({ lists, cursorKeys }, { caller: { partnerId, merchantIds: ids }, query, settings }) {
    const { status = null, search = null, limit = MERCHANTS_PAGE_DEFAULT } = query;
    const filter = { ids, status, search: search === null ? null : searchedText(search) };
    const scope = { list: "merchants", partnerId, filter };
    const [createdAt, id] = query.cursor === undefined ? [] : openCursor(cursorKeys, scope, query.cursor, 2);
    const after = createdAt !== undefined && id !== undefined ? ([createdAt, id] as const) : null;
    // One more shows whether there is a next page.
    const { merchants: found, totalCount } = await lists.merchants(partnerId, filter, after, limit + 1);
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    return {
      merchants: shown.map((merchant) => merchantShown(merchant, settings.publicUrl)),
      totalCount,
      nextCursor: last ? sealCursor(cursorKeys, scope, [last.createdAt.toISOString(), last.id]) : null,
    };
  },
});
