// The steps to the first payment, shown instead of an empty overview.
import { Anchor, Box, List, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Card } from "../../app/display/card.tsx";
import { AnchorLink, ButtonLink } from "../../app/display/links.tsx";
import { useRights } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";

export function GettingStarted() {
  const { start: texts } = messages().overview;
  const { mayWriteAll: mayWrite } = useRights();
  return (
    <Card title={texts.title} note={texts.text}>
      <List type="ordered" spacing="md" mt="xs" maw="40rem">
        <Step title={texts.merchant} next={mayWrite && <ButtonLink to="/merchants">{texts.add}</ButtonLink>}>
          {texts.merchantText} {!mayWrite && texts.readOnly}
        </Step>
        <Step title={texts.destination} next={<AnchorLink to="/merchants">{texts.openMerchants}</AnchorLink>}>
          {texts.destinationText}
        </Step>
        <Step title={texts.payment} next={<Anchor href="/docs/reference">{texts.reference}</Anchor>}>
          {texts.paymentText}
        </Step>
      </List>
    </Card>
  );
}

interface StepProps {
  readonly title: string;
  readonly next: ReactNode;
  readonly children: ReactNode;
}

const Step = ({ title, next, children }: StepProps) => (
  <List.Item>
    <Text fw={600}>{title}</Text>
    <Text c="dimmed">{children}</Text>
    {next && <Box mt="xs">{next}</Box>}
  </List.Item>
);
