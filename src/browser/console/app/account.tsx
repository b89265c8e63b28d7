// The account menu: partner, key, theme and sign-out.
import {
  Box,
  Button,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { failureOf } from "./failure.ts";
import classes from "./frame.module.css";
import { Icon } from "./icon.tsx";
import { ButtonLink } from "./links.tsx";
import { useSession, useSessionControl } from "./session.tsx";

const ROLE_TEXT = {
  partner: "Full access",
  read: "Read-only",
  owner: "Owner",
  manager: "Manager",
  cashier: "Cashier",
  reader: "Reader",
  till: "Till",
} as const;

export function Account({ isSmall = false }: { readonly isSmall?: boolean }) {
  const { partner, role, key, user } = useSession();
  const { leave } = useSessionControl();
  const signOut = () =>
    leave().catch((error: unknown) => {
      const { title, whatToDo } = failureOf(error);
      notifications.show({ color: "red", title: `Could not sign out: ${title}`, message: whatToDo });
    });
  return (
    <Popover position={isSmall ? "bottom-end" : "top-start"} width={260} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={isSmall ? undefined : classes.account}>
          <span className={classes.initial} aria-hidden="true">
            {partner.name.slice(0, 1).toUpperCase()}
          </span>
          {isSmall ? (
            <VisuallyHidden>{partner.name} account</VisuallyHidden>
          ) : (
            <>
              <Box className={classes.accountName}>
                <Text size="sm" fw={600} truncate>
                  {partner.name}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {user ? `${user.name} · ${ROLE_TEXT[role]}` : ROLE_TEXT[role]}
                </Text>
              </Box>
              <Icon name="up" size={16} />
            </>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="md">
        <Stack gap="sm">
          <div>
            <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
              {partner.name}
            </Text>
            <Text size="xs" c="dimmed">
              {ROLE_TEXT[role]} · {user ? user.name : `key ${key?.prefix}…`}
            </Text>
          </div>
          {user && (
            <ButtonLink to="/account" variant="default" leftSection={<Icon name="person" size={16} />}>
              Your account
            </ButtonLink>
          )}
          <ThemeControl />
          <Button variant="default" leftSection={<Icon name="exit" size={16} />} onClick={signOut}>
            Sign out
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const THEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "Auto" },
] as const;

function ThemeControl() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Theme"
      fullWidth
      size="xs"
      data={[...THEMES]}
      value={colorScheme}
      onChange={setColorScheme}
    />
  );
}
