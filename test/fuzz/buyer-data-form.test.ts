// Any submission to the hosted form is accepted, shown again or refused, without a crash and without unescaped input in
// the page.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUYER_DATA_FIELDS } from "../../src/payment/buyer-data/buyer-data-fields.ts";
import { ADA, askFrom, formOf, sendForm } from "../buyer-data/given.ts";
import { createPayment } from "../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { LENGTH } from "../soak/length.ts";

let server: TestServer;
let path: string;
beforeAll(async () => {
  server = await startServer({ role: "api" });
  await askFrom(server, 1n);
  path = await formOf(server, await createPayment(server), (await server.newBuyer()).account);
});
afterAll(() => server.stop());

const name = fc.constantFrom(...BUYER_DATA_FIELDS.map(({ id }) => id), "place", "__proto__", "constructor", "");
const value = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom(...Object.values(ADA), "\0", "%", "%zz", "<script>", `"><x-mark>`, "\u202e", "pob"),
);
const pairs = fc.array(fc.tuple(name, value), { maxLength: 12 });
const body = fc.oneof(
  pairs.map((entries) => new URLSearchParams(entries).toString()),
  pairs.map((entries) => entries.map((entry) => entry.join("=")).join("&")),
  fc.string({ unit: "binary", maxLength: 1_000 }),
);

test("responds with 303, 400 or 413, and with one script and none of the sender's markup", async () => {
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const answer = await sendForm(server, path, sent);
      expect([303, 400, 413]).toContain(answer.status);
      expect(answer.body.match(/<script/g)?.length ?? 0).toBeLessThanOrEqual(1);
      expect(answer.body).not.toContain("<x-mark");
      if (answer.status === 303) await server.sql("delete from buyer_data");
    }),
    { numRuns: 300 * LENGTH },
  );
});
