import type { MerchantStatus } from "../../api/merchants.ts";
import { Badge } from "../../app/badge.tsx";

const TONES = { active: "good", inactive: "calm", suspended: "bad" } as const satisfies Record<MerchantStatus, string>;
const WORDS = { active: "Active", inactive: "Inactive", suspended: "Suspended" } as const;

export const MerchantStatusBadge = ({ status }: { readonly status: MerchantStatus }) => (
  <Badge tone={TONES[status]}>{WORDS[status]}</Badge>
);
