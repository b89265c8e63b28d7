// A partner's branding in the console: who sees and changes it, its line in the audit log, and the buyer's page.
import { expect, test } from "vitest";
import type { AuditLog } from "../../../../src/contract/console/audit.ts";
import { asPartner } from "../../../harness/server/as-partner.ts";
import { signIn } from "../../../harness/server/console.ts";
import { newUser } from "../../../harness/server/users.ts";
import { givenPayment } from "../../given.ts";
import { type RouteServer, sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();
const fresh = async () => asPartner(server() as never, await server().newOwner());
const BRANDING = { color: "#0b6e4f", name: "Corner Group" };

test("an owner changes it, the audit log names the owner, and buyers see it", async () => {
  const owner = await fresh();
  const ada = await newUser(owner, owner.apiKey, { role: "owner", name: "Ada" });
  const put = (branding: unknown) => ada.call({ method: "PUT", path: "/branding", body: { branding } });
  expect(await put({ ...BRANDING, color: "#0B6E4F" })).toMatchObject({ status: 200, body: { branding: BRANDING } });
  expect((await ada.call({ path: "/branding" })).body).toEqual({ branding: BRANDING });
  const { body } = await ada.call<AuditLog>({ path: "/audit?limit=1" });
  expect(body.entries).toMatchObject([
    {
      action: "branding_changed",
      via: "console",
      actor: { userName: "Ada" },
      data: { before: { branding: null }, after: { branding: BRANDING } },
    },
  ]);
  const paymentId = await givenPayment(owner as unknown as RouteServer);
  const bare = { "api-key": null, "merchant-id": null };
  const page = await owner.call<string>({ path: `/${paymentId}`, headers: bare });
  expect(page.body).toContain("/brand/0b6e4f.css");
  expect((await put(null)).status).toBe(200);
  expect((await ada.call({ path: "/branding" })).body).toEqual({ branding: null });
});

test("a manager of all merchants sees it, and only an owner or a partner key changes it", async () => {
  const owner = await fresh();
  const manager = await newUser(owner, owner.apiKey, { role: "manager" });
  const call = { method: "PUT", path: "/branding", body: { branding: BRANDING } } as const;
  expect((await manager.call({ path: "/branding" })).status).toBe(200);
  expect((await manager.call(call)).status).toBe(403);
  expect((await (await signIn(owner)).call(call)).status).toBe(200);
});

test.each([{ color: "green" }, { color: "#0b6e4f", name: "" }, { name: "Corner" }])(
  "%j is refused",
  async (branding) => {
    const session = await signIn(await fresh());
    const { status, body } = await session.call<WireBody>({ method: "PUT", path: "/branding", body: { branding } });
    expect([status, body.code]).toEqual([400, "params_validation"]);
  },
);
