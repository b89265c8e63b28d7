// In place of an empty overview: the steps to the first payment.
import { Anchor, List, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { AnchorLink, ButtonLink } from "../../app/links.tsx";
import { useRights } from "../../app/session.tsx";
import { Surface } from "../../app/surface.tsx";

export function GettingStarted() {
  const { mayWriteAll: mayWrite } = useRights();
  return (
    <Surface
      title="Get started"
      note="Three steps to your first payment"
      actions={mayWrite && <ButtonLink to="/merchants">Add merchant</ButtonLink>}
    >
      <List type="ordered" spacing="md" mt="xs" maw="40rem">
        <Step title="Add a merchant">
          The shop that gets the money. Buyers see its name and logo.{" "}
          {!mayWrite && "This key is read-only: sign in with a partner key to add one."}
        </Step>
        <Step title="Add a destination to it">
          An account on a chain that receives one token. Payments go straight to it.{" "}
          <AnchorLink to="/merchants" fz="inherit">
            Merchants
          </AnchorLink>
        </Step>
        <Step title="Take a payment">
          Create one by hand and show its QR code, or let your shop create it via the API.{" "}
          <Anchor href="/docs" fz="inherit">
            API reference
          </Anchor>
        </Step>
      </List>
    </Surface>
  );
}

const Step = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <List.Item>
    <Text fw={600}>{title}</Text>
    <Text c="dimmed">{children}</Text>
  </List.Item>
);
