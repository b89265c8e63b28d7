import { Gauge, type OpenMetricsContentType, type Registry } from "prom-client";

export type OpenMetrics = Registry<OpenMetricsContentType>;

export const gauge = <Label extends string>(
  registry: OpenMetrics,
  name: string,
  help: string,
  labelNames: readonly Label[],
) => new Gauge<Label>({ name, help, labelNames: [...labelNames], registers: [registry] });
