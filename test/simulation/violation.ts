/** Something happened that must never happen. */
export class Violation extends Error {}
