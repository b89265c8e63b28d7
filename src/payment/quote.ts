// The sources of a price, stored with the payment so that its amount can be explained later.

export interface PriceSource {
  /** For example ETH/USD: the price of 1 ETH in USD. */
  readonly pair: string;
  /** The source's name, which holds no secret. */
  readonly source: string;
  /** The price as the source returned it. */
  readonly price: string;
  /** Unix seconds. */
  readonly observedAtS: number;
}
