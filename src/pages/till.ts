// What makes the till installable (Web Application Manifest), and its service worker.
import { ICON_PATH } from "./icon.ts";

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

/**
 * Keeps the page and the content-addressed files of its program. The page is always asked for first, and API requests
 * are never touched: nothing about a sale is stored.
 */
export const WORKER = `"use strict";
const PAGES = "till-page";
const FILES = "till-files";
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
const fromNetwork = async (request) => {
  const response = await fetch(request);
  if (response.ok) await (await caches.open(PAGES)).put("${TILL_PATH}", response.clone());
  return response;
};
const keptPage = async (error) => {
  const page = await caches.match("${TILL_PATH}");
  if (page) return page;
  throw error;
};
const keptFile = async (request) => {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(FILES)).put(request, response.clone());
  return response;
};
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate" && pathname === "${TILL_PATH}") {
    event.respondWith(fromNetwork(request).catch(keptPage));
  } else if (pathname.startsWith("/assets/console/")) event.respondWith(keptFile(request));
});
`;
