// The certificate of the public host name: two files that the operator keeps, or one that certbot obtains for nginx.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readIfThere } from "../files.ts";
import { mustRun } from "../machine.ts";
import type { Setup } from "../setup.ts";
import type { Step } from "../step.ts";

export interface CertificateFiles {
  readonly chainFile: string;
  readonly keyFile: string;
}

/** Null: the proxy obtains its own. */
export function certificateFiles({ certificate, proxy, host }: Setup["answers"]): CertificateFiles | null {
  if (certificate !== null && "chainFile" in certificate) return certificate;
  if (proxy !== "nginx") return null;
  const folder = `/etc/letsencrypt/live/${host}`;
  return { chainFile: `${folder}/fullchain.pem`, keyFile: `${folder}/privkey.pem` };
}

/** No step if the proxy obtains its own certificate. */
export function certificateSteps(setup: Setup): Step[] {
  const { machine, answers } = setup;
  const files = certificateFiles(answers);
  if (files === null) return [];
  const { certificate, host } = answers;
  const acmeEmail = certificate !== null && "acmeEmail" in certificate ? certificate.acmeEmail : null;
  return [
    {
      name: "certificate",
      does: [
        acmeEmail === null
          ? `checks ${files.chainFile} and ${files.keyFile}; you renew them`
          : `obtains a certificate for ${host} by ACME; certbot renews it`,
      ],
      isDone: async () => (await certificateProblem(setup, files)) === null,
      async apply() {
        if (acmeEmail !== null) {
          const words = [
            "certonly",
            "--nginx",
            "--cert-name",
            host,
            "--non-interactive",
            "--agree-tos",
            "--keep-until-expiring",
          ];
          const hook = ["--deploy-hook", "systemctl reload nginx"];
          await mustRun(machine, "certbot", [...words, ...hook, "--email", acmeEmail, "--domain", host]);
        }
        const problem = await certificateProblem(setup, files);
        if (problem !== null) throw new Error(problem);
      },
    },
  ];
}

/** Null: the files belong together, name the host, and are valid now. */
async function certificateProblem({ machine, answers }: Setup, files: CertificateFiles): Promise<string | null> {
  const { chainFile, keyFile } = files;
  const [chain, key] = [await readIfThere(machine, chainFile), await readIfThere(machine, keyFile)];
  if (chain === null) return `certificate.chainFile: there is no ${chainFile}.`;
  if (key === null) return `certificate.keyFile: there is no ${keyFile}.`;
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(chain);
  } catch {
    return `certificate.chainFile: ${chainFile} must begin with a certificate in PEM form.`;
  }
  if (!certificate.checkHost(answers.host)) return `certificate.chainFile: ${chainFile} is not for ${answers.host}.`;
  if (new Date(certificate.validTo) <= new Date()) {
    return `certificate.chainFile: ${chainFile} ended at ${certificate.validTo}: renew it.`;
  }
  try {
    if (certificate.checkPrivateKey(createPrivateKey(key))) return null;
  } catch {
    return `certificate.keyFile: ${keyFile} must hold a private key in PEM form, without a passphrase.`;
  }
  return `certificate.keyFile: ${keyFile} is not the key of ${chainFile}.`;
}
