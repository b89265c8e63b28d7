// The role of a user and the merchants that the user is limited to.
import { MultiSelect, Radio, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import { useMerchantChoices } from "../../app/fields/merchant-select.tsx";
import { oneOf } from "../../app/list/url-search.ts";
import { useSession } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { useIsFrozen } from "./frozen-roles.ts";
import { rolesGivenBy, roleTexts, USER_ROLES, type UserRole } from "./roles.ts";

export interface Rights {
  /** Null until it is chosen. */
  readonly role: UserRole | null;
  /** Empty: all. */
  readonly merchantIds: readonly string[];
}

/** Delay after the last keystroke. */
const TYPING_MS = 200;

interface RightsFieldsProps {
  readonly rights: Rights;
  readonly onChange: (rights: Rights) => void;
}

export function RightsFields({ rights, onChange }: RightsFieldsProps) {
  const session = useSession();
  const isFrozen = useIsFrozen();
  return (
    <>
      <Radio.Group
        label={messages().team.form.role}
        value={rights.role}
        onChange={(chosen) => onChange({ ...rights, role: oneOf(USER_ROLES, chosen) ?? rights.role })}
      >
        <Stack gap="sm" mt="xs">
          {rolesGivenBy(session.role).map((role) => (
            <Radio
              key={role}
              value={role}
              label={roleTexts(role).label}
              description={isFrozen(role) ? messages().approvals.second.byOperator : roleTexts(role).may}
              disabled={isFrozen(role)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <MerchantsField value={rights.merchantIds} onChange={(merchantIds) => onChange({ ...rights, merchantIds })} />
    </>
  );
}

function MerchantsField({
  value,
  onChange,
}: {
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}) {
  const { app, team } = messages();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typedText(typed), TYPING_MS);
  const { data } = useMerchantChoices(search);
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const found = (data?.merchants ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const chosen = value.filter((id) => !found.some((each) => each.value === id));
  return (
    <MultiSelect
      label={app.places.merchants}
      description={team.form.merchantsText}
      searchable
      clearable
      clearButtonProps={{ "aria-label": team.form.clearMerchants }}
      data={[...chosen.map((id) => ({ value: id, label: names.get(id) ?? id })), ...found]}
      filter={({ options }) => options}
      value={[...value]}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(ids) => {
        setNames(new Map([...names, ...found.map((each) => [each.value, each.label] as const)]));
        onChange(ids);
      }}
    />
  );
}
