// The apps that may open payment links, as Android (Digital Asset Links) and iOS (Universal Links) look them up.
import type { FastifyReply } from "fastify";
import type { PublicRoute } from "../../public-route.ts";
import { RequestError } from "../../request/request-error.ts";
import type { Settings } from "../../settings.ts";

/** An app that is added should work within the hour. */
const CACHING = "public, max-age=3600";

const file = (name: string, contentOf: (settings: Settings) => object | null): PublicRoute => ({
  method: "GET",
  path: `/.well-known/${name}`,
  handle: async ({ settings }, _request, reply: FastifyReply) => {
    const content = contentOf(settings);
    if (!content) throw new RequestError("not_found");
    return reply
      .headers({ "content-type": "application/json; charset=utf-8", "cache-control": CACHING })
      .send(JSON.stringify(content));
  },
});

/** https://developers.google.com/digital-asset-links/v1/statements */
const assetLinks = file("assetlinks.json", ({ androidApps }) => {
  if (androidApps.length === 0) return null;
  return androidApps.map(({ packageName, fingerprints }) => ({
    relation: ["delegate_permission/common.handle_all_urls"],
    target: { namespace: "android_app", package_name: packageName, sha256_cert_fingerprints: fingerprints },
  }));
});

/** https://developer.apple.com/documentation/bundleresources/applinks. Both forms of payment links. */
const appleAppSiteAssociation = file("apple-app-site-association", ({ iosApps }) => {
  if (iosApps.length === 0) return null;
  const components = [{ "/": "/pay_*" }, { "/": "/", "?": { pid: "?*" } }];
  return { applinks: { details: [{ appIDs: iosApps, components }] } };
});

export const appLinks: readonly PublicRoute[] = [assetLinks, appleAppSiteAssociation];
