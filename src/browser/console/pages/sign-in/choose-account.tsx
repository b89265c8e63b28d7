// Asks which account to use if the address and the password belong to users of several partners.
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ApiError } from "../../../../client/errors.ts";
import { type Credentials, type OfferedAccount, signInAs } from "../../api/session.ts";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import form from "../../app/fields/sign-in-form.module.css";
import { useSessionControl } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { roleTexts } from "../team/roles.ts";
import classes from "./choose-account.module.css";

export interface Choice {
  readonly credentials: Credentials;
  readonly accounts: readonly OfferedAccount[];
}

interface ChooseAccountProps extends Choice {
  /** Shows the form again. */
  readonly back: () => void;
}

export function ChooseAccount({ credentials, accounts, back }: ChooseAccountProps) {
  const { choose: texts, wrong } = messages().signIn;
  const { enter } = useSessionControl();
  const attempt = useMutation({ mutationFn: (userId: string) => signInAs(credentials, userId), onSuccess: enter });
  const isWrong = attempt.error instanceof ApiError && attempt.error.code === "unauthorized";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []); // the form that had the focus is gone
  return (
    <div className={form.stack}>
      <h2 id="choose-account" ref={heading} tabIndex={-1} className={classes.title}>
        {texts.title}
      </h2>
      <p className={form.note}>{texts.text}</p>
      <ul aria-labelledby="choose-account" className={classes.accounts}>
        {accounts.map((account) => (
          <li key={account.userId}>
            <button
              type="button"
              className={form.other}
              disabled={attempt.isPending}
              aria-busy={attempt.isPending && attempt.variables === account.userId}
              onClick={() => attempt.mutate(account.userId)}
            >
              <AccountName account={account} accounts={accounts} />
            </button>
          </li>
        ))}
      </ul>
      {isWrong && (
        <p role="alert" className={classes.wrong}>
          {wrong}
        </p>
      )}
      {attempt.error && !isWrong && <FailureAlert error={attempt.error} />}
      <button type="button" className={form.link} onClick={back}>
        {texts.back}
      </button>
    </div>
  );
}

/** The partner and the role; the partner's id as well if another one has the same name. */
function AccountName({ account, accounts }: Pick<Choice, "accounts"> & { readonly account: OfferedAccount }) {
  const { partner, role } = account;
  const isAmbiguous = accounts.filter((each) => each.partner.name === partner.name).length > 1;
  return (
    <span className={classes.account}>
      <span dir="auto">{partner.name}</span>
      <small>
        {roleTexts(role).label}
        {isAmbiguous && (
          <>
            {" · "}
            <bdi>{partner.id}</bdi>
          </>
        )}
      </small>
    </span>
  );
}
