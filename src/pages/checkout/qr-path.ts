// A QR code (ISO/IEC 18004) as the path of an SVG.
import { encode } from "uqr";

/** The quiet zone that the standard requires. */
const BORDER = 4;
/** Characters. */
const LONG = 100;

interface QrPath {
  /** Modules on each side. */
  readonly size: number;
  readonly path: string;
}

export function qrPath(text: string): QrPath {
  // Stays readable with a quarter of it covered by glare or scratches; a long text with half as much, else its modules
  // would be too small.
  const ecc = text.length > LONG ? "M" : "Q";
  const { size, data } = encode(text, { ecc, boostEcc: true, border: BORDER });
  const path = data.flatMap((row, y) => runs(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join("");
  return { size, path };
}

/** Runs of adjacent dark modules in a row: start and length. */
function runs(row: readonly boolean[]): [x: number, length: number][] {
  const found: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = found.at(-1);
    if (isDark && last && last[0] + last[1] === x) last[1] += 1;
    else if (isDark) found.push([x, 1]);
  });
  return found;
}
