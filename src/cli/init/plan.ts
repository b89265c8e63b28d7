// All steps of `turnpike init`, in order.
import type { Setup } from "./setup.ts";
import type { Step } from "./step.ts";
import { accountsStep, moneyStep } from "./steps/accounts.ts";
import { certificateSteps } from "./steps/certificates.ts";
import { databaseStep, schemaStep } from "./steps/database.ts";
import { firstPaymentSteps } from "./steps/first-payment.ts";
import { healthStep } from "./steps/health.ts";
import { merchantStep } from "./steps/merchant.ts";
import { monitoringSteps } from "./steps/monitoring.ts";
import { packagesStep } from "./steps/packages.ts";
import { partnerStep } from "./steps/partner.ts";
import { programStep } from "./steps/program.ts";
import { proxySteps } from "./steps/proxy.ts";
import { routerStep } from "./steps/router.ts";
import { secretsStep } from "./steps/secrets.ts";
import { servicesStep, timersStep } from "./steps/services.ts";
import { settingsStep } from "./steps/settings.ts";

/** What can fail on a wrong answer comes before what waits for money. */
export const planOf = async (setup: Setup): Promise<readonly Step[]> => [
  packagesStep(setup),
  programStep(setup),
  ...certificateSteps(setup),
  databaseStep(setup),
  schemaStep(setup),
  secretsStep(setup),
  accountsStep(setup),
  moneyStep(setup),
  routerStep(setup),
  await settingsStep(setup),
  await servicesStep(setup),
  ...(await proxySteps(setup)),
  await timersStep(setup),
  ...(await monitoringSteps(setup)),
  partnerStep(setup),
  merchantStep(setup),
  ...firstPaymentSteps(setup),
  healthStep(setup),
];
