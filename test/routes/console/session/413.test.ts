import { expect, test } from "vitest";
import { errorOf, serverForFile } from "../../setup.ts";

const server = serverForFile();

test("a sign-in of more than 2 KiB", async () => {
  const answer = errorOf(
    server().call({
      method: "POST",
      path: "/console/api/session",
      headers: { "turnpike-console": "1" },
      body: { apiKey: server().apiKey, a: Array(1_200).fill(1) },
    }),
  );
  expect(await answer).toMatchObject({ status: 413, code: "invalid_params" });
});
