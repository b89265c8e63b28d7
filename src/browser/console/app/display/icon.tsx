// Icons as strokes on a 24 × 24 grid. They accompany text, so screen readers skip them.
import type { CSSProperties } from "react";
import { direction } from "../text/language.ts";

const STROKES = {
  overview: "M4 20V10M10 20V4M16 20v-7M22 20H2",
  payments: "M3 7h18M3 7v10a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2ZM7 15h4",
  plus: "M12 5v14M5 12h14",
  merchants:
    "M4 10v9a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-9M3 9l2-5h14l2 5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0ZM9 20v-5h6v5",
  alert: "M12 9v4M12 17h.01M10.3 4.3 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4.3a2 2 0 0 0-3.4 0Z",
  key: "M15 3a6 6 0 1 0 5.7 7.9M9.9 12.9 3 19.8V22h3v-2h2v-2h2l2.1-2.1M16 8h.01M21 3l-1 1",
  audit: "M9 4H6a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V6a2 2 0 0 0-2-2h-3M9 2h6v4H9ZM8 12h8M8 16h5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM20.5 20.5 16 16",
  filter: "M3 5h18M6 12h12M10 19h4",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  copy: "M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1ZM5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1",
  check: "M5 12.5 10 17.5 19.5 7",
  close: "M6 6l12 12M18 6 6 18",
  external: "M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5",
  back: "M19 12H5M11 6l-6 6 6 6",
  forward: "M5 12h14M13 6l6 6-6 6",
  down: "M6 9l6 6 6-6",
  up: "M6 15l6-6 6 6",
  sort: "M8 10l4-4 4 4M8 14l4 4 4-4",
  refresh: "M20 11a8 8 0 1 0-2.3 6.7M20 5v6h-6",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z",
  auto: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 3v18",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21a8 8 0 0 1 16 0",
  exit: "M15 4h3a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-3M10 8l-4 4 4 4M6 12h10",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3 2",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6v1",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2",
  qr: "M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2v2h-2ZM20 14v6h-6v-2",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  pencil: "M4 20h4L19 9a2.8 2.8 0 0 0-4-4L4 16ZM13.5 6.5l4 4",
  lock: "M6 11h12v10H6ZM9 11V7a3 3 0 0 1 6 0v4",
  shown: "M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  hidden:
    "M4 4l16 16M10 5.2A10 10 0 0 1 12 5c6.4 0 10 7 10 7a17 17 0 0 1-3 3.8M6 7a17 17 0 0 0-4 5s3.6 7 10 7a10 10 0 0 0 5-1.3",
  wallet: "M4 7v11a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H6a2 2 0 0 1 0-4h11v4M16 14h.01",
} as const;

export type IconName = keyof typeof STROKES;

/** They point along the text, so they are mirrored where it runs from right to left. */
const DIRECTIONAL: ReadonlySet<IconName> = new Set(["back", "forward", "exit", "undo"]);

const isMirrored = (name: IconName): boolean => DIRECTIONAL.has(name) && direction() === "rtl";

interface IconProps {
  readonly name: IconName;
  /** Pixels. */
  readonly size?: number;
  readonly style?: CSSProperties;
}

export const Icon = ({ name, size = 18, style }: IconProps) => (
  <svg
    aria-hidden="true"
    focusable="false"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === "more" ? 3 : 1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    style={{ flex: "none", display: "block", ...(isMirrored(name) && { transform: "scaleX(-1)" }), ...style }}
  >
    <path d={STROKES[name]} />
  </svg>
);
