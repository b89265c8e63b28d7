// What the console shows until its program runs: its frame, painted from the page alone. The program removes it
// (src/browser/console/app/shell.ts); if that never happens, it says what to do.

import type { Language } from "./messages/languages.ts";

interface ShellMessages {
  readonly loading: string;
  readonly overdue: string;
  readonly noScript: string;
}

/** Without markup: they are inserted unescaped. */
export const SHELL_MESSAGES: Readonly<Record<Language, ShellMessages>> = {
  en: {
    loading: "Loading…",
    overdue: "This is taking long. Check your connection, then reload the page.",
    noScript: "The console requires JavaScript. Without it, use the API or the command line.",
  },
  de: {
    loading: "Wird geladen …",
    overdue: "Das dauert lange. Prüfen Sie Ihre Verbindung und laden Sie die Seite dann neu.",
    noScript: "Die Konsole braucht JavaScript. Ohne JavaScript nutzen Sie die API oder die Kommandozeile.",
  },
  es: {
    loading: "Cargando…",
    overdue: "Está tardando mucho. Compruebe su conexión y vuelva a cargar la página.",
    noScript: "La consola necesita JavaScript. Sin él, use la API o la línea de comandos.",
  },
  zh: {
    loading: "正在加载…",
    overdue: "加载时间较长。请检查网络连接，然后重新加载页面。",
    noScript: "控制台需要 JavaScript。如不启用，请使用 API 或命令行。",
  },
  ar: {
    loading: "جارٍ التحميل…",
    overdue: "يستغرق ذلك وقتًا طويلًا. تحقّق من اتصالك، ثم أعد تحميل الصفحة.",
    noScript: "تتطلب لوحة التحكم JavaScript. من دونها، استخدم API أو سطر الأوامر.",
  },
};

/** Later than a slow phone needs. */
const OVERDUE_S = 20;

/** The colours of src/browser/console/app/ground.css. */
export const CONSOLE_SHELL_STYLE = `
#shell{--ground:#f5f6f8;--bar:#fff;--edge:#e4e7ec;--text:#16181d;--soft:#5b6270;--accent:#1a56db;--on-accent:#fff;
position:fixed;inset:0;z-index:1000;display:grid;grid-template:auto 1fr/1fr;background:var(--ground);color:var(--text);
font:15px/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
#shell header{display:flex;align-items:center;gap:10px;height:56px;padding:0 16px;background:var(--bar);
border-bottom:1px solid var(--edge);font-size:17px;font-weight:650}
#shell main{padding:24px 16px;color:var(--soft)}
#shell p{margin:0}
#shell .overdue{visibility:hidden;margin-top:8px;animation:shell-overdue 0s ${OVERDUE_S}s forwards}
@keyframes shell-overdue{to{visibility:visible}}
@media (min-width:48em){#shell{grid-template:1fr/236px 1fr}
#shell header{align-items:start;height:auto;padding:20px 24px;border:0;border-inline-end:1px solid var(--edge)}
#shell main{padding:32px 36px}}
@media (prefers-color-scheme:dark){#shell{--ground:#0d0f13;--bar:#1f242c;--edge:#272c35;--text:#eceef2;--soft:#a2a9b6;
--accent:#8db4ff;--on-accent:#1f242c}}
`;

export const shellIn = (language: Language): string => `<div id="shell">
<header>
<svg aria-hidden="true" width="26" height="26" viewBox="0 0 26 26"><rect width="26" height="26" rx="7" \
fill="var(--accent)"/><path d="M7 8.5h12M13 8.5v10M8.5 18.5h9" fill="none" stroke="var(--on-accent)" \
stroke-width="2.4" stroke-linecap="round"/></svg>
<span>Turnpike</span>
</header>
<main>
<p role="status">${SHELL_MESSAGES[language].loading}</p>
<p class="overdue">${SHELL_MESSAGES[language].overdue}</p>
</main>
</div>`;
