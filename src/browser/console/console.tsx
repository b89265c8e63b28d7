// Everything but the sign-in, with Mantine: the console's pages, the till, and joining.
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import { DirectionProvider, MantineProvider, Modal } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { FailureNote } from "./app/failure/states.tsx";
import { announceNonce, styleNonce } from "./app/layout/nonce.ts";
import { useOwnScreen } from "./app/layout/shell.ts";
import { cssVariables, theme } from "./app/layout/theme.ts";
import { ConfirmedKeyProvider } from "./app/session/confirmed-key.tsx";
import { isTillPage } from "./app/session/kept-till.ts";
import { nameOf, useSessionControl } from "./app/session/session.tsx";
import { direction, messages } from "./app/text/language.ts";
import { JoinPage } from "./pages/sign-in/join-page.tsx";
import { isJoinPage } from "./pages/sign-in/join-path.ts";
import { SignIn, SignInPage } from "./pages/sign-in/page.tsx";
import { PairPage } from "./pages/tills/pair-page.tsx";
import { TillApp } from "./pages/tills/till-app.tsx";
import { router } from "./router.tsx";

announceNonce();

export default function Console() {
  return (
    <DirectionProvider initialDirection={direction()}>
      <MantineProvider
        theme={theme()}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <Notifications position="top-right" />
        <Gate />
      </MantineProvider>
    </DirectionProvider>
  );
}

function Gate() {
  const { state } = useSessionControl();
  const [isJoining, setJoining] = useState(isJoinPage);
  if (isJoining) return <JoinPage leave={() => setJoining(false)} />;
  if (state.type === "loading") return null; // the page's own frame is still visible
  if (state.type === "unreadable") return <Unreadable {...state} />;
  if (state.type === "signed-out") return isTillPage() ? <PairPage /> : <SignInPage />;
  if (state.session.till) return state.hasEnded ? <PairPage /> : <TillApp />;
  return (
    <ConfirmedKeyProvider key={nameOf(state.session)}>
      <RouterProvider router={router} />
      <SessionEnded isOpen={state.hasEnded} />
    </ConfirmedKeyProvider>
  );
}

function Unreadable({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  useOwnScreen();
  useEffect(() => {
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [retry]);
  return <FailureNote error={error} retry={retry} />;
}

/** Covers the page without unmounting it, so that it is unchanged after signing in again. */
const SessionEnded = ({ isOpen }: { readonly isOpen: boolean }) => (
  <Modal
    opened={isOpen}
    onClose={() => {}}
    withCloseButton={false}
    closeOnEscape={false}
    closeOnClickOutside={false}
    fullScreen
    title={messages().app.ended.title}
    zIndex={400}
  >
    <SignIn note={messages().app.ended.text} />
  </Modal>
);
