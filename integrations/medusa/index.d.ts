import type { ModuleProviderExports } from "@medusajs/framework/types";

declare const provider: ModuleProviderExports;
export default provider;
