import { useQuery } from "@tanstack/react-query";
import { merchants } from "../../api/merchants.ts";

/** Includes its destinations. */
export const useMerchant = (merchantId: string) =>
  useQuery({
    queryKey: ["merchants", "one", merchantId],
    queryFn: ({ signal }) => merchants.get(merchantId, { signal }),
    select: ({ merchant }) => merchant,
  });

/** A page of the API; a merchant beyond it is shown by its ID. */
const NAMES_MAX = 100;

/** The newest merchants' names, by ID. */
export function useMerchantNames(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ["merchants", "names"],
    queryFn: ({ signal }) => merchants.listPage({ limit: NAMES_MAX }, { signal }),
  });
  return new Map((data?.merchants ?? []).map(({ id, name }) => [id, name]));
}
