import { useQuery } from "@tanstack/react-query";
import { merchants } from "../../api/merchants.ts";

/** With its destinations. */
export const useMerchant = (merchantId: string) =>
  useQuery({
    queryKey: ["merchants", "one", merchantId],
    queryFn: ({ signal }) => merchants.get(merchantId, { signal }),
    select: ({ merchant }) => merchant,
  });
