// Where `turnpike init` puts files, as docs/deploying.md does by hand.
import type { OwnFile } from "./files.ts";

export const USER = "turnpike";
export const ETC = "/etc/turnpike";
export const RELEASES = "/opt/turnpike/releases";
export const CURRENT = "/opt/turnpike/current";
export const WRAPPER = "/usr/local/bin/turnpike";

export const ANSWERS_FILE = `${ETC}/init.json`;
export const WRITTEN_FILE = `${ETC}/init-settings.json`;
export const DATABASE_FILE = `${ETC}/database.url`;
export const SECRET_FILE = `${ETC}/secret.key`;
export const BUYER_DATA_FILE = `${ETC}/buyer-data.keys`;
export const RECEIPTS_FILE = `${ETC}/receipts.keys`;
export const RELAYERS_FILE = `${ETC}/relayer.keys`;
export const CHAINS_FILE = `${ETC}/chains.json`;
export const COMMON_ENV = `${ETC}/turnpike.env`;
export const API_ENV = `${ETC}/api.env`;
export const WORKER_ENV = `${ETC}/worker.env`;
export const API_KEY_FILE = `${ETC}/first-api.key`;
export const BUYER_FILE = `${ETC}/first-buyer.key`;
export const FIRST_PAYMENT_FILE = `${ETC}/first-payment.json`;

/** The services read it; only root changes it. */
export const forServices = (path: string, text: OwnFile["text"]): OwnFile => ({
  path,
  owner: `root:${USER}`,
  mode: 0o640,
  text,
});

/** Only root reads it. */
export const forRoot = (path: string, text: OwnFile["text"]): OwnFile => ({
  path,
  owner: "root:root",
  mode: 0o600,
  text,
});

/** Everybody may read it, as programs' configuration. */
export const forAll = (path: string, text: OwnFile["text"]): OwnFile => ({
  path,
  owner: "root:root",
  mode: 0o644,
  text,
});

/** The instances of deploy/turnpike-*@.service. nginx.conf and prometheus.yml name the same ports. */
export const API_PORTS = [4020, 4021] as const;
export const WORKERS = [1, 2] as const;
export const SERVICES = [
  ...API_PORTS.map((port) => `turnpike-api@${port}.service`),
  ...WORKERS.map((number) => `turnpike-worker@${number}.service`),
];
