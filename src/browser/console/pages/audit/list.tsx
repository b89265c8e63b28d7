import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { AuditEntry } from "../../api/audit.ts";
import { useMerchantNames } from "../../api/merchants.ts";
import { Icon } from "../../app/display/icon.tsx";
import { AnchorLink } from "../../app/display/links.tsx";
import { MerchantLink, shortId } from "../../app/display/merchant-link.tsx";
import { Items } from "../../app/list/list.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import classes from "./audit.module.css";
import { EntryDetails } from "./details.tsx";
import { byWhom, inWords, namedSentence, personIn } from "./sentence.ts";

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
  const { icon, isWeighty = false } = inWords(entry);
  return (
    <li className={classes.entry}>
      <span className={classes.icon} data-weighty={isWeighty || undefined}>
        <Icon name={icon} size={17} />
      </span>
      <div className={classes.what}>
        <Text fw={600}>
          <Sentence entry={entry} names={names} isOfMerchant={isOfMerchant} />
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

/** What was done, and to what. */
function Sentence({ entry, ...rest }: EntryProps) {
  const { did } = inWords(entry);
  const { subject, names } = entry;
  const named = names[subject.id] === undefined || isOwn(entry) ? null : namedSentence(entry);
  if (named !== null) return <Filled message={named} values={{ name: names[subject.id] }} />;
  const what = subjectOf({ entry, ...rest });
  return what === null ? did : <Filled message={messages().audit.ofSubject} values={{ did, subject: what }} />;
}

/** A user or a till that acted for itself. */
const isOwn = ({ subject, actor }: AuditEntry): boolean => subject.id === actor.userId || subject.id === actor.tillId;

/** The subject of the action, linked if it has a page. A user or a till that acted for itself is named below. */
function subjectOf({ entry, names, isOfMerchant }: EntryProps): ReactNode {
  const { subject, data } = entry;
  if (subject.type === "user" || subject.type === "till") return isOwn(entry) ? null : personIn(entry, subject.id);
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
