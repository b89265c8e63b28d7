// The account menu: partner, key, theme, language and sign-out.
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
import { useDisclosure } from "@mantine/hooks";
import { followMode } from "../../api/connection.ts";
import { Icon } from "../display/icon.tsx";
import { ButtonLink } from "../display/links.tsx";
import { LanguageSelect } from "../fields/language-select.tsx";
import { useSession } from "../session/session.tsx";
import { useSignOut } from "../session/sign-out.ts";
import { filledText, messages } from "../text/language.ts";
import classes from "./frame.module.css";

export function Account({ isSmall = false }: { readonly isSmall?: boolean }) {
  const { partner, role, key, user } = useSession();
  const signOut = useSignOut();
  const { account: texts, access } = messages().app;
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position={isSmall ? "bottom-end" : "top-start"}
      width={260}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton className={isSmall ? classes.smallAccount : classes.account} onClick={toggle}>
          <span className={classes.initial} aria-hidden="true">
            {partner.name.slice(0, 1).toUpperCase()}
          </span>
          {isSmall ? (
            <VisuallyHidden>{filledText(texts.menu, { partner: partner.name })}</VisuallyHidden>
          ) : (
            <>
              <Box className={classes.accountName}>
                <Text size="sm" fw={600} truncate dir="auto">
                  {partner.name}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {user && <bdi>{user.name}</bdi>}
                  {user && " · "}
                  {access[role]}
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
            <Text size="sm" fw={600} dir="auto" style={{ overflowWrap: "anywhere" }}>
              {partner.name}
            </Text>
            <Text size="xs" c="dimmed">
              {access[role]} · {user ? <bdi>{user.name}</bdi> : filledText(texts.key, { prefix: key?.prefix ?? "" })}
            </Text>
          </div>
          <ButtonLink to="/account" variant="default" leftSection={<Icon name="person" size={16} />} onClick={close}>
            {texts.yours}
          </ButtonLink>
          <ModeSwitch />
          <ThemeControl />
          <LanguageSelect />
          <Button variant="default" leftSection={<Icon name="exit" size={16} />} onClick={signOut}>
            {texts.signOut}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Users limited to some merchants have no test mode, whose merchants are others. A key belongs to one mode. */
function ModeSwitch() {
  const { user, merchantIds, livemode } = useSession();
  const { account: texts } = messages().app;
  if (!user || merchantIds !== null) return null;
  const change = () => {
    followMode({ livemode: !livemode });
    location.assign("/console"); // nothing of the other mode stays
  };
  return (
    <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={change}>
      {livemode ? texts.toTest : texts.toLive}
    </Button>
  );
}

const THEMES = ["light", "dark", "auto"] as const;

function ThemeControl() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { account: texts } = messages().app;
  return (
    <SegmentedControl
      aria-label={texts.theme}
      fullWidth
      size="xs"
      data={THEMES.map((value) => ({ value, label: texts[value] }))}
      value={colorScheme}
      onChange={setColorScheme}
    />
  );
}
