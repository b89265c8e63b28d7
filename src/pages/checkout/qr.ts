// A QR code as SVG (ISO/IEC 18004): one path, drawn by the server, so that it is there without script.
import { encode } from "uqr";

/** The standard's quiet zone. */
const BORDER = 4;

/** @param label what a person who does not see it is told */
export function renderQr(text: string, label: string): string {
  // A quarter of it may be hidden by glare or a scratch on a screen's glass and it still reads.
  const { size, data } = encode(text, { ecc: "Q", boostEcc: true, border: BORDER });
  const path = data.flatMap((row, y) => runs(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join("");
  return `<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${path}"/></svg>`;
}

/** Where dark modules stand side by side in a row: their place and number. */
function runs(row: readonly boolean[]): [x: number, length: number][] {
  const found: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = found.at(-1);
    if (isDark && last && last[0] + last[1] === x) last[1] += 1;
    else if (isDark) found.push([x, 1]);
  });
  return found;
}
