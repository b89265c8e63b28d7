// Checks a logo from an untrusted server against the API's limits, then decodes, crops and re-encodes it, so that
// buyers load only our own pixels.
import sharp, { type Metadata } from "sharp";
import { atMost } from "./at-most.ts";
import { LogoRefusedError } from "./refused.ts";

/** The API's limits, in pixels. */
const SIDE_MIN = 500;
const SIDE_MAX = 4_096;
/** Minimum ratio of the shorter side to the longer: 1:1 ± 5 %. */
const RATIO_MIN = 0.95;
/** The stored size, which the API recommends; larger images are reduced. */
const SIDE_STORED = 1_024;
const QUALITY = 90;
/** Decoding takes milliseconds; an image that takes this long is malicious. */
const DECODE_TIMEOUT_S = 10;
/** A decoded image takes up to 64 MiB, and decoding uses threads that other work needs (libuv has four). */
const AT_ONCE_MAX = 2;
/**
 * A larger AVIF takes seconds to decode, however small its file is, and cannot be interrupted. Only one is decoded at a
 * time, so that other logos never wait for more than each other.
 */
const AVIF_SIDE_FAST = 2_048;

// Only the decoders of the four formats: no SVG, no PDF, and no loader that reads files or other resources.
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

/**
 * Queues behind other decoding.
 * @returns a square WebP
 * @throws LogoRefusedError
 */
export async function prepareLogo(file: Buffer): Promise<Buffer> {
  try {
    // Reads the header only: the dimensions are checked before anything is decoded.
    const { side, isSlow } = checked(await sharp(file, { ...OPTIONS, limitInputPixels: false }).metadata());
    const input = { file, stored: Math.min(side, SIDE_STORED) };
    return await (isSlow ? decodeSlow(input) : decode(input));
  } catch (error) {
    if (error instanceof LogoRefusedError) throw error;
    throw new LogoRefusedError("must be a JPEG, PNG, WebP or AVIF image that can be decoded");
  }
}

const OPTIONS = { limitInputPixels: SIDE_MAX * SIDE_MAX, failOn: "error" } as const;

const decode = atMost(AT_ONCE_MAX, ({ file, stored }: { readonly file: Buffer; readonly stored: number }) =>
  sharp(file, OPTIONS)
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .autoOrient()
    .resize(stored, stored, { fit: "cover", position: "centre" })
    .webp({ quality: QUALITY })
    .toBuffer(),
);
const decodeSlow = atMost(1, decode);

/** Checks the limits. @returns the shorter side, and whether decoding takes seconds */
function checked(metadata: Metadata): { readonly side: number; readonly isSlow: boolean } {
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
      `must be ${SIDE_MIN} to ${SIDE_MAX} pixels wide and high, but is ${width} by ${height} pixels`,
    );
  }
  if (shorter < longer * RATIO_MIN) {
    throw new LogoRefusedError(`must be square (1:1, within 5 %), but is ${width} by ${height} pixels`);
  }
  return { side: shorter, isSlow: isAvif && longer > AVIF_SIDE_FAST };
}
