import { Button, Group, Stack, Text } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { Merchant } from "../../api/merchants.ts";
import { useMerchant } from "../../api/merchants.ts";
import { Icon } from "../../app/display/icon.tsx";
import { FailureNote, LoadingBox } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { useRights, useSession } from "../../app/session/session.tsx";
import { useLastTill } from "../../app/session/use-last-till.ts";
import { messages } from "../../app/text/language.ts";
import { Waiting } from "../approvals/waiting.tsx";
import { MerchantBranding } from "../branding/buttons.tsx";
import { DeleteMerchant } from "./delete-merchant.tsx";
import { BankDestinations } from "./destinations/bank-destinations.tsx";
import { DestinationLog } from "./destinations/destination-log.tsx";
import { Destinations } from "./destinations/destinations.tsx";
import { EditMerchant } from "./edit-merchant.tsx";
import { MerchantLogo } from "./logo.tsx";
import { useIsUnpayable } from "./payable.ts";
import { Profile } from "./profile.tsx";
import { MerchantStatusBadge } from "./status-badge.tsx";

const back = () => ({ to: "/merchants", label: messages().app.places.merchants }) as const;

export function MerchantPage() {
  const { merchantId } = getRouteApi("/merchants/$merchantId").useParams();
  const { data: merchant, error, refetch } = useMerchant(merchantId);
  if (merchant) return <Shown merchant={merchant} />;
  return (
    <Page title={messages().merchant.title} back={back()}>
      {error ? <FailureNote error={error} retry={() => void refetch()} /> : <Loading />}
    </Page>
  );
}

const Loading = () => (
  <Stack gap="lg">
    <LoadingBox height={120} />
    <LoadingBox height={320} />
  </Stack>
);

function Shown({ merchant }: { readonly merchant: Merchant }) {
  const { mayWrite, mayWriteAll, mayAudit } = useRights();
  const isUnpayable = useIsUnpayable(merchant);
  return (
    <Page
      title={merchant.name}
      heading={
        <Group gap="md" wrap="nowrap" component="span">
          <MerchantLogo name={merchant.name} iconUrl={merchant.iconUrl} size={52} />
          <bdi>{merchant.name}</bdi>
          <MerchantStatusBadge status={merchant.status} isUnpayable={isUnpayable} />
        </Group>
      }
      back={back()}
      actions={mayWrite && <Actions merchant={merchant} />}
    >
      <Profile merchant={merchant} />
      <Waiting merchantId={merchant.id} />
      <Destinations merchant={merchant} />
      {merchant.settlements.fiat.length > 0 && <BankDestinations destinations={merchant.settlements.fiat} />}
      {mayAudit && <DestinationLog merchantId={merchant.id} />}
      {mayWriteAll && <DeleteMerchant merchant={merchant} />}
      {!mayWrite && (
        <Text size="sm" c="dimmed">
          {messages().merchant.readOnly}
        </Text>
      )}
    </Page>
  );
}

function Actions({ merchant }: { readonly merchant: Merchant }) {
  const { partner } = useSession();
  const [till, setTill] = useLastTill(partner.id);
  const navigate = useNavigate();
  const takePayment = () => {
    setTill({ ...till, merchant: { id: merchant.id, name: merchant.name } });
    void navigate({ to: "/new-payment" });
  };
  return (
    <>
      <EditMerchant merchant={merchant} />
      <MerchantBranding merchant={merchant} />
      {merchant.status === "active" && (
        <Button leftSection={<Icon name="plus" />} onClick={takePayment}>
          {messages().app.places.newPayment}
        </Button>
      )}
    </>
  );
}
