// Whether a process can do its work now, for load balancers and orchestrators.

export interface Readiness {
  readonly isReady: boolean;
  /** Results keyed by name: "ok", or the problem. */
  readonly checks: Readonly<Record<string, string>>;
}

export type ReadReadiness = () => Promise<Readiness>;
