// How a price came about: kept with what was paid by it, so that an amount can be explained later.

export interface PriceSource {
  /** What one of the first cost in the second, for example ETH/USD. */
  readonly pair: string;
  /** Which source said so; its name holds no secret. */
  readonly source: string;
  /** The price as the source gave it. */
  readonly price: string;
  /** Unix seconds: when it was the price. */
  readonly observedAtS: number;
}
