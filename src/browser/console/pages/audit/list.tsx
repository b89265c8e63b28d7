import { Text } from "@mantine/core";
import type { AuditEntry } from "../../api/audit.ts";
import { Icon } from "../../app/icon.tsx";
import { AnchorLink } from "../../app/links.tsx";
import { Moment } from "../../app/moment.tsx";
import classes from "./audit.module.css";
import { EntryDetails } from "./details.tsx";
import { byWhom, inWords } from "./sentence.ts";

export const AuditList = ({ entries }: { readonly entries: readonly AuditEntry[] }) => (
  <ol className={classes.list}>
    {entries.map((entry) => (
      <Entry key={entry.id} entry={entry} />
    ))}
  </ol>
);

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { icon, did, isWeighty = false } = inWords(entry);
  return (
    <li className={classes.entry}>
      <span className={classes.icon} data-weighty={isWeighty || undefined}>
        <Icon name={icon} size={17} />
      </span>
      <div className={classes.what}>
        <Text fw={600}>
          {did} <Subject entry={entry} />
        </Text>
        <EntryDetails entry={entry} />
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

/** What the action affected, linked if it has a page. */
function Subject({ entry: { subject, data } }: { readonly entry: AuditEntry }) {
  const paymentId = subject.type === "payment" ? subject.id : null;
  if (paymentId !== null) {
    return (
      <AnchorLink to="/payments/$paymentId" params={{ paymentId }} className={classes.subject}>
        {paymentId}
      </AnchorLink>
    );
  }
  const { merchantId } = data;
  if (merchantId === null) return null;
  return (
    <AnchorLink to="/merchants/$merchantId" params={{ merchantId }} className={classes.subject}>
      {merchantId}
    </AnchorLink>
  );
}
