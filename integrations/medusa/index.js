import framework from "@medusajs/framework/utils";
import { TurnpikeProvider } from "./provider.js";

export default framework.ModuleProvider(framework.Modules.PAYMENT, { services: [TurnpikeProvider] });
