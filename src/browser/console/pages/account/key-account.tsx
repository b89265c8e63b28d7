// The account of a session with an API key, and how its owner gets a user account.
import { DataList, Stack, Text } from "@mantine/core";
import type { Session } from "../../api/session.ts";
import { Card } from "../../app/display/card.tsx";
import { ButtonLink } from "../../app/display/links.tsx";
import { Row } from "../../app/display/rows.tsx";
import { rightsOf } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";

export function KeyAccount({ session }: { readonly session: Session }) {
  const { app, account } = messages();
  const { key: texts } = account;
  const { key, role, partner } = session;
  const { mayWriteAll } = rightsOf(session);
  return (
    <Card title={texts.title}>
      <Stack gap="md" align="start">
        <DataList labelWidth="6.5rem">
          <Row label={texts.label}>
            <bdi>{key?.label ?? texts.noLabel}</bdi>
          </Row>
          <Row label={texts.key}>
            <Text span dir="ltr" ff="monospace" size="sm">
              {key?.prefix}…
            </Text>
          </Row>
          <Row label={texts.access}>{app.access[role]}</Row>
          <Row label={texts.partner}>
            <bdi>{partner.name}</bdi>
          </Row>
        </DataList>
        <Text>
          {texts.text} {mayWriteAll ? texts.invite : texts.ask}
        </Text>
        {mayWriteAll && <ButtonLink to="/team">{texts.toTeam}</ButtonLink>}
      </Stack>
    </Card>
  );
}
