// The till's Web Application Manifest, which makes it installable, and its service worker.
import { consoleMessages, programFiles } from "./assets.ts";
import { ICON_PATH } from "./icon.ts";
import { LANGUAGES } from "./messages/languages.ts";

export const TILL_PATH = "/console/till";
export const MANIFEST_PATH = `${TILL_PATH}.webmanifest`;
export const WORKER_PATH = "/console/till-worker.js";

export const MANIFEST = JSON.stringify({
  id: TILL_PATH,
  name: "Turnpike till",
  short_name: "Till",
  start_url: TILL_PATH,
  scope: TILL_PATH,
  display: "standalone",
  background_color: "#f5f6f8",
  theme_color: "#1a56db",
  icons: [{ src: ICON_PATH, type: "image/svg+xml", sizes: "any", purpose: "any" }],
});

/** The program of a till in every language: another one can be chosen without a connection. */
const files = (): readonly string[] => programFiles("console", "console.tsx", ...LANGUAGES.map(consoleMessages));

/** A network that doesn't respond by then counts as none, if the page is kept. */
const PAGE_PATIENCE_MS = 4_000;

/**
 * Keeps the page and its program from the moment it is installed, so that the till opens without a connection. The page
 * is always asked for first, and API requests are never touched. A new version of the program is another worker: each
 * keeps only the page that names its own entry script, the first of the files.
 */
export const renderWorker = (): string => {
  worker ??= workerOf(files());
  return worker;
};

let worker: string | undefined;

const workerOf = (files: readonly string[]): string => `"use strict";
const PAGE = "${TILL_PATH}";
const FILES = ${JSON.stringify(files)};
const ENTRY = FILES[0];
const keep = async () => {
  const kept = await caches.open("till-files");
  const missing = await Promise.all(FILES.map(async (file) => ((await kept.match(file)) ? [] : [file])));
  await kept.addAll(missing.flat());
  const { response, isOwn } = await fetchPage();
  if (!isOwn) throw new TypeError("the server answered with another page");
  await keepPage(response);
};
// A redirect, as to a sign-in in front of the server, is the browser's to follow: it leads to another page.
const fetchPage = async (options) => {
  const response = await fetch(PAGE, { redirect: "manual", ...options });
  if (response.type === "opaqueredirect") return { response, isOwn: false };
  if (!response.ok) throw new TypeError("the server answered " + response.status);
  return { response, isOwn: (await response.clone().text()).includes(ENTRY) };
};
const keepPage = async (response) => (await caches.open("till-page")).put(PAGE, response);
const removeOutdated = async () => {
  const kept = await caches.open("till-files");
  const outdated = (await kept.keys()).filter(({ url }) => !FILES.includes(new URL(url).pathname));
  await Promise.all(outdated.map((request) => kept.delete(request)));
};
addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keep());
});
addEventListener("activate", (event) => event.waitUntil(Promise.all([clients.claim(), removeOutdated()])));
const currentPage = async () => {
  const { response, isOwn } = await fetchPage({ signal: AbortSignal.timeout(${PAGE_PATIENCE_MS}) });
  if (isOwn) await keepPage(response.clone()).catch(() => {}); // it opens also if nothing can be stored
  return response;
};
const findKept = (request) => caches.match(request, { ignoreVary: true }).catch(() => undefined);
const openPage = async (request) => {
  try {
    return await currentPage();
  } catch {
    return (await findKept(PAGE)) ?? fetch(request);
  }
};
const openFile = async (request) => (await findKept(request)) ?? fetch(request);
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate" && pathname === PAGE) event.respondWith(openPage(request));
  else if (FILES.includes(pathname)) event.respondWith(openFile(request));
});
`;
