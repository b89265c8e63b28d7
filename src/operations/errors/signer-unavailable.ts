// A relayer's remote signer did not sign. Nothing was sent; other relayers go on.
import type { Address } from "viem";
import { Outage } from "./outage.ts";

export class SignerUnavailable extends Outage {
  readonly relayer: Address;

  /** @param reason for the log; contains no address of the signer */
  constructor(relayer: Address, reason: string) {
    super(relayer, `the signer of the relayer ${relayer} ${reason}`);
    this.name = "SignerUnavailable";
    this.relayer = relayer;
  }
}
