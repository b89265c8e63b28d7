// The first payment: the buyer's account of this installation pays the smallest amount through the public address.
import { createGatewayClient, createPartnerClient, type PartnerClient, pay } from "../../../client/index.ts";
import { keepFile, readIfThere } from "../files.ts";
import { FIRST_PAYMENT_FILE, forRoot } from "../places.ts";
import type { Setup } from "../setup.ts";
import type { Step } from "../step.ts";
import { buyerAccount } from "./accounts.ts";
import { amountOf } from "./first-amount.ts";
import { keyMissing, LOCAL_URL, readMerchantId } from "./merchant.ts";
import { readApiKey } from "./partner.ts";

interface FirstPayment {
  readonly paymentId: string;
  readonly gatewayUrl: string;
  readonly status: string;
}

/** No step if the answers want no payment. */
export function firstPaymentSteps(setup: Setup): Step[] {
  const { publicUrl, firstPayment } = setup.answers;
  if (firstPayment === null) return [];
  return [
    {
      name: "first payment",
      does: [`pays the merchant ${amountOf(firstPayment).shown} at ${publicUrl}, until the payment has succeeded`],
      files: [forRoot(FIRST_PAYMENT_FILE, "")],
      isDone: async () => (await readPayment(setup))?.status === "succeeded",
      apply: () => payFirst(setup, firstPayment),
    },
  ];
}

async function payFirst(setup: Setup, { chain, asset }: NonNullable<Setup["answers"]["firstPayment"]>): Promise<void> {
  const { answers, say } = setup;
  const [apiKey, buyer] = [await readApiKey(setup), await buyerAccount(setup)];
  if (apiKey === null) throw new Error(await keyMissing(setup));
  if (buyer === null) throw new Error("there is no buyer's account");
  // Without a proxy of this machine, the public address may not lead here yet.
  const baseUrl = answers.proxy === "none" ? LOCAL_URL : answers.publicUrl;
  const partner = createPartnerClient({ baseUrl, apiKey });
  const open = (await stillOpen(partner, setup)) ?? (await createPayment(partner, setup));
  if (open.status === "succeeded") return;
  const result = await pay(open.gatewayUrl, {
    payLinkHosts: [answers.host],
    gateway: createGatewayClient({ baseUrl, apiKey }),
    wallet: { account: buyer },
    accounts: [`${chain.caip2}:${buyer.address}`],
    contracts: { [chain.caip2]: { router: chain.router, permit2: chain.permit2 } },
    choose: (options) => options.find(({ amount: { unit } }) => unit === `caip19/${asset.id}`) ?? null,
  });
  await keepPayment(setup, { ...open, status: result.status });
  if (result.status !== "succeeded") throw new Error(`${open.paymentId} ended as ${result.status}`);
  say(`   ${open.paymentId} succeeded in transaction ${result.info?.txId}`);
}

async function createPayment(partner: PartnerClient, setup: Setup): Promise<FirstPayment> {
  const { merchant, firstPayment } = setup.answers;
  const merchantId = await readMerchantId(setup);
  if (merchantId === null || firstPayment === null) throw new Error(`there is no merchant ${merchant.name}`);
  const payment = { amount: amountOf(firstPayment).fiat, referenceId: "turnpike init" };
  const { paymentId, gatewayUrl } = await partner.payments.create(payment, { merchantId });
  const made = { paymentId, gatewayUrl, status: "requires_action" };
  await keepPayment(setup, made);
  return made;
}

async function readPayment({ machine }: Setup): Promise<FirstPayment | null> {
  const text = await readIfThere(machine, FIRST_PAYMENT_FILE);
  return text === null ? null : (JSON.parse(text) as FirstPayment);
}

const keepPayment = ({ machine }: Setup, payment: FirstPayment): Promise<void> =>
  keepFile(machine, forRoot(FIRST_PAYMENT_FILE, `${JSON.stringify(payment, null, 2)}\n`));

/** The payment of an earlier run, which may have ended since. @returns null if it can no longer be paid */
async function stillOpen({ payments }: PartnerClient, setup: Setup): Promise<FirstPayment | null> {
  const former = await readPayment(setup);
  if (former === null) return null;
  let { status, isFinal } = await payments.status(former.paymentId);
  while (status === "processing") {
    setup.say(`   ${former.paymentId} is on its way`);
    ({ status, isFinal } = await payments.status(former.paymentId, { maxPollMs: HELD_MS }));
  }
  if (status === "succeeded") await keepPayment(setup, { ...former, status });
  return isFinal && status !== "succeeded" ? null : { ...former, status };
}

const HELD_MS = 30_000;
