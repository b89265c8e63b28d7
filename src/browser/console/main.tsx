// The partner's console: a single-page app on top of /console/api.
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./app/ground.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { openLanguage } from "./app/language.ts";
import { announceNonce } from "./app/nonce.ts";

announceNonce();

const root = document.querySelector("#console");
if (root) {
  void openLanguage().then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
