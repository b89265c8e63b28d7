// One network creates few payments by links and adds few views, so strangers fill little, and others are not refused.
import { expect, test } from "vitest";
import { newAgent, signAt } from "../../../harness/chain/x402.ts";
import { givenLink, LinkVisitor, readLink } from "../../payment-links/given-links.ts";
import { serverForFile } from "../../setup.ts";

const PLENTY = ["read", "write", "gateway", "app", "anonymous"].map((name) => `${name}=100000/1`).join();
const server = serverForFile({ environment: { TRUSTED_PROXIES: "127.0.0.1,::1", RATE_LIMITS: PLENTY } });

const from = (address: string) => ({ "x-forwarded-for": address });

test("forms that a network sends beyond its limit are refused, on all links together; other buyers pay on", async () => {
  const [one, other] = [await givenLink(server()), await givenLink(server())];
  const send = async (link: { readonly id: string }, address: string) =>
    (await new LinkVisitor(server(), link).send({}, from(address))).status;
  let created = 0;
  while ((await send(one, "192.0.2.1")) === 303) created += 1;
  expect(created).toBeGreaterThanOrEqual(50);
  expect(await send(other, "192.0.2.1")).toBe(429);
  expect([await send(one, "192.0.2.2"), await send(one, "2001:db8::1")]).toEqual([303, 303]);
  expect((await readLink(server(), one.id)).stats).toMatchObject({ created: created + 2, open: created + 2 });
});

test("x402 clients that ask a link for an offer share the limit of its network; those that pay do not", async () => {
  const link = await givenLink(server());
  const ask = (address: string, headers = {}) =>
    fetch(`${server().baseUrl}/x402/links/${link.id}`, { headers: { ...from(address), ...headers } });
  const { headers, send } = await signAt(
    server(),
    `${server().baseUrl}/x402/links/${link.id}`,
    await newAgent(server()),
  );
  const address = "203.0.113.1";
  for (let sent = 0; sent < 60; sent += 1) await new LinkVisitor(server(), link).send({}, from(address));
  const refused = await ask(address);
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: "rate_limited" }]);
  expect((await ask("203.0.113.2")).status).toBe(402);
  expect([(await ask(address, headers)).status, (await send()).status]).toEqual([200, 200]);
});

test("a network adds at most 5 views of a link at once; the page opens as often as it likes", async () => {
  const [link, other] = [await givenLink(server()), await givenLink(server())];
  const view = async (address: string, times: number) => {
    for (let time = 0; time < times; time += 1) {
      expect((await new LinkVisitor(server(), link).open(from(address))).status).toBe(200);
    }
    return (await readLink(server(), link.id)).stats.opened;
  };
  expect(await view("198.51.100.1", 7)).toBe(5);
  expect(await view("198.51.100.2", 1)).toBe(6);
  await new LinkVisitor(server(), other).open(from("198.51.100.1"));
  expect((await readLink(server(), other.id)).stats.opened).toBe(1);
});
