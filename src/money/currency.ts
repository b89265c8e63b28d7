export interface Currency {
  readonly code: string;
  readonly name: string;
  /** Digits after the decimal point of the standard unit: USD 2, JPY 0, KWD 3. */
  readonly decimals: number;
  /** The day from which it exists; absent for older ones. */
  readonly since?: string;
  /** The day from which nothing can be paid in it any more. */
  readonly withdrawnOn?: string;
}
