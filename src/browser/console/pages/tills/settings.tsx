// The settings of this till.
import { Stack, Switch } from "@mantine/core";
import { Card } from "../../app/display/card.tsx";
import { useSession } from "../../app/session/session.tsx";
import { useTillSettings } from "../../app/session/use-till-settings.ts";
import { messages } from "../../app/text/language.ts";
import { chime } from "../payments/sale/chime.ts";

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
      </Stack>
    </Card>
  );
}
