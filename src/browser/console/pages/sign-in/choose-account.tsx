// Asks which account to use if the address and the password belong to users of several partners.
import { Alert, Anchor, Button, List, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ApiError } from "../../../../client/errors.ts";
import { type Credentials, type OfferedAccount, signInAs } from "../../api/session.ts";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { useSessionControl } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { roleTexts } from "../team/roles.ts";

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
    <Stack gap="md">
      <Title order={2} id="choose-account" ref={heading} tabIndex={-1} style={{ outline: "none" }}>
        {texts.title}
      </Title>
      <Text c="dimmed">{texts.text}</Text>
      <List listStyleType="none" spacing="xs" aria-labelledby="choose-account">
        {accounts.map((account) => (
          <List.Item key={account.userId} styles={{ itemWrapper: { width: "100%" }, itemLabel: { width: "100%" } }}>
            <Button
              variant="default"
              size="md"
              fullWidth
              h="auto"
              py="xs"
              styles={{ inner: { justifyContent: "start" }, label: { whiteSpace: "normal", textAlign: "start" } }}
              loading={attempt.isPending && attempt.variables === account.userId}
              disabled={attempt.isPending}
              onClick={() => attempt.mutate(account.userId)}
            >
              <AccountName account={account} accounts={accounts} />
            </Button>
          </List.Item>
        ))}
      </List>
      {isWrong && <Alert color="red" variant="light" role="alert" title={wrong} />}
      {attempt.error && !isWrong && <FailureAlert error={attempt.error} />}
      <Anchor component="button" type="button" size="sm" ta="start" onClick={back}>
        {texts.back}
      </Anchor>
    </Stack>
  );
}

/** The partner and the role; the partner's id as well if another one has the same name. */
function AccountName({ account, accounts }: Pick<Choice, "accounts"> & { readonly account: OfferedAccount }) {
  const { partner, role } = account;
  const isAmbiguous = accounts.filter((each) => each.partner.name === partner.name).length > 1;
  return (
    <span>
      <Text span display="block" dir="auto" style={{ overflowWrap: "anywhere" }}>
        {partner.name}
      </Text>
      <Text span display="block" size="sm" c="dimmed">
        {roleTexts(role).label}
        {isAmbiguous && (
          <>
            {" · "}
            <bdi>{partner.id}</bdi>
          </>
        )}
      </Text>
    </span>
  );
}
