// One scrape of all targets, as Prometheus stores it.
const TIMEOUT_MS = 10_000;

export interface Scrape {
  readonly atS: number;
  /** Values by series, for example `turnpike_ready{instance="api"}`: `up` for each target, and what they exported. */
  readonly samples: ReadonlyMap<string, number>;
}

/** @param targets their URLs by instance */
export async function scrape(targets: ReadonlyMap<string, string>): Promise<Scrape> {
  const samples = new Map<string, number>();
  const read = async ([instance, url]: readonly [string, string]): Promise<void> => {
    const text = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      .then((response) => response.text())
      .catch(() => null);
    const target = `instance="${instance}", job="turnpike"`;
    samples.set(`up{${target}}`, text === null ? 0 : 1);
    for (const [, name, labels, value] of text?.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm) ?? [])
      samples.set(`${name}{${labels ? `${labels}, ` : ""}${target}}`, Number(value));
  };
  await Promise.all([...targets].map(read));
  return { atS: performance.now() / 1_000, samples };
}
