// The alert rules, raised by what stops or slows payments.
import { PAYMENT_CAUSES } from "./alert-causes.ts";
import { stageForFile, testCauses } from "./raise-alerts.ts";

testCauses(PAYMENT_CAUSES, stageForFile());
