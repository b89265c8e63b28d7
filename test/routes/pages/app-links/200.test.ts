// The files by which Android and iOS find the apps that open payment links.
import { expect, test } from "vitest";
import { buildServer } from "../../../../src/http/server.ts";
import { androidApps, iosApps } from "../../../../src/settings/apps.ts";
import { fakeServices, readableLogger, settingsWith } from "../../../harness/fake-ports.ts";

const PRINT = Array.from({ length: 32 }, (_, i) => (i + 160).toString(16).toUpperCase()).join(":");
const OTHER = PRINT.replaceAll("A", "B");

async function get(name: string, settings: object) {
  const server = buildServer(fakeServices({}), { ...settingsWith(readableLogger().logger), ...settings });
  const { statusCode, headers, body } = await server.inject({ url: `/.well-known/${name}` });
  return { status: statusCode, type: headers["content-type"], body: JSON.parse(body) };
}

test("assetlinks.json names each app with all its certificates", async () => {
  const apps = androidApps(`com.example.wallet=${PRINT}, com.example.wallet=${OTHER.toLowerCase()}`);
  expect(await get("assetlinks.json", { androidApps: apps })).toEqual({
    status: 200,
    type: "application/json; charset=utf-8",
    body: [
      {
        relation: ["delegate_permission/common.handle_all_urls"],
        target: {
          namespace: "android_app",
          package_name: "com.example.wallet",
          sha256_cert_fingerprints: [PRINT, OTHER],
        },
      },
    ],
  });
});

test("apple-app-site-association names each app, and both forms of payment links", async () => {
  const apps = iosApps("ABCDE12345.com.example.wallet");
  const components = [{ "/": "/pay_*" }, { "/": "/", "?": { pid: "?*" } }];
  expect(await get("apple-app-site-association", { iosApps: apps })).toEqual({
    status: 200,
    type: "application/json; charset=utf-8",
    body: { applinks: { details: [{ appIDs: ["ABCDE12345.com.example.wallet"], components }] } },
  });
});

test.each(["assetlinks.json", "apple-app-site-association"])("%s is 404 without apps", async (name) => {
  const { status, body } = await get(name, {});
  expect([status, body.code]).toEqual([404, "not_found"]);
});

test.each(["wallet=AB", `com.example.wallet=${PRINT}:AA`, `com.example.wallet=${PRINT}=x`, "", "com.example.wallet"])(
  "ANDROID_APPS=%s is refused",
  (value) => expect(androidApps(value)).toBeUndefined(),
);

test.each(["com.example.wallet", "ABCDE12345", "ABCDE12345.", "ABCDE12345.com.example,*"])(
  "IOS_APPS=%s is refused",
  (value) => expect(iosApps(value)).toBeUndefined(),
);
