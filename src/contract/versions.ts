// The published API versions, all with the same behaviour. A caller is pinned to one and may select another per
// request.

export const PUBLISHED_VERSIONS = ["2026-02-18", "2026-02-19.preview"] as const;

export type Version = (typeof PUBLISHED_VERSIONS)[number];

/** New partners and all wallet apps are pinned to it. */
export const DEFAULT_VERSION: Version = "2026-02-18";

const FORM = /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(\.preview)?$/;

/** Whether the text is formatted as a version, published or not. */
export const isVersionForm = (text: string): boolean => FORM.test(text);

export const isPublished = (text: string): text is Version => PUBLISHED_VERSIONS.some((version) => version === text);

/** The body of GET /versions. */
export const PUBLISHED_BY_KIND = {
  stable: PUBLISHED_VERSIONS.filter((version) => !version.endsWith(".preview")),
  preview: PUBLISHED_VERSIONS.filter((version) => version.endsWith(".preview")),
};
