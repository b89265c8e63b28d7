// The pages of a local Turnpike: a payment to pay, the console signed in, and the demo wallet. Only for a server on a
// loopback address, because they act as the demo partner and the demo buyer.
import { readFileSync } from "node:fs";
import type { FastifyReply, FastifyRequest } from "fastify";
import { BaseError } from "viem";
import type { LocalSite, PublicRoute } from "../../http/public-route.ts";
import { type DevFile, readDevFile } from "../dev-file.ts";
import { renderWelcome, WELCOME_POLICY } from "./page.ts";
import { answerWallet, WalletError, type WalletRequest } from "./wallet.ts";

const WELCOME_PATH = "/welcome";
const WALLET_SCRIPT_PATH = "/welcome/wallet.js";

const SCRIPT = readFileSync(new URL("./in-browser.js", import.meta.url), "utf8");

const FORBIDDEN = 403;
const NOT_READY = 503;
const SEE_OTHER = 303;
/** A payment that stays open while its page is looked at. */
const OPEN_S = 3_600;

type Handle = (dev: DevFile, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** @param devFile path of dev.json, which exists once Turnpike has started */
export const localSite = (devFile: string): LocalSite => ({
  routes: welcomeRoutes(devFile),
  path: WELCOME_PATH,
  walletScript: WALLET_SCRIPT_PATH,
});

function welcomeRoutes(devFile: string): readonly PublicRoute[] {
  const post = (path: string, handle: Handle): PublicRoute => ({
    method: "POST",
    path: `${WELCOME_PATH}/${path}`,
    handle: async (_host, request, reply) => {
      if (!isFromOwnPage(request)) return reply.code(FORBIDDEN).send("Only pages of this server may do this.\n");
      const dev = await readDevFile(devFile);
      if (!dev) return reply.code(NOT_READY).send("Turnpike is starting.\n");
      return handle(dev, request, reply);
    },
  });
  return [
    {
      method: "GET",
      path: WELCOME_PATH,
      handle: async (_host, _request, reply) => {
        reply.headers({ "content-type": "text/html; charset=utf-8", "content-security-policy": WELCOME_POLICY });
        return renderWelcome(await readDevFile(devFile), devFile);
      },
    },
    {
      method: "GET",
      path: WALLET_SCRIPT_PATH,
      handle: async (_host, _request, reply) => reply.type("text/javascript; charset=utf-8").send(SCRIPT),
    },
    post("payment", openPayment),
    post(
      "console",
      openConsole(({ apiKey }) => apiKey),
    ),
    post(
      "test-console",
      openConsole(({ test }) => test.apiKey),
    ),
    post("wallet", askWallet),
  ];
}

const LOOPBACK = ["localhost", "127.0.0.1", "::1"];

/** @param host a name or address; URLs and the header Host have brackets around an IPv6 address */
export const isLoopback = (host: string): boolean => LOOPBACK.includes(host.replace(/^\[(.*)\]$/, "$1"));

/** The name of the host rules out DNS rebinding, Fetch Metadata rules out other sites. */
function isFromOwnPage({ hostname, headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  return isLoopback(hostname) && (site === undefined || site === "same-origin");
}

const openPayment: Handle = async ({ baseUrl, apiKey, merchantId }, _request, reply) => {
  const nowS = Math.floor(Date.now() / 1_000);
  const response = await fetch(`${baseUrl}/v1/payments`, {
    method: "POST",
    headers: { "api-key": apiKey, "merchant-id": merchantId, "content-type": "application/json" },
    body: JSON.stringify({
      amount: { unit: "iso4217/USD", value: "1250" },
      referenceId: `demo ${nowS}`,
      expiresAt: nowS + OPEN_S,
    }),
  });
  if (!response.ok) return reply.code(response.status).send(await response.text());
  const { paymentId } = (await response.json()) as { paymentId: string };
  return reply.redirect(`/${paymentId}`, SEE_OTHER);
};

const openConsole =
  (keyIn: (dev: DevFile) => string): Handle =>
  async (dev, _request, reply) => {
    const response = await fetch(`${dev.baseUrl}/console/api/session`, {
      method: "POST",
      headers: { "turnpike-console": "1", "content-type": "application/json" },
      body: JSON.stringify({ apiKey: keyIn(dev) }),
    });
    if (!response.ok) return reply.code(response.status).send(await response.text());
    return reply.headers({ "set-cookie": response.headers.getSetCookie() }).redirect("/console", SEE_OTHER);
  };

const INTERNAL_ERROR = -32_603;

const askWallet: Handle = async (dev, request, reply) => {
  const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
  reply.type("application/json");
  try {
    const asked = JSON.parse(form.get("request") ?? "null") as WalletRequest;
    return { result: await answerWallet(dev, asked) };
  } catch (error) {
    if (error instanceof WalletError) return { error: { code: error.code, message: error.message } };
    const message = error instanceof BaseError ? error.shortMessage : "The demo wallet could not do this";
    return { error: { code: INTERNAL_ERROR, message } };
  }
};
