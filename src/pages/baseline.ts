// The oldest browsers in which the programs of the pages run: Chrome and Edge 110, Firefox 115, Safari 16. A script
// that older ones can read marks the page, which then says so; the programs do not start.
import { createHash } from "node:crypto";

/** The newest features that the programs use. */
const HAS_ALL = "[].toSorted&&[].at&&''.replaceAll&&Object.hasOwn&&window.AbortSignal&&AbortSignal.timeout";

const SCRIPT = `if(!(${HAS_ALL}))document.documentElement.className+=" outdated"`;

/** In the head, before the program. */
export const BASELINE_CHECK = `<script>${SCRIPT}</script>`;

/** Allows the script in a `script-src`. */
export const BASELINE_SOURCE = `'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`;
