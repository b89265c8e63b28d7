// The partner's console: a program of one page, that speaks to /console/api.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

const root = document.querySelector("#console");
if (root) createRoot(root).render(<StrictMode>…</StrictMode>);
