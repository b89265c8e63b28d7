// The API reference: Scalar's viewer on this server's openapi.json, without any of its online services.
import "./style.css";
import viewerUrl from "virtual:viewer-url";

/** https://github.com/scalar/scalar/blob/main/documentation/configuration.md */
const SETTINGS = {
  url: "/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: "never",
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: { preferredSecurityScheme: "ApiKey" },
  generateOperationSlug: ({ operationId }: { readonly operationId?: string }) => operationId ?? "",
};

declare global {
  var Scalar: { createApiReference(element: string, settings: typeof SETTINGS): void };
  /** https://zod.dev/api#jitless: without it, Zod tries `new Function`, which the page's policy reports. */
  var __zod_globalConfig: { jitless: boolean };
}

globalThis.__zod_globalConfig = { jitless: true };
const script = document.createElement("script");
script.src = viewerUrl;
script.addEventListener("load", () => {
  completeComboboxes();
  replaceList();
  Scalar.createApiReference("#reference", SETTINGS);
});
document.head.append(script);

/** The page's plain list stays until the viewer shows its heading. */
function replaceList(): void {
  const shown = new MutationObserver(() => {
    if (!document.querySelector("#reference h1")) return;
    shown.disconnect();
    document.querySelector("#list")?.remove();
  });
  shown.observe(document.body, { childList: true, subtree: true });
}

/** ARIA 1.2 §5.3 requires `aria-expanded` of a combobox; the viewer's inputs for keys lack it until they open. */
function completeComboboxes(): void {
  new MutationObserver(() => {
    for (const input of document.querySelectorAll("[role=combobox]:not([aria-expanded])")) {
      input.setAttribute("aria-expanded", "false");
    }
  }).observe(document.body, { childList: true, subtree: true });
}
