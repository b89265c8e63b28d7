import { expect, test } from "vitest";
import { ADA, askFrom, formOf, messageOf, openForm, sendForm } from "../../../buyer-data/given.ts";
import { givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile("api");

test("a token not issued by this installation, entirely or in part", async () => {
  await askFrom(server(), 1n);
  const path = await formOf(server(), await givenPayment(server()), (await server().newBuyer()).account);
  for (const other of ["/collect/x", `/collect/${"x".repeat(2_000)}`, path.slice(0, -1), `${path.slice(0, -4)}AAAA`]) {
    for (const answer of [await openForm(server(), other), await sendForm(server(), other, ADA)]) {
      expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect(messageOf(answer.body)).toBe('{"type":"IC_ERROR","error":"Form not found"}');
    }
  }
});
