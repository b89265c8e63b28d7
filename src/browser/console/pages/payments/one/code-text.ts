/** The words for a code of the API; the code itself if a newer server sends one that has none. */
export const inWords = (code: string, words: Readonly<Record<string, string>>): string => words[code] ?? code;
