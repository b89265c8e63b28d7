// A QR code as SVG, always dark on light because cameras expect that.
import { qrPath } from "../../../../pages/checkout/qr-path.ts";

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** Maximum width in pixels. */
  readonly size?: number;
}

export function QrCode({ text, label, size = 240 }: QrCodeProps) {
  const { size: modules, path } = qrPath(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      style={{ width: "100%", maxWidth: size, height: "auto", borderRadius: 12, display: "block" }}
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
