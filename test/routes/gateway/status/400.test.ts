import { expect, test } from "vitest";
import { gateway, givenPayment } from "../../given.ts";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test.each(["-1", "1.5", "abc", "", "1&maxPollMs=2"])("maxPollMs=%s, on status and confirm", async (maxPollMs) => {
  const paymentId = await givenPayment(server());
  const confirm = { body: { optionId: "o", results: [] } };
  for (const answer of [
    await gateway(server(), paymentId, `/status?maxPollMs=${maxPollMs}`),
    await gateway(server(), paymentId, `/confirm?maxPollMs=${maxPollMs}`, confirm),
  ]) {
    expect([answer.status, answer.body.code, fieldsOf(answer.body)]).toEqual([400, "params_validation", ["maxPollMs"]]);
  }
});
