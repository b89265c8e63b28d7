// What would end with a key that is revoked with everything it made.
import { Checkbox, List, Loader, Stack, Text } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import { useQuery } from "@tanstack/react-query";
import dayjs from "dayjs";
import type { Made } from "../../../../contract/console/made-by-key.ts";
import { readMadeByKey } from "../../api/keys.ts";
import { filledText, language, messages } from "../../app/text/language.ts";
import { countText } from "../../app/text/money-text.ts";

export interface MadeChoice {
  /** Whether everything ends that the key made. */
  readonly isAll: boolean;
  /** ISO 8601: what it made before stays; null: nothing. */
  readonly since: string | null;
}

export const NOTHING_ELSE: MadeChoice = { isAll: false, since: null };

interface MadeByKeyProps {
  readonly keyId: string;
  readonly choice: MadeChoice;
  readonly onChange: (choice: MadeChoice) => void;
}

export function MadeByKey({ keyId, choice, onChange }: MadeByKeyProps) {
  const { made: texts } = messages().keys.revoke;
  const { isAll, since } = choice;
  return (
    <Stack gap="sm">
      <Checkbox
        label={texts.all}
        description={texts.allText}
        checked={isAll}
        onChange={(event) => onChange({ ...choice, isAll: event.currentTarget.checked })}
      />
      {isAll && (
        <>
          <DatePickerInput
            label={texts.since}
            description={texts.sinceText}
            locale={language()}
            valueFormat={messages().app.days.format}
            maxDate={dayjs().format("YYYY-MM-DD")}
            value={since}
            onChange={(day) => onChange({ ...choice, since: day && dayjs(day).startOf("day").toISOString() })}
            clearable
            clearButtonProps={{ "aria-label": messages().app.days.clear }}
          />
          <Ending keyId={keyId} since={since} />
        </>
      )}
    </Stack>
  );
}

/** Names shown of each kind. */
const NAMES_MAX = 5;

function Ending({ keyId, since }: { readonly keyId: string; readonly since: string | null }) {
  const { made: texts } = messages().keys.revoke;
  const { data, isError } = useQuery({
    queryKey: ["keys", keyId, "made", since],
    queryFn: ({ signal }) => readMadeByKey(keyId, since, signal),
    staleTime: 0,
  });
  if (isError && !data) return <Text role="alert">{texts.unknown}</Text>;
  if (!data) return <Loader size="sm" />;
  const lines = linesOf(data);
  if (lines.length === 0) return <Text>{texts.nothing}</Text>;
  return (
    <List>
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
}

function linesOf({ made, payments }: Made): string[] {
  const { made: texts } = messages().keys.revoke;
  const lines = (Object.keys(made) as (keyof typeof made)[])
    .filter((kind) => made[kind].length > 0)
    .map((kind) => {
      const names = made[kind].slice(0, NAMES_MAX).map(({ id, name }) => name ?? id);
      const rest = made[kind].length - names.length;
      const more = rest > 0 ? [filledText(texts.more, { count: countText(rest) })] : [];
      return `${texts.kinds[kind]}: ${[...names, ...more].join(", ")}`;
    });
  return payments > 0 ? [...lines, `${texts.kinds.payments}: ${countText(payments)}`] : lines;
}
