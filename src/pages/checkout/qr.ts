// A QR code as SVG, rendered on the server so that it needs no script.
import { qrPath } from "./qr-path.ts";

/** @param label its text alternative */
export function renderQr(text: string, label: string): string {
  const { size, path } = qrPath(text);
  return `<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${path}"/></svg>`;
}
