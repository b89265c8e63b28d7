// The partner's console: a single-page app on top of /console/api.
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./app/layout/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { announceNonce } from "./app/layout/nonce.ts";
import { openLanguage } from "./app/text/language.ts";
import { App } from "./root.tsx";

announceNonce();

const root = document.querySelector("#console");
if (root && !document.documentElement.classList.contains("outdated")) {
  void openLanguage().then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
