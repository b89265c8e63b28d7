export const readOverviewSearch = (given: Record<string, unknown>): Record<string, unknown> => given;
