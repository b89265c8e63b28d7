import type { MerchantStatus } from "../../api/merchants.ts";
import { Badge } from "../../app/display/badge.tsx";
import { messages } from "../../app/text/language.ts";

const TONES = { active: "good", inactive: "calm", suspended: "bad" } as const satisfies Record<MerchantStatus, string>;

interface MerchantStatusBadgeProps {
  readonly status: MerchantStatus;
  /** Whether it has nowhere to receive money. */
  readonly isUnpayable: boolean;
}

export function MerchantStatusBadge({ status, isUnpayable }: MerchantStatusBadgeProps) {
  const { status: texts, unpayable } = messages().merchants;
  if (status === "active" && isUnpayable) return <Badge tone="warn">{unpayable}</Badge>;
  return <Badge tone={TONES[status]}>{texts[status]}</Badge>;
}
