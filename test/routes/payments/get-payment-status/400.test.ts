import { expect, test } from "vitest";
import { givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test.each(["-1", "1.5", "abc", "", "1e3", "0x10", "99999999999999999999", "1&maxPollMs=2"])(
  "maxPollMs=%s",
  async (maxPollMs) => {
    const path = `/v1/payments/${await givenPayment(server())}/status?maxPollMs=${maxPollMs}`;
    const { status, body } = await server().call({ path });
    expect([status, body.code]).toEqual([400, "params_validation"]);
    expect(body.issues).toEqual([{ field: "maxPollMs", message: expect.any(String) }]);
  },
);
