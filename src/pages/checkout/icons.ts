const icon = (path: string): string =>
  `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;

export const ICONS = {
  check: icon("M5 12.5l4.5 4.5L19 7"),
  cross: icon("M7 7l10 10M17 7L7 17"),
  clock: icon("M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18"),
  question: icon("M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .9-1 1.7M12 17h.01"),
  dot: icon("M12 12h.01"),
} as const;
