// The role of a user and the merchants that the user is limited to.
import { MultiSelect, Radio, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { oneOf } from "../../app/url-search.ts";
import { useMerchantChoices } from "../merchants/merchant-select.tsx";
import { ROLE_TEXTS, rolesGivenBy, USER_ROLES, type UserRole } from "./roles.ts";

export interface Rights {
  readonly role: UserRole;
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
  return (
    <>
      <Radio.Group
        label="Role"
        value={rights.role}
        onChange={(chosen) => onChange({ ...rights, role: oneOf(USER_ROLES, chosen) ?? rights.role })}
      >
        <Stack gap="sm" mt="xs">
          {rolesGivenBy(session.role).map((role) => (
            <Radio key={role} value={role} label={ROLE_TEXTS[role].label} description={ROLE_TEXTS[role].may} />
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
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { data } = useMerchantChoices(search);
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const found = (data?.merchants ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const chosen = value.filter((id) => !found.some((each) => each.value === id));
  return (
    <MultiSelect
      label="Merchants"
      description="Limits the user to these merchants. Leave it empty for all."
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Clear merchants" }}
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
