// Signatures reach the simulation together, once each, in every encoding that wallets use, and with a time limit.
import { type Hex, serializeErc6492Signature } from "viem";
import { afterEach, describe, expect, it, vi } from "vitest";
import { encodingVerifier } from "../../../../../src/chains/evm/verify/encodings.ts";
import type { Simulation } from "../../../../../src/chains/evm/verify/simulation.ts";
import { verifier } from "../../../../../src/chains/evm/verify/verify.ts";
import type { Authorization, Verdict } from "../../../../../src/operations/ports/chain/payment-chain.ts";
import type { Terms } from "../../../../../src/payment/terms.ts";
import {
  BUYER,
  CHAIN,
  CONFIG,
  EURC,
  FACTORY,
  hashOf,
  optionBy,
  silent,
  someone,
} from "../../in-memory/memory-chain.ts";

const BALANCE = 5n;
const PAYABLE: Verdict = { type: "payable", balance: BALANCE };
const INVALID: Verdict = { type: "invalid_signature" };

const authorization = (signature: Hex, changes: Partial<Terms> = {}): Authorization => ({
  option: optionBy("eip3009", changes),
  signature,
});
const unique = (index: number): Authorization => authorization("0x01", { key: hashOf(`payment ${index}`) });

interface Explained {
  readonly authorization: Authorization;
  readonly before: readonly Authorization[];
}

/** A simulation that pays all but the signature 0x00. */
function simulated(changes: Partial<Simulation> = {}) {
  const runs: (readonly Authorization[])[] = [];
  const explained: Explained[] = [];
  const simulation: Simulation = {
    run: async (authorizations) => {
      runs.push(authorizations);
      return authorizations.map(({ signature }) => (signature === "0x00" ? null : BALANCE));
    },
    explain: async (one, before) => {
      explained.push({ authorization: one, before });
      return INVALID;
    },
    ...changes,
  };
  return { runs, explained, verify: verifier(simulation, CHAIN) };
}

afterEach(() => void vi.useRealTimers());

describe("authorisations that are verified at once", () => {
  it("share a call", async () => {
    const { runs, explained, verify } = simulated();
    const all = [unique(1), unique(2), unique(3)];
    expect(await Promise.all(all.map(verify))).toEqual([PAYABLE, PAYABLE, PAYABLE]);
    expect(runs).toEqual([all]);
    expect(explained).toEqual([]);
  });

  it("are at most a hundred in a call", async () => {
    const { runs, verify } = simulated();
    await Promise.all(Array.from({ length: 101 }, (_, index) => verify(unique(index))));
    expect(runs.map((run) => run.length)).toEqual([100, 1]);
  });

  it("have at most 128 KiB of signatures in a call", async () => {
    const { runs, verify } = simulated();
    const long: Hex = `0x${"11".repeat(65_536)}`;
    await Promise.all([1, 2, 3].map((index) => verify(authorization(long, { key: hashOf(`long ${index}`) }))));
    expect(runs.map((run) => run.length)).toEqual([2, 1]);
  });

  it("are asked once if they are the same, and again later", async () => {
    const { runs, verify } = simulated();
    expect(await Promise.all([verify(unique(1)), verify(unique(1))])).toEqual([PAYABLE, PAYABLE]);
    expect(runs.flat()).toHaveLength(1);
    await verify(unique(1));
    expect(runs.flat()).toHaveLength(2);
  });

  it("are asked apart if they are signatures of the same terms: the first would use the nonce of the second", async () => {
    const { runs, explained, verify } = simulated();
    const [first, second] = [authorization("0x01"), authorization("0x02")];
    expect(await Promise.all([verify(first), verify(second)])).toEqual([PAYABLE, INVALID]);
    expect(runs).toEqual([[first]]);
    expect(explained).toEqual([{ authorization: second, before: [] }]);
    await verify(second);
    expect(runs).toEqual([[first], [second]]);
  });

  it("are explained, if they fail, after the earlier ones of the same payer and token", async () => {
    const { explained, verify } = simulated();
    const same = authorization("0x01", { key: hashOf("same payer and token") });
    const all = [
      authorization("0x01", { key: hashOf("other payer"), payer: someone("other") }),
      authorization("0x01", { key: hashOf("other token"), token: EURC }),
      same,
      authorization("0x00"),
      authorization("0x01", { key: hashOf("later") }),
    ];
    const verdicts = await Promise.all(all.map(verify));
    expect(verdicts.map(({ type }) => type)).toEqual(["payable", "payable", "payable", "invalid_signature", "payable"]);
    expect(explained).toEqual([{ authorization: all[3], before: [same] }]);
  });
});

