// Checks deploy/kubernetes against Kubernetes' published schemas, the program and its settings.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Deployment, type IDeployment } from "kubernetes-models/apps/v1";
import { Job } from "kubernetes-models/batch/v1";
import { type INetworkPolicy, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { type IContainer, type IPodSpec, Service } from "kubernetes-models/v1";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../../src/settings/config.ts";
import { SETTINGS } from "../../src/settings/settings.ts";
import { callFaults } from "../docs/checked.ts";
import { ROOT } from "../docs/pages.ts";

const FOLDER = join(ROOT, "deploy/kubernetes");
const read = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

const KINDS = { Deployment, Job, NetworkPolicy, PodDisruptionBudget, Service };
type Kind = keyof typeof KINDS;
interface Manifest {
  readonly kind: Kind;
  readonly metadata: { readonly name: string };
}

const { resources, configMapGenerator } = parse(read("kustomization.yaml")) as {
  resources: readonly string[];
  configMapGenerator: readonly { readonly name: string }[];
};
const manifests = resources.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
);
const named = manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const);

const podOf = (manifest: Manifest): IPodSpec | null =>
  (manifest as unknown as IDeployment).spec?.template?.spec ?? null;
const pods = named.flatMap(([name, manifest]) => {
  const pod = podOf(manifest);
  const [container] = pod?.containers ?? [];
  return pod && container ? [[name, { pod, container }] as const] : [];
});

const SECRETS = [
  "DATABASE_URL_FILE",
  "SECRET_KEY_FILE",
  "BUYER_DATA_KEYS_FILE",
  "RECEIPT_KEYS_FILE",
  "RELAYER_KEYS_FILE",
];
const settings = Object.fromEntries(
  read("turnpike.env")
    .trim()
    .split("\n")
    .map((line) => line.split("=") as [string, string]),
);
const valuesOf = ({ env = [] }: IContainer): Record<string, string> =>
  Object.fromEntries(env.map(({ name, value = "" }) => [name, value]));

test.each(named)("%s follows the published schema", (_, manifest) => {
  const { kind } = manifest;
  expect(KINDS).toHaveProperty(kind);
  const { apiVersion, ...fields } = manifest as Manifest & { apiVersion: string };
  const made = new KINDS[kind](fields as never);
  expect(made.apiVersion).toBe(apiVersion);
  expect(() => made.validate()).not.toThrow();
});

describe.each(pods)("%s", (_, { pod, container }) => {
  test("runs a known command with known settings", () => {
    expect(callFaults(container.args ?? [])).toEqual([]);
    const names = Object.keys({ ...settings, ...valuesOf(container) });
    const isKnown = (name: string) => name in SETTINGS || SECRETS.includes(name);
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
  });

  test("reads only files that are mounted", () => {
    const mounted = (pod.volumes ?? []).flatMap(({ secret }) =>
      (secret?.items ?? []).map(({ path }) => `/run/secrets/turnpike/${path}`),
    );
    const wanted = Object.entries({ ...settings, ...valuesOf(container) })
      .filter(([name]) => name.endsWith("_FILE") && name !== "CHAINS_FILE")
      .map(([, path]) => path);
    expect(wanted.filter((path) => !mounted.includes(path))).toEqual([]);
    const maps = (pod.volumes ?? []).flatMap(({ configMap }) => (configMap ? [configMap.name] : []));
    for (const name of maps) expect(configMapGenerator.map((map) => map.name)).toContain(name);
  });

  test("runs without privileges, and cannot write to its image", () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  });
});

const deployments = pods.filter(([name]) => name.startsWith("Deployment"));

describe.each(deployments)("%s", (name, { pod, container }) => {
  test("is probed on a port that it opens, and may finish what it does", () => {
    const ports = container.ports?.map((port) => port.name);
    for (const [probe, path] of [
      [container.startupProbe, "/livez"],
      [container.livenessProbe, "/livez"],
      [container.readinessProbe, "/readyz"],
    ] as const) {
      expect(probe?.httpGet?.path).toBe(path);
      expect(ports).toContain(probe?.httpGet?.port);
    }
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(20 + Number(settings.DRAIN_DELAY_S));
  });

  test("keeps one of several while a node is drained", () => {
    const budget = manifests.find((each) => each.kind === "PodDisruptionBudget" && name.endsWith(each.metadata.name));
    expect(budget).toMatchObject({ spec: { minAvailable: 1 } });
  });
});

test("only the worker gets the relayers' keys", () => {
  const given = pods.filter(([, parts]) => /relayer/i.test(JSON.stringify(parts)));
  expect(given.map(([name]) => name)).toEqual(["Deployment turnpike-worker"]);
});

test("the settings are valid once the ingress has replaced its placeholder, and not before", () => {
  const read = { ...settings, DATABASE_URL_FILE: undefined, CHAINS_FILE: "" };
  expect(() => readConfig({}, read)).toThrow(/^TRUSTED_PROXIES must be none, or IP addresses and networks/);
  expect(readConfig({}, { ...read, TRUSTED_PROXIES: "10.1.2.0/24" })).toMatchObject({
    metricsPort: 9_464,
    drainDelayS: 10,
  });
});

test("pods are reached by the ingress and by Prometheus alone, each on its own port", () => {
  const policies = manifests.filter(({ kind }) => kind === "NetworkPolicy") as unknown as INetworkPolicy[];
  const selects = (policy: INetworkPolicy, labels: Readonly<Record<string, string>>): boolean =>
    Object.entries(policy.spec?.podSelector.matchLabels ?? {}).every(([name, value]) => labels[name] === value);
  for (const [name, manifest] of named.filter(([, { kind }]) => kind === "Deployment")) {
    const { spec } = manifest as unknown as IDeployment;
    const labels = spec?.template.metadata?.labels ?? {};
    const admitted = policies
      .filter((policy) => selects(policy, labels) && policy.spec?.policyTypes?.includes("Ingress"))
      .flatMap((policy) => policy.spec?.ingress ?? []);
    const open = admitted.flatMap(({ ports = [], from = [] }) => {
      expect(from.every(({ namespaceSelector }) => namespaceSelector?.matchLabels)).toBe(true);
      expect(from.length).toBeGreaterThan(0);
      return ports.map(({ port }) => port);
    });
    expect(open, name).toEqual(name.endsWith("api") ? ["http", "metrics"] : ["metrics"]);
  }
});
