// Writes the README's pictures from those of the browser tests: `npm run pictures`.
import { mkdirSync } from "node:fs";
import sharp from "sharp";

const PICTURES = [
  { from: "pay-touch-unopened-phone-light", to: "checkout", width: 390, height: 960 },
  { from: "console-pos-paid-phone-light", to: "till", width: 390, height: 960 },
  { from: "console-overview-month-desktop-light", to: "console", width: 1280, height: 944 },
];
/** In pixels, of all pictures: they stand side by side. */
const SHOWN_HEIGHT = 640;

mkdirSync("docs/pictures", { recursive: true });
for (const { from, to, width, height } of PICTURES) {
  const picture = sharp(`test-pictures/${from}.png`);
  const whole = await picture.metadata();
  const top = to === "till" ? Math.floor((whole.height - height) / 2) : 0;
  await picture
    .extract({ left: 0, top, width, height: Math.min(height, whole.height - top) })
    .resize({ height: SHOWN_HEIGHT })
    .webp({ quality: 82 })
    .toFile(`docs/pictures/${to}.webp`);
}
