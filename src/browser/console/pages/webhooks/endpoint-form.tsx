// The fields of an endpoint, for a new one and for changes.
import { Button, Group, Input, MultiSelect, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { EVENT_TYPES } from "../../../../events/types.ts";
import { typedText } from "../../../../money/typed-text.ts";
import type { NewEndpoint, WebhookEndpoint } from "../../api/webhooks.ts";
import { MerchantFilter } from "../../app/fields/merchant-filter.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { ALL_EVENTS } from "./endpoint-text.tsx";
import { FormatField } from "./format-field.tsx";

const DESCRIPTION_LENGTH_MAX = 256;

interface EndpointFormProps {
  /** Has its format if that can still be chosen. */
  readonly first: Pick<WebhookEndpoint, "url" | "description" | "events" | "merchantIds"> & Pick<NewEndpoint, "format">;
  readonly submitLabel: string;
  readonly onSubmit: (fields: NewEndpoint) => void;
  readonly onCancel: () => void;
}

export function EndpointForm({ first, submitLabel, onSubmit, onCancel }: EndpointFormProps) {
  const { app, events, webhooks } = messages();
  const { form: texts } = webhooks;
  const [url, setUrl] = useState(first.url);
  const [description, setDescription] = useState(first.description ?? "");
  const [types, setTypes] = useState(first.events.filter((each) => each !== ALL_EVENTS));
  const [merchantIds, setMerchantIds] = useState<readonly string[] | undefined>(first.merchantIds ?? undefined);
  const [format, setFormat] = useState(first.format);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!/^https?:\/\/./.test(typedText(url))) {
      return setError(filledText(texts.urlFault, { start: "https://" }));
    }
    onSubmit({
      url: typedText(url),
      ...(format && { format }),
      description: typedText(description) || null,
      events: types.length === 0 ? [ALL_EVENTS] : types,
      merchantIds: merchantIds ? [...merchantIds] : null,
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="URL"
          description={texts.urlText}
          type="url"
          dir="ltr"
          placeholder="https://shop.example/webhooks"
          value={url}
          error={error}
          data-autofocus
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label={texts.description}
          maxLength={DESCRIPTION_LENGTH_MAX}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {format && <FormatField format={format} change={setFormat} />}
        <MultiSelect
          label={events.title}
          description={texts.eventsText}
          placeholder={types.length === 0 ? webhooks.allEvents : ""}
          data={[...EVENT_TYPES]}
          searchable
          value={types}
          onChange={(chosen) => setTypes(EVENT_TYPES.filter((type) => chosen.includes(type)))}
        />
        <Input.Wrapper labelElement="div" label={app.places.merchants} description={texts.merchantsText}>
          <MerchantFilter merchantId={merchantIds} change={(chosen) => setMerchantIds(chosen.merchantId)} />
        </Input.Wrapper>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {app.cancel}
          </Button>
          <Button type="submit">{submitLabel}</Button>
        </Group>
      </Stack>
    </form>
  );
}
