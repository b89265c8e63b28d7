// The console's root. It shows the sign-in at any URL, and that URL's page after signing in.
import { DirectionProvider, MantineProvider, Modal } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, useEffect, useState, useSyncExternalStore } from "react";
import { isJoinPage, JoinPage } from "../pages/join/page.tsx";
import { SignIn, SignInPage } from "../pages/sign-in/page.tsx";
import { PairPage } from "../pages/till/pair-page.tsx";
import { ConfirmedKeyProvider } from "./confirmed-key.tsx";
import { useFirstFaultFocus } from "./first-fault.ts";
import { isTillPage } from "./kept-till.ts";
import { direction, language, messages, onLanguageChange } from "./language.ts";
import { loadPage } from "./load-page.ts";
import { styleNonce } from "./nonce.ts";
import { makeQueryClient } from "./query-client.ts";
import { router } from "./router.tsx";
import { nameOf, SessionProvider, useSessionControl } from "./session.tsx";
import { useOwnScreen } from "./shell.ts";
import { FailureNote } from "./states.tsx";
import { cssVariables, theme } from "./theme.ts";

export function App() {
  const [queries] = useState(makeQueryClient);
  useFirstFaultFocus();
  const spoken = useSyncExternalStore(onLanguageChange, language);
  return (
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <DirectionProvider key={spoken} initialDirection={direction()}>
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
      </SessionProvider>
    </QueryClientProvider>
  );
}

function Gate() {
  const { state } = useSessionControl();
  const [isJoining, setJoining] = useState(isJoinPage);
  if (isJoining) return <JoinPage leave={() => setJoining(false)} />;
  if (state.type === "loading") return null; // the page's own frame is still visible
  if (state.type === "unreadable") return <Unreadable {...state} />;
  if (state.type === "signed-out") return isTillPage() ? <PairPage /> : <SignInPage />;
  if (state.session.till) return state.hasEnded ? <PairPage /> : <Till />;
  return (
    <ConfirmedKeyProvider key={nameOf(state.session)}>
      <RouterProvider router={router} />
      <SessionEnded isOpen={state.hasEnded} />
    </ConfirmedKeyProvider>
  );
}

const Till = lazy(() => loadPage(async () => ({ default: (await import("../pages/till/till-app.tsx")).TillApp })));

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
