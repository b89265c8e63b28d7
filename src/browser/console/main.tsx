// The partner's console: a single-page app on top of /console/api.
import "./app/layout/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followColorScheme } from "./app/layout/color-scheme.ts";
import { openLanguage } from "./app/text/language.ts";
import { App, loadConsole } from "./root.tsx";

const root = document.querySelector<HTMLElement>("#console");
if (root && !document.documentElement.classList.contains("outdated")) {
  followColorScheme();
  if (root.dataset.whole !== undefined) loadConsole().catch(() => {}); // shown where it is needed
  void openLanguage().then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
