import { expect, test } from "vitest";
import { serverForFile } from "../../setup.ts";

const server = serverForFile();

test("an unknown, another partner's and a deleted merchant get the same response", async () => {
  const other = await server().newOwner();
  await server().sql("update merchants set deleted_at = now() where id = $1", [server().merchantId]);
  for (const merchantId of ["mrch_unknown", other.merchantId, server().merchantId, "m".repeat(3000)]) {
    const { status, body } = await server().call({ path: `/v1/merchants/${merchantId}` });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "not_found" });
  }
});
