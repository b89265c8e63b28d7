// The mail that the user wants: a switch for each kind, and the language. Not shown where no mail is sent.
import { NativeSelect, Stack, Switch } from "@mantine/core";
import { useState } from "react";
import type { MailWishesBody, MailWishesShown } from "../../../../contract/console/mail-wishes.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../../../../pages/messages/languages.ts";
import { changeMailWishes, useMailWishes } from "../../api/users.ts";
import { Card } from "../../app/display/card.tsx";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { oneOf } from "../../app/list/url-search.ts";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { language, messages } from "../../app/text/language.ts";

export function MailCard() {
  const { data } = useMailWishes();
  return data && data.kinds.length > 0 ? <MailSwitches wishes={data} /> : null;
}

function MailSwitches({ wishes: loaded }: { readonly wishes: MailWishesShown }) {
  const { mail: texts } = messages().account;
  const readAgain = useReadAgain("mail-wishes");
  // A change sends all wishes, so it starts from the last ones saved: the query's data may follow a moment later.
  const [saved, setSaved] = useState<MailWishesShown | null>(null);
  const wishes = saved ?? loaded;
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  const chosen = wishes.language ?? language();
  const save = (body: MailWishesBody) => {
    setFailure(null);
    setSaving(true);
    changeMailWishes(body)
      .then((stored) => {
        setSaved(stored);
        return readAgain();
      }, setFailure)
      .finally(() => setSaving(false));
  };
  const others = (kind: MailWishesBody["off"][number]) => wishes.off.filter((each) => each !== kind);
  return (
    <Card title={texts.title} note={texts.text}>
      <Stack gap="md" maw="30rem">
        {wishes.kinds.map((kind) => (
          <Switch
            key={kind}
            label={texts.kinds[kind]}
            checked={!wishes.off.includes(kind)}
            disabled={isSaving}
            onChange={({ currentTarget: { checked } }) =>
              save({ language: chosen, off: checked ? others(kind) : [...others(kind), kind] })
            }
          />
        ))}
        <NativeSelect
          label={texts.language}
          value={chosen}
          disabled={isSaving}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={({ currentTarget: { value } }) =>
            save({ off: wishes.off, language: oneOf(LANGUAGES, value) ?? chosen })
          }
        />
        {failure !== null && <FailureAlert error={failure} />}
      </Stack>
    </Card>
  );
}
