// The console's root. It shows the sign-in at any URL, and that URL's page after signing in.
import { DirectionProvider, MantineProvider, Modal } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, useEffect, useState, useSyncExternalStore } from "react";
import { FailureNote } from "./app/failure/states.tsx";
import { useFirstFaultFocus } from "./app/fields/first-fault.ts";
import { styleNonce } from "./app/layout/nonce.ts";
import { useOwnScreen } from "./app/layout/shell.ts";
import { cssVariables, theme } from "./app/layout/theme.ts";
import { loadPage } from "./app/loading/load-page.ts";
import { makeQueryClient } from "./app/loading/query-client.ts";
import { ConfirmedKeyProvider } from "./app/session/confirmed-key.tsx";
import { isTillPage } from "./app/session/kept-till.ts";
import { nameOf, SessionProvider, useSessionControl } from "./app/session/session.tsx";
import { direction, language, messages, onLanguageChange } from "./app/text/language.ts";
import { isJoinPage, JoinPage } from "./pages/sign-in/join-page.tsx";
import { SignIn, SignInPage } from "./pages/sign-in/page.tsx";
import { PairPage } from "./pages/tills/pair-page.tsx";
import { router } from "./router.tsx";

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

const Till = lazy(() => loadPage(async () => ({ default: (await import("./pages/tills/till-app.tsx")).TillApp })));

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
