// The published API versions; all behave alike so far. A caller is pinned to one and may name another for one request.

export const PUBLISHED_VERSIONS = ["2026-02-18", "2026-02-19.preview"] as const;

export type Version = (typeof PUBLISHED_VERSIONS)[number];

/** What new partners are pinned to, and every wallet app. */
export const DEFAULT_VERSION: Version = "2026-02-18";

const FORM = /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(\.preview)?$/;

/** Whether the text has the form of a version, published or not. */
export const isVersionForm = (text: string): boolean => FORM.test(text);

export const isPublished = (text: string): text is Version => PUBLISHED_VERSIONS.some((version) => version === text);
