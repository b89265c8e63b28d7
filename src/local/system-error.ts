/** Whether this is an error of the operating system (or of PostgreSQL) with one of these codes, e.g. "ENOENT". */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}
