import { expect, test } from "vitest";
import { serverForFile } from "../../setup.ts";
import { atRefund, givenRefund, type ShownRefund } from "../given-refunds.ts";

const server = serverForFile();

interface Page {
  readonly data: readonly ShownRefund[];
  readonly nextCursor: string | null;
}

const list = async (query: string): Promise<Page> => (await server().call<Page>({ path: `/v1/refunds?${query}` })).body;
const idsOf = ({ data }: Page): readonly string[] => data.map(({ refundId }) => refundId);

test("newest first, in pages, and by payment, status, merchant and time", async () => {
  const [first, second, third] = [
    await givenRefund(server()),
    await givenRefund(server()),
    await givenRefund(server()),
  ];
  await atRefund(server(), second.refundId, "cancel");
  const page = await list("limit=2");
  expect(idsOf(page)).toEqual([third.refundId, second.refundId]);
  expect(idsOf(await list(`limit=2&cursor=${page.nextCursor}`))).toEqual([first.refundId]);
  expect(idsOf(await list(`paymentId=${first.paymentId}`))).toEqual([first.refundId]);
  expect(idsOf(await list("status=cancelled"))).toEqual([second.refundId]);
  expect(idsOf(await list("status=cancelled&status=requires_action"))).toHaveLength(3);
  expect(idsOf(await list(`merchantId=${server().merchantId}`))).toHaveLength(3);
  expect(idsOf(await list("merchantId=mrch_unknown"))).toEqual([]);
  expect(idsOf(await list(`endTs=${encodeURIComponent("2020-01-01T00:00:00Z")}`))).toEqual([]);
  expect(idsOf(await list(`startTs=${encodeURIComponent("2020-01-01T00:00:00Z")}`))).toHaveLength(3);
});
