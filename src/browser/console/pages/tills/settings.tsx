// The settings of this till.
import { Stack, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import { Card } from "../../app/display/card.tsx";
import { useSession } from "../../app/session/session.tsx";
import { useTillSettings } from "../../app/session/use-till-settings.ts";
import { locale, messages } from "../../app/text/language.ts";
import { chime } from "../payments/sale/chime.ts";
import { taxRateOf } from "../payments/sale/tax.ts";

export function Settings() {
  const { settings: texts } = messages().till;
  const { till } = useSession();
  const [settings, setSettings] = useTillSettings(till?.id ?? "");
  return (
    <Card title={texts.title}>
      <Stack gap="sm">
        <Switch
          label={texts.sound}
          checked={settings.hasSound}
          onChange={({ currentTarget: { checked } }) => {
            setSettings({ ...settings, hasSound: checked });
            if (checked) chime();
          }}
        />
        <Switch
          label={texts.tips}
          checked={settings.offersTips}
          onChange={({ currentTarget: { checked } }) => setSettings({ ...settings, offersTips: checked })}
        />
        <TaxRate rate={settings.taxRate} setRate={(taxRate) => setSettings({ ...settings, taxRate })} />
      </Stack>
    </Card>
  );
}

interface TaxRateProps {
  readonly rate: number | undefined;
  readonly setRate: (rate: number | undefined) => void;
}

const HUNDREDTHS = 100;

function TaxRate({ rate, setRate }: TaxRateProps) {
  const { settings: texts } = messages().till;
  const format = new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 });
  const [text, setText] = useState(rate === undefined ? "" : format.format(rate / HUNDREDTHS));
  const isEmpty = typedText(text) === "";
  return (
    <TextInput
      label={texts.tax}
      description={texts.taxText}
      error={!isEmpty && taxRateOf(text, locale()) === null && texts.taxWrong}
      inputMode="decimal"
      autoComplete="off"
      maw={384}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        setRate(taxRateOf(value, locale()) ?? undefined);
      }}
    />
  );
}
