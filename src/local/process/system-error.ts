/** Whether this is an operating system or PostgreSQL error with one of these codes, for example "ENOENT". */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}
