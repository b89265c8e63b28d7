// The console page. All its URLs serve the same page; routing happens in the browser.
import { randomBytes } from "node:crypto";
import { CONSOLE_PATH, consolePolicy, renderConsole } from "../../../pages/console.ts";
import { chooseLanguage } from "../../../pages/messages/choose.ts";
import { MANIFEST, MANIFEST_PATH, renderWorker, WORKER_PATH } from "../../../pages/till.ts";
import type { PublicRoute } from "../../public-route.ts";
import { sessionHashOf } from "../../request/session-cookie.ts";

/** CSP 3 §2.3.1 requires at least 128 bits. */
const NONCE_BYTES = 16;

const consolePage = (path: string): PublicRoute => ({
  method: "GET",
  path,
  handle: async (host, request, reply) => {
    const styleNonce = randomBytes(NONCE_BYTES).toString("base64");
    reply.headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": consolePolicy(styleNonce),
      "referrer-policy": "no-referrer",
      "cache-control": "no-store", // a nonce is for one response
    });
    const { language } = chooseLanguage(undefined, request.headers["accept-language"]);
    const isSignedIn = sessionHashOf(request, host.settings) !== null;
    return renderConsole(request.url.split("?", 1)[0] ?? "", language, isSignedIn, styleNonce);
  },
});

/** The service worker is asked for anew each time; it may control the till's page only. */
const file = (path: string, type: string, text: () => string): PublicRoute => ({
  method: "GET",
  path,
  handle: async (_host, _request, reply) =>
    reply.headers({ "content-type": `${type}; charset=utf-8`, "cache-control": "no-cache" }).send(text()),
});

export const consolePages: readonly PublicRoute[] = [
  file(MANIFEST_PATH, "application/manifest+json", () => MANIFEST),
  file(WORKER_PATH, "text/javascript", renderWorker),
  consolePage(CONSOLE_PATH),
  consolePage(`${CONSOLE_PATH}/*`),
];
