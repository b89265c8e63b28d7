// What strangers may create and count is limited for each of the networks around their address.
import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { createRateLimiter } from "../../src/http/limits/rate-limit.ts";
import { RequestError } from "../../src/http/request/request-error.ts";

const PLENTY = { quota: 1_000_000, windowS: 1 };
const newLimiter = () =>
  createRateLimiter({
    read: PLENTY,
    write: PLENTY,
    gateway: PLENTY,
    app: PLENTY,
    anonymous: PLENTY,
    addresses: PLENTY,
  });
const from = (address: string) => ({ address }) as unknown as FastifyRequest;
const TRIES = 60;

/** How many of as many tries each address is allowed, one address after the other. */
const allowedTo = (addresses: readonly string[], isAllowed: (request: FastifyRequest) => boolean): number[] =>
  addresses.map((address) => Array.from({ length: TRIES }, () => isAllowed(from(address))).filter(Boolean).length);

/** Three /64s of one /56, two of the next, one of the third in the same /48; then two networks elsewhere. */
const ADDRESSES = [
  ...["1:100", "1:101", "1:102", "1:200", "1:201", "1:300"].map((network) => `2001:db8:${network}::1`),
  "2001:db8:2::1",
  "192.0.2.1",
];

test("payments by links: 50 by an IPv4 address or /64, 100 by a /56, 200 by a /48", () => {
  const limiter = newLimiter();
  const creates = (request: FastifyRequest): boolean => {
    try {
      limiter.admitCreation(request);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(RequestError);
      return false;
    }
  };
  expect(allowedTo(ADDRESSES, creates)).toEqual([50, 50, 0, 50, 50, 0, 50, 50]);
});

test("views of one page that count: 5 by an IPv4 address or /64, 10 by a /56, 20 by a /48; others have their own", () => {
  const limiter = newLimiter();
  for (const page of ["plink_1", "plink_2"]) {
    expect(allowedTo(ADDRESSES, (request) => limiter.countsView(page, request))).toEqual([5, 5, 0, 5, 5, 0, 5, 5]);
  }
});
