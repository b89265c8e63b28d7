// The layout around every page: a sidebar, or a bottom bar on phones, and the account menu.
import { AppShell, Box, Drawer, Group, NavLink, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, Outlet } from "@tanstack/react-router";
import { Icon } from "../display/icon.tsx";
import { Mark } from "../display/mark.tsx";
import { OfflineBanner } from "../failure/offline.tsx";
import { useSearchKeys } from "../list/search-key.ts";
import { IdleWatch } from "../session/idle.tsx";
import { useSession } from "../session/session.tsx";
import { messages } from "../text/language.ts";
import { Account } from "./account-menu.tsx";
import classes from "./frame.module.css";
import { OTHER_PLACES, PLACES, type Place, placesFor, THUMB_PLACES } from "./navigation.ts";
import { usePhone } from "./phone.ts";

const NAVBAR_PX = 236;
const HEADER_PX = 56;
const FOOTER_PX = 64;

export function Frame() {
  const isPhone = usePhone();
  useSearchKeys();
  return (
    <AppShell
      padding={0}
      header={{ height: HEADER_PX, collapsed: !isPhone }}
      footer={{ height: FOOTER_PX, collapsed: !isPhone }}
      navbar={{ width: NAVBAR_PX, breakpoint: "sm", collapsed: { mobile: true } }}
      transitionDuration={0}
    >
      <a className={classes.toContent} href="#content">
        {messages().app.frame.toContent}
      </a>
      {isPhone ? <PhoneHeader /> : <SideBar />}
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <Box className={classes.content}>
          <TestStripe />
          <OfflineBanner />
          <Outlet />
        </Box>
      </AppShell.Main>
      {isPhone && <ThumbBar />}
      <IdleWatch />
    </AppShell>
  );
}

/** On every page of test mode. */
const TestStripe = () =>
  !useSession().livemode && (
    <Text role="note" className={classes.stripe} fw={600} size="sm">
      {messages().app.frame.testMode}
    </Text>
  );

const Brand = () => (
  <Group gap={10} wrap="nowrap">
    <Mark />
    <Text fw={650} fz="1.0625rem">
      Turnpike
    </Text>
  </Group>
);

const SideBar = () => (
  <AppShell.Navbar className={classes.sideBar} p="md" withBorder={false}>
    <Box px="xs" pt={4} pb="lg">
      <Brand />
    </Box>
    <Stack component="nav" aria-label={messages().app.frame.console} gap={2} flex={1}>
      {placesFor(PLACES, useSession()).map((place) => (
        <MenuLink key={place.to} place={place} />
      ))}
    </Stack>
    <Account />
  </AppShell.Navbar>
);

function MenuLink({ place, onClick }: { readonly place: Place; readonly onClick?: () => void }) {
  return (
    <NavLink
      component={Link}
      to={place.to}
      activeOptions={{ exact: place.to === "/" }}
      label={messages().app.places[place.name]}
      leftSection={<Icon name={place.icon} />}
      className={classes.menuLink ?? ""}
      {...(onClick && { onClick })}
    />
  );
}

const PhoneHeader = () => (
  <AppShell.Header className={classes.header} px="md">
    <Brand />
    <Account isSmall />
  </AppShell.Header>
);

function ThumbBar() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const session = useSession();
  const { frame, places } = messages().app;
  return (
    <AppShell.Footer className={classes.thumbBar}>
      <nav aria-label={frame.console} className={classes.thumbs}>
        {placesFor(THUMB_PLACES, session).map(({ to, name, icon }) => (
          <Link key={to} to={to} activeOptions={{ exact: to === "/" }} className={classes.thumb ?? ""}>
            <Icon name={icon} size={22} />
            {places[name]}
          </Link>
        ))}
        <UnstyledButton className={classes.thumb} onClick={open} aria-haspopup="dialog">
          <Icon name="more" size={22} />
          {frame.more}
        </UnstyledButton>
      </nav>
      <Drawer opened={isOpen} onClose={close} position="bottom" size="30rem" title={frame.more} radius="lg">
        <Stack component="nav" aria-label={frame.morePages} gap={4} pb="md">
          {placesFor(OTHER_PLACES, session).map((place) => (
            <MenuLink key={place.to} place={place} onClick={close} />
          ))}
        </Stack>
      </Drawer>
    </AppShell.Footer>
  );
}
