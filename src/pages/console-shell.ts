// The console's frame, painted from the page alone until its program runs. The program removes it
// (src/browser/console/app/layout/shell.ts); if that never happens, it says what to do.
import { SHELLS } from "./catalogues.ts";
import type { Language } from "./messages/languages.ts";

/** Later than a slow phone needs. */
const OVERDUE_S = 20;

/** The colours of src/browser/console/app/layout/global.css. */
export const CONSOLE_SHELL_STYLE = `
#shell{--ground:#f5f6f8;--bar:#fff;--edge:#e4e7ec;--text:#16181d;--soft:#5b6270;--accent:#1a56db;--on-accent:#fff;
position:fixed;inset:0;z-index:1000;display:grid;grid-template:auto 1fr/1fr;background:var(--ground);color:var(--text);
font:15px/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
#shell header{display:flex;align-items:center;gap:10px;height:56px;padding:0 16px;background:var(--bar);
border-bottom:1px solid var(--edge);font-size:17px;font-weight:650}
#shell main{padding:24px 16px;color:var(--soft)}
#shell p{margin:0}
#shell .overdue{visibility:hidden;margin-top:8px;animation:shell-overdue 0s ${OVERDUE_S}s forwards}
#shell .outdated-note,.outdated #shell .waits{display:none}
.outdated #shell .outdated-note{display:block}
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
<p class="waits" role="status">${SHELLS[language].loading}</p>
<p class="waits overdue">${SHELLS[language].overdue}</p>
<p class="outdated-note">${SHELLS[language].outdated}</p>
</main>
</div>`;
