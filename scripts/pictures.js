// Writes the README's pictures from those of the browser tests: `npm run pictures`.
import { mkdirSync } from "node:fs";
import sharp from "sharp";

const PICTURES = [
  { from: "pay-touch-unopened-phone-light", to: "checkout", width: 390, height: 960, position: "top" },
  { from: "console-pos-paid-phone-light", to: "till", width: 390, height: 960, position: "centre" },
  { from: "console-overview-month-desktop-light", to: "console", width: 1280, height: 944, position: "top" },
];
/** The height of all pictures in pixels: they stand side by side. */
const SHOWN_HEIGHT = 640;

mkdirSync("docs/pictures", { recursive: true });
for (const { from, to, width, height, position } of PICTURES) {
  await sharp(`test-pictures/${from}.png`)
    .resize({ width: Math.round((width * SHOWN_HEIGHT) / height), height: SHOWN_HEIGHT, position })
    .webp({ quality: 82 })
    .toFile(`docs/pictures/${to}.webp`);
}
