// The steps to the first payment, until one is paid.
import { Anchor, Box, Button, Group, List, Text, ThemeIcon, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense } from "react";
import { Card } from "../../app/display/card.tsx";
import { Icon } from "../../app/display/icon.tsx";
import { AnchorLink, ButtonLink } from "../../app/display/links.tsx";
import { loadPage } from "../../app/loading/load-page.ts";
import { useRights } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { numberText } from "../../app/text/money-text.ts";
import { useLookedAt } from "./use-attention.ts";

/** Only newcomers need the form. */
const NewMerchantDialog = lazy(() =>
  loadPage(async () => ({ default: (await import("../merchants/new-merchant-dialog.tsx")).NewMerchantDialog })),
);

export function GettingStarted({ hasMerchants }: { readonly hasMerchants: boolean }) {
  const { start: texts } = messages().overview;
  const { mayWriteAll: mayWrite, maySell } = useRights();
  const [isOpen, { open, close }] = useDisclosure(false);
  const looked = useLookedAt().data;
  const isPayable = hasMerchants && (looked?.payable ?? 0) > 0;
  const lacking = looked?.unpayable[0];
  return (
    <Card title={texts.title} note={texts.text}>
      <List listStyleType="none" spacing="md" mt="xs" maw="40rem" component="ol">
        <Step
          no={1n}
          title={texts.merchant}
          isDone={hasMerchants}
          next={mayWrite && <Button onClick={open}>{texts.add}</Button>}
        >
          {texts.merchantText} {!hasMerchants && !mayWrite && messages().merchant.readOnly}
        </Step>
        <Step
          no={2n}
          title={texts.destination}
          isDone={isPayable}
          next={
            lacking && (
              <AnchorLink to="/merchants/$merchantId" params={{ merchantId: lacking.id }}>
                <bdi>{lacking.name}</bdi>
              </AnchorLink>
            )
          }
        >
          {texts.destinationText}
        </Step>
        <Step
          no={3n}
          title={texts.payment}
          isDone={false}
          next={
            <Group>
              {isPayable && maySell && <ButtonLink to="/new-payment">{messages().app.places.newPayment}</ButtonLink>}
              <Anchor href="/docs/reference">{texts.reference}</Anchor>
            </Group>
          }
        >
          {texts.paymentText}
        </Step>
      </List>
      {isOpen && (
        <Suspense>
          <NewMerchantDialog isOpen close={close} />
        </Suspense>
      )}
    </Card>
  );
}

interface StepProps {
  readonly no: bigint;
  readonly title: string;
  readonly isDone: boolean;
  readonly next: ReactNode;
  readonly children: ReactNode;
}

const Step = ({ no, title, isDone, next, children }: StepProps) => (
  <List.Item icon={<Mark no={no} isDone={isDone} />} styles={{ itemWrapper: { alignItems: "start" } }}>
    <Text fw={600}>
      {title}
      {isDone && <VisuallyHidden>{` (${messages().overview.start.done})`}</VisuallyHidden>}
    </Text>
    <Text c="dimmed">{children}</Text>
    {!isDone && next && <Box mt="xs">{next}</Box>}
  </List.Item>
);

const Mark = ({ no, isDone }: Pick<StepProps, "no" | "isDone">) => (
  <ThemeIcon size={24} radius="xl" variant="light" {...(isDone && { c: "var(--good)" })} aria-hidden>
    {isDone ? <Icon name="check" size={16} /> : <span>{numberText(no)}</span>}
  </ThemeIcon>
);
