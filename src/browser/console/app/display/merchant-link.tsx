// A merchant by its name, which leads to its page.
import { AnchorLink } from "./links.tsx";

interface MerchantLinkProps {
  readonly merchantId: string;
  /** Absent until it is read, and for a deleted merchant: the beginning of the ID is shown instead. */
  readonly name: string | undefined;
}

export const MerchantLink = ({ merchantId, name }: MerchantLinkProps) => (
  <AnchorLink to="/merchants/$merchantId" params={{ merchantId }} fz="inherit" title={merchantId}>
    <bdi>{name ?? shortId(merchantId)}</bdi>
  </AnchorLink>
);

const SHOWN = 14;

/** Enough to tell IDs apart. */
export const shortId = (id: string): string => (id.length <= SHOWN ? id : `${id.slice(0, SHOWN)}…`);
