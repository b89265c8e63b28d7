// The format of an endpoint's requests, which is chosen once.
import { NativeSelect } from "@mantine/core";
import { WEBHOOK_FORMATS } from "../../../../events/endpoint.ts";
import type { WebhookEndpoint } from "../../api/webhooks.ts";
import { filledText, messages } from "../../app/text/language.ts";

type Format = WebhookEndpoint["format"];

interface FormatFieldProps {
  readonly format: Format;
  readonly change: (format: Format) => void;
}

export function FormatField({ format, change }: FormatFieldProps) {
  const { webhookFormat: texts } = messages();
  return (
    <NativeSelect
      label={texts.label}
      description={format === "commerce" ? `${texts.description} ${texts.commerceEvents}` : texts.description}
      data={WEBHOOK_FORMATS.map((value) => ({ value, label: texts[value] }))}
      value={format}
      onChange={({ currentTarget }) => {
        const chosen = WEBHOOK_FORMATS.find((each) => each === currentTarget.value);
        if (chosen) change(chosen);
      }}
    />
  );
}

export function formatText({ format }: Pick<WebhookEndpoint, "format">): string {
  const { webhookFormat: texts } = messages();
  return filledText(texts.of, { format: texts[format] });
}
