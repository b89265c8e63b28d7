/** How many times longer than in CI each soak test runs: `SOAK=20 npm run test:soak`. */
export const LENGTH = Number(process.env.SOAK ?? 1);
/** `SEED=<seed>` repeats a failed run; the failure names its seed. */
export const SEED = Number(process.env.SEED ?? 20_260_218);
