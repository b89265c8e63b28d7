// Makes a logo of the bytes that a stranger's server sent: checks them against the interface's table, then decodes,
// crops and encodes them anew, so that what buyers load is ours: pixels, and nothing else that was in the file.
import sharp, { type Metadata } from "sharp";
import { atMost } from "./at-most.ts";

/** The interface's limits, in pixels. */
const SIDE_MIN = 500;
const SIDE_MAX = 4_096;
/** A side is at least this part of the other one: 1:1 ± 5 %. */
const RATIO_MIN = 0.95;
/** What is stored: the size that the interface recommends; larger ones are made smaller. */
const SIDE_STORED = 1_024;
const QUALITY = 90;
/** Decoding takes milliseconds; what takes so long was made to. */
const DECODE_TIMEOUT_S = 10;
/** A decoded image of the largest size is 64 MiB, and decoding takes threads that other work waits for (libuv has four). */
const AT_ONCE_MAX = 2;

// Decoders for the four formats and no others: no SVG, no PDF, nothing that reads files or loads anything.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});
sharp.cache(false);

/** What is wrong with an image, to be read after the field's name. */
export class LogoRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LogoRefusedError";
  }
}

/**
 * Waits where others are being decoded.
 * @returns a square WebP
 * @throws LogoRefusedError
 */
export const prepareLogo = atMost(AT_ONCE_MAX, prepare);

async function prepare(file: Buffer): Promise<Buffer> {
  try {
    const options = { limitInputPixels: SIDE_MAX * SIDE_MAX, failOn: "error" } as const;
    // The header alone: nothing is decoded before its numbers have been looked at.
    const side = checkedSide(await sharp(file, { ...options, limitInputPixels: false }).metadata());
    const stored = Math.min(side, SIDE_STORED);
    return await sharp(file, options)
      .timeout({ seconds: DECODE_TIMEOUT_S })
      .autoOrient()
      .resize(stored, stored, { fit: "cover", position: "centre" })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch (error) {
    if (error instanceof LogoRefusedError) throw error;
    throw new LogoRefusedError("must be a JPEG, PNG, WebP or AVIF image that can be decoded");
  }
}

/** The shorter side of an image that is within the limits. */
function checkedSide(metadata: Metadata): number {
  const { format, compression, width, height, pages = 1 } = metadata;
  const isAvif = format === "heif" && compression === "av1";
  if (!isAvif && format !== "jpeg" && format !== "png" && format !== "webp") {
    throw new LogoRefusedError("must be a JPEG, PNG, WebP or AVIF image");
  }
  if (pages > 1) throw new LogoRefusedError("must not be animated");
  const shorter = Math.min(width, height);
  const longer = Math.max(width, height);
  if (shorter < SIDE_MIN || longer > SIDE_MAX) {
    throw new LogoRefusedError(
      `must be ${SIDE_MIN} to ${SIDE_MAX} pixels wide and high, and is ${width} by ${height} pixels`,
    );
  }
  if (shorter < longer * RATIO_MIN) {
    throw new LogoRefusedError(`must be square (1:1, within 5 %), and is ${width} by ${height} pixels`);
  }
  return shorter;
}
