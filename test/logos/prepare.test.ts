// Processing of images: the API's limits, and malicious files.
import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { prepareLogo } from "../../src/logos/prepare.ts";

const RED = { r: 255, g: 0, b: 0 };
const image = (width: number, height = width, background: object = RED): Sharp =>
  sharp({ create: { width, height, channels: 4, background: { alpha: 1, ...RED, ...background } } });

const pixelAt = async (file: Buffer, left: number, top: number): Promise<number[]> => [
  ...(await sharp(file).extract({ left, top, width: 1, height: 1 }).ensureAlpha().raw().toBuffer()),
];

describe("an image is accepted", () => {
  test.each([
    ["JPEG", (it: Sharp) => it.jpeg()],
    ["progressive JPEG", (it: Sharp) => it.jpeg({ progressive: true })],
    ["CMYK JPEG", (it: Sharp) => it.toColourspace("cmyk").jpeg()],
    ["PNG", (it: Sharp) => it.png()],
    ["PNG with a palette", (it: Sharp) => it.png({ palette: true })],
    ["interlaced PNG", (it: Sharp) => it.png({ progressive: true })],
    ["WebP", (it: Sharp) => it.webp()],
    ["lossless WebP", (it: Sharp) => it.webp({ lossless: true })],
    ["AVIF", (it: Sharp) => it.avif({ effort: 0 })],
  ])("as %s, and becomes a WebP", async (_, encode) => {
    const logo = await prepareLogo(await encode(image(600)).toBuffer());
    expect(await sharp(logo).metadata()).toMatchObject({ format: "webp", width: 600, height: 600 });
  });

  test.each([
    [500, 500, 500],
    [1_000, 950, 950],
    [950, 1_000, 950],
    [1_024, 1_024, 1_024],
    [1_025, 1_025, 1_024],
    [4_096, 4_096, 1_024],
  ])("with %i by %i pixels, as a square of %i", async (width, height, side) => {
    const logo = await prepareLogo(await image(width, height).png({ compressionLevel: 1 }).toBuffer());
    expect(await sharp(logo).metadata()).toMatchObject({ width: side, height: side });
  });
});

test("an image that is not quite square is cropped equally on both sides", async () => {
  const stripe = await image(25, 950, { r: 0, b: 255 }).png().toBuffer();
  const framed = image(1_000, 950).composite([
    { input: stripe, left: 0, top: 0 },
    { input: stripe, left: 975, top: 0 },
  ]);
  const logo = await prepareLogo(await framed.png().toBuffer());
  for (const left of [3, 946]) {
    const [red = 0, , blue = 0] = await pixelAt(logo, left, 475);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(50);
  }
});

test.each(["png", "webp"] as const)("transparency in %s stays", async (format) => {
  const logo = await prepareLogo(await image(500, 500, { alpha: 0 }).toFormat(format).toBuffer());
  expect((await pixelAt(logo, 250, 250))[3]).toBe(0);
});

test("camera metadata is removed, and its orientation applied", async () => {
  const file = await image(1_000, 950)
    .composite([{ input: await image(1_000, 100, { r: 0, b: 255 }).png().toBuffer(), left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: "a secret place" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(file.includes("a secret place")).toBe(true);
  const logo = await prepareLogo(file);
  const { exif, orientation, icc, xmp } = await sharp(logo).metadata();
  expect([exif, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined]);
  expect((await pixelAt(logo, 940, 475))[2]).toBeGreaterThan(200); // orientation 6: the top becomes the right side
});

test("the same file always becomes the same bytes, so it is stored once", async () => {
  const file = await image(700).png().toBuffer();
  expect(await prepareLogo(file)).toEqual(await prepareLogo(file));
});

const PIXELS = "pixels wide and high, but is";

describe("an image is refused", () => {
  test.each([
    [499, 499, `must be 500 to 4096 ${PIXELS} 499 by 499 pixels`],
    [499, 510, `must be 500 to 4096 ${PIXELS} 499 by 510 pixels`],
    [4_097, 4_097, `must be 500 to 4096 ${PIXELS} 4097 by 4097 pixels`],
    [4_000, 4_097, `must be 500 to 4096 ${PIXELS} 4000 by 4097 pixels`],
    [1_000, 949, "must be square (1:1, within 5 %), but is 1000 by 949 pixels"],
    [949, 1_000, "must be square (1:1, within 5 %), but is 949 by 1000 pixels"],
  ])("with %i by %i pixels", async (width, height, message) => {
    await expect(prepareLogo(await image(width, height).png({ compressionLevel: 1 }).toBuffer())).rejects.toThrow(
      message,
    );
  });

  test.each([
    ["GIF", (it: Sharp) => it.gif()],
    ["TIFF", (it: Sharp) => it.tiff()],
  ])("as %s", async (_, encode) => {
    await expect(prepareLogo(await encode(image(600)).toBuffer())).rejects.toThrow(
      /^must be a JPEG, PNG, WebP or AVIF/,
    );
  });

  test.each([
    [
      "an SVG",
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600"/></svg>',
    ],
    [
      "an SVG that loads a file",
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><image href="file:///etc/passwd"/></svg>',
    ],
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["a PDF", "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj"],
    ["an EPS", "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 600 600"],
    ["an ImageMagick script", "push graphic-context\nviewbox 0 0 600 600\nimage over 0,0 0,0 'https://10.0.0.1/'"],
    ["nothing", ""],
    ["text", "hello"],
  ])("that is %s", async (_, text) => {
    await expect(prepareLogo(Buffer.from(text))).rejects.toThrow(/^must be a JPEG, PNG, WebP or AVIF/);
  });

  test("that is animated", async () => {
    const frames = await Promise.all([RED, { r: 0, b: 255 }].map((colour) => image(600, 600, colour).png().toBuffer()));
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    await expect(prepareLogo(animated)).rejects.toThrow("must not be animated");
  });

  test.each([
    ["the file ends early", (file: Buffer) => file.subarray(0, file.length / 2)],
    ["the file is only a signature", (file: Buffer) => file.subarray(0, 8)],
    ["its bytes are changed", (file: Buffer) => Buffer.concat([file.subarray(0, 60), file.subarray(60).fill(7)])],
  ])("where %s", async (_, damage) => {
    const file = await sharp(Buffer.from(noise(600)), { raw: { width: 600, height: 600, channels: 3 } })
      .png()
      .toBuffer();
    await expect(prepareLogo(damage(file))).rejects.toThrow(/^must be a JPEG, PNG, WebP or AVIF/);
  });

  test("that would unpack to gigabytes, before it is unpacked", async () => {
    const bomb = withPngSize(await image(600).png().toBuffer(), 60_000, 60_000);
    expect(bomb.length).toBeLessThan(10_000);
    await expect(prepareLogo(bomb)).rejects.toThrow(`${PIXELS} 60000 by 60000 pixels`);
  });
});

/** Pixels that do not compress. */
const noise = (side: number): Uint8Array =>
  Uint8Array.from({ length: side * side * 3 }, (_, index) => (index * 2_654_435_761) >>> 24);

/** A PNG whose header claims another size (PNG specification §11.2.1: IHDR at byte 12, its CRC at 29). */
function withPngSize(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
  return changed;
}
