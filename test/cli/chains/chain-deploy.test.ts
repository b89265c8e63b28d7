// turnpike chain deploy, on a new chain.
import { formatEther, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, inject, test } from "vitest";
import { PERMIT2 } from "../../../src/chains/evm/config/deploy.ts";
import { startChain } from "../../harness/chain/chain.ts";
import { testClient } from "../../harness/server/server.ts";
import { json, turnpike } from "../turnpike.ts";

test("chain deploy prints an RPC URL's error but not the URL, which may contain a key", async () => {
  const args = ["chain", "deploy", "--rpc-url", "http://127.0.0.1:1/hush"];
  const answer = await turnpike(args, { RELAYER_KEYS: generatePrivateKey() });
  expect(answer).toMatchObject({ code: 1, stdout: "" });
  expect(answer.stderr).toMatch(/^turnpike: HTTP request failed/);
  expect(answer.stderr).not.toContain("hush");
});

test("chain deploy says what is missing, puts the router where the check finds it, and only once", async () => {
  const { rpcUrl, deployment } = inject("sharedChain");
  const chain = await startChain();
  try {
    const relayer = generatePrivateKey();
    const { address } = privateKeyToAccount(relayer);
    const client = testClient(chain.rpcUrl);
    const args = ["chain", "deploy", "--rpc-url", chain.rpcUrl];
    const early = await turnpike(args, { RELAYER_KEYS: relayer });
    expect(early.code).toBe(1);
    expect(early.stderr).toContain(`This chain has no Permit2 at ${PERMIT2}. If it has one elsewhere, name it with `);

    const code = await testClient(rpcUrl).getCode({ address: PERMIT2 });
    await client.setCode({ address: PERMIT2, bytecode: code ?? "0x" });
    for (const value of [0n, parseEther("0.000001")]) {
      await client.setBalance({ address, value });
      const { code: exitCode, stderr } = await turnpike(args, { RELAYER_KEYS: relayer });
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(
        new RegExp(`^turnpike: The account ${address} holds ${formatEther(value)} of this chain's coin, and `),
      );
      const [, needed = ""] = /takes about (0\.\d+)\. Send it more/.exec(stderr) ?? [];
      expect(Number(needed)).toBeGreaterThan(0.001);
    }

    await client.setBalance({ address, value: parseEther("1") });
    const deployed = await json<{ txHash: string }>(args, { RELAYER_KEYS: relayer });
    expect(deployed).toEqual({
      caip2: "eip155:31337",
      router: deployment.router,
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    expect(await json(args, { RELAYER_KEYS: relayer })).toEqual({ ...deployed, txHash: null });
    expect(await turnpike(args, {})).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("RELAYER_KEYS or RELAYER_KEYS_31337 must be set"),
    });
  } finally {
    await chain.stop();
  }
});
