// The fields of an endpoint, for a new one and for changes.
import { Button, Group, Input, MultiSelect, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { EVENT_TYPES } from "../../../../events/types.ts";
import type { EndpointChanges, WebhookEndpoint } from "../../api/webhooks.ts";
import { MerchantFilter } from "../payments/merchant-filter.tsx";
import { ALL_EVENTS } from "./endpoint-text.tsx";

const DESCRIPTION_LENGTH_MAX = 256;

interface EndpointFormProps {
  readonly first: Pick<WebhookEndpoint, "url" | "description" | "events" | "merchantIds">;
  readonly submitLabel: string;
  readonly onSubmit: (fields: EndpointChanges) => void;
  readonly onCancel: () => void;
}

export function EndpointForm({ first, submitLabel, onSubmit, onCancel }: EndpointFormProps) {
  const [url, setUrl] = useState(first.url);
  const [description, setDescription] = useState(first.description ?? "");
  const [types, setTypes] = useState(first.events.filter((each) => each !== ALL_EVENTS));
  const [merchantIds, setMerchantIds] = useState<readonly string[] | undefined>(first.merchantIds ?? undefined);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!/^https?:\/\/./.test(url.trim())) return setError("Enter a URL that starts with https://");
    onSubmit({
      url: url.trim(),
      description: description.trim() || null,
      events: types.length === 0 ? [ALL_EVENTS] : types,
      merchantIds: merchantIds ? [...merchantIds] : null,
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="URL"
          type="url"
          placeholder="https://shop.example/webhooks"
          value={url}
          error={error}
          data-autofocus
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label="Description"
          maxLength={DESCRIPTION_LENGTH_MAX}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <MultiSelect
          label="Events"
          description="None chosen: all events, including types that are added later."
          placeholder={types.length === 0 ? "All events" : ""}
          data={[...EVENT_TYPES]}
          searchable
          value={types}
          onChange={(chosen) => setTypes(EVENT_TYPES.filter((type) => chosen.includes(type)))}
        />
        <Input.Wrapper labelElement="div" label="Merchants" description="None chosen: events of all merchants.">
          <MerchantFilter merchantId={merchantIds} change={(chosen) => setMerchantIds(chosen.merchantId)} />
        </Input.Wrapper>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit">{submitLabel}</Button>
        </Group>
      </Stack>
    </form>
  );
}