describe("a verdict is unknown", () => {
  const unknown = (message: string) => ({ type: "unknown", message: `${CHAIN}: ${message}` });
  const fails = (): never => {
    throw silent();
  };

  it("if the simulation or its explanation fails", async () => {
    const answer = unknown("rpc 1 of 1 does not respond (eth_call)");
    expect(await simulated({ run: async () => fails() }).verify(unique(1))).toEqual(answer);
    expect(await simulated({ explain: async () => fails() }).verify(authorization("0x00"))).toEqual(answer);
  });

  it("after ten seconds without a response", async () => {
    vi.useFakeTimers();
    const verdict = simulated({ run: () => new Promise(() => {}) }).verify(unique(1));
    await vi.advanceTimersByTimeAsync(9_999);
    const early = await Promise.race([verdict, Promise.resolve("waiting")]);
    expect(early).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(await verdict).toEqual(unknown("no response within 10000 ms"));
  });

  it("if too many others are waiting", async () => {
    const { verify } = simulated();
    const asked = Array.from({ length: 5_001 }, (_, index) => unique(index));
    const all = await Promise.all(asked.map(verify));
    expect(all.filter(({ type }) => type === "payable")).toHaveLength(5_000);
    expect(all.at(-1)).toEqual(unknown("more than 5000 requests are waiting"));
  });
});

describe("a signature", () => {
  const R_S = "11".repeat(64);
  const PARITY: Hex = `0x${R_S}01`;
  const STANDARD: Hex = `0x${R_S}1c`;

  /** Verdicts by signature; all others are invalid. */
  function verified(verdicts: Readonly<Record<Hex, Verdict>>, deploying: () => Promise<Verdict> = async () => PAYABLE) {
    const asked: Hex[] = [];
    const verify = encodingVerifier(
      async ({ signature }) => {
        asked.push(signature);
        return verdicts[signature] ?? INVALID;
      },
      { chain: CHAIN, factories: CONFIG.walletFactories, verifyDeploying: deploying },
    );
    return { asked, of: (signature: Hex) => verify(authorization(signature)) };
  }

  it("that the chain accepts is taken as it is", async () => {
    const { asked, of } = verified({ [PARITY]: PAYABLE });
    expect(await of(PARITY)).toEqual(PAYABLE);
    expect(asked).toEqual([PARITY]);
  });

  it.each<Verdict>([PAYABLE, { type: "allowance_missing" }, { type: "already_used" }])(
    "that is $type in the standard encoding is taken so",
    async (verdict) => {
      const { asked, of } = verified({ [STANDARD]: verdict });
      expect(await of(PARITY)).toEqual({ ...verdict, signature: STANDARD });
      expect(asked).toEqual([PARITY, STANDARD]);
    },
  );

  it("that is invalid in both encodings, or has only one, is invalid", async () => {
    expect(await verified({}).of(PARITY)).toEqual(INVALID);
    const { asked, of } = verified({});
    expect(await of(STANDARD)).toEqual(INVALID);
    expect(asked).toEqual([STANDARD]);
  });

  it("is not tried in another encoding if the chain refuses the payment or does not respond", async () => {
    for (const verdict of [
      { type: "refused", message: "no" },
      { type: "unknown", message: "away" },
    ] as const) {
      const { asked, of } = verified({ [PARITY]: verdict });
      expect(await of(PARITY)).toEqual(verdict);
      expect(asked).toEqual([PARITY]);
    }
  });

  it("that is malformed is invalid without asking", async () => {
    const { asked, of } = verified({});
    expect(await of("0x123")).toEqual(INVALID);
    expect(asked).toEqual([]);
  });

  const wrapped = (factory: Hex, signature: Hex = "0x5161"): Hex =>
    serializeErc6492Signature({ address: factory, data: "0xfafa", signature });

  it("of a wallet that is deployed by now is taken without its deployment", async () => {
    const { asked, of } = verified({ "0x5161": PAYABLE });
    expect(await of(wrapped(FACTORY))).toEqual({ ...PAYABLE, signature: "0x5161" });
    expect(asked).toEqual(["0x5161"]);
    const refused: Verdict = { type: "refused", message: "no" };
    expect(await verified({ "0x5161": refused }).of(wrapped(FACTORY))).toEqual(refused);
  });

  it("of a wallet that is not deployed is verified with its deployment", async () => {
    expect(await verified({}).of(wrapped(FACTORY))).toEqual(PAYABLE);
    expect(await verified({}, async () => INVALID).of(wrapped(FACTORY))).toEqual(INVALID);
    const away = async () => {
      throw silent();
    };
    expect(await verified({}, away).of(wrapped(FACTORY))).toEqual({
      type: "unknown",
      message: `${CHAIN}: rpc 1 of 1 does not respond (eth_call)`,
    });
  });

  it("of a wallet of a factory that is not allowed is invalid, with the reason", async () => {
    expect(await verified({}).of(wrapped(BUYER))).toEqual({
      type: "invalid_signature",
      message:
        "belongs to a wallet that is not deployed on this chain (EIP-6492), and its factory is not supported here: " +
        "deploy the wallet first, or choose another account",
    });
  });
});
