import { Text } from "@mantine/core";
import type { AuditEntry } from "../../api/audit.ts";
import { useMerchantNames } from "../../api/merchants.ts";
import { Icon } from "../../app/display/icon.tsx";
import { AnchorLink } from "../../app/display/links.tsx";
import { MerchantLink, shortId } from "../../app/display/merchant-link.tsx";
import { Items } from "../../app/list/list.tsx";
import { Moment } from "../../app/text/moment.tsx";
import classes from "./audit.module.css";
import { EntryDetails } from "./details.tsx";
import { byWhom, inWords, personIn } from "./sentence.ts";

interface AuditListProps {
  readonly entries: readonly AuditEntry[];
  /** The list is about one merchant, which need not be named again. */
  readonly isOfMerchant?: boolean;
}

export function AuditList({ entries, isOfMerchant = false }: AuditListProps) {
  const names = useMerchantNames();
  return (
    <Items isOrdered>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} names={names} isOfMerchant={isOfMerchant} />
      ))}
    </Items>
  );
}

interface EntryProps {
  readonly entry: AuditEntry;
  /** Merchants' names by ID. */
  readonly names: ReadonlyMap<string, string>;
  readonly isOfMerchant: boolean;
}

function Entry({ entry, names, isOfMerchant }: EntryProps) {
  const { icon, did, isWeighty = false } = inWords(entry);
  return (
    <li className={classes.entry}>
      <span className={classes.icon} data-weighty={isWeighty || undefined}>
        <Icon name={icon} size={17} />
      </span>
      <div className={classes.what}>
        <Text fw={600}>
          {did} <Subject entry={entry} names={names} isOfMerchant={isOfMerchant} />
        </Text>
        <EntryDetails entry={entry} names={names} />
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {byWhom(entry)}
        </Text>
      </div>
      <Text size="sm" c="dimmed" className={classes.when ?? ""}>
        <Moment at={entry.at} precision="second" />
      </Text>
    </li>
  );
}

/** The subject of the action, linked if it has a page. A user or a till that acted for itself is named below. */
function Subject({ entry, names, isOfMerchant }: EntryProps) {
  const { subject, data, actor } = entry;
  const holder = subject.type === "user" || subject.type === "till" ? subject.id : null;
  if (holder !== null) {
    return holder === actor.userId || holder === actor.tillId ? null : <bdi>{personIn(entry, holder)}</bdi>;
  }
  const paymentId = subject.type === "payment" ? subject.id : data.after?.paymentId;
  if (typeof paymentId === "string") {
    return (
      <AnchorLink
        to="/payments/$paymentId"
        params={{ paymentId }}
        dir="ltr"
        title={paymentId}
        className={classes.subject}
      >
        {shortId(paymentId)}
      </AnchorLink>
    );
  }
  const { merchantId } = data;
  if (merchantId === null || isOfMerchant) return null;
  return <MerchantLink merchantId={merchantId} name={names.get(merchantId)} />;
}
