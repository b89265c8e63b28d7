// Bounds what is kept in memory: the oldest entries make room. A Map and a Set keep the order of insertion.
interface Kept<Key> {
  readonly size: number;
  keys(): Iterable<Key>;
  delete(key: Key): boolean;
}

/** Call it after each insert. */
export function keepNewest<Key>(kept: Kept<Key>, most: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(key);
  }
}
