import type { MerchantStatus } from "../../api/merchants.ts";
import { Badge } from "../../app/display/badge.tsx";
import { messages } from "../../app/text/language.ts";

const TONES = { active: "good", inactive: "calm", suspended: "bad" } as const satisfies Record<MerchantStatus, string>;

export const MerchantStatusBadge = ({ status }: { readonly status: MerchantStatus }) => (
  <Badge tone={TONES[status]}>{messages().merchants.status[status]}</Badge>
);
