// The console's root. It shows the sign-in at any URL, and that URL's page after signing in. The sign-in is small; all
// else is loaded for a session, or while somebody signs in.
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { failureOf } from "./app/failure/failure.ts";
import { FailureAlert } from "./app/failure/failure-alert.tsx";
import { useFirstFaultFocus } from "./app/fields/first-fault.ts";
import classes from "./app/fields/sign-in-form.module.css";
import { SignInFrame } from "./app/layout/sign-in-frame.tsx";
import { loadPage, reload } from "./app/loading/load-page.ts";
import { makeQueryClient } from "./app/loading/query-client.ts";
import { isTillPage } from "./app/session/kept-till.ts";
import { SessionProvider, useSessionControl } from "./app/session/session.tsx";
import { language, messages, onLanguageChange } from "./app/text/language.ts";
import { isJoinPage } from "./pages/sign-in/join-path.ts";
import { SignInPage } from "./pages/sign-in/page.tsx";

/** Everything but the sign-in. */
export const loadConsole = () => import("./console.tsx");

const Console = lazy(() =>
  loadPage(loadConsole).catch((error: unknown) => ({ default: () => <Unloaded error={error} /> })),
);

export function App() {
  const [queries] = useState(makeQueryClient);
  useFirstFaultFocus();
  const spoken = useSyncExternalStore(onLanguageChange, language);
  return (
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <Gate key={spoken} />
      </SessionProvider>
    </QueryClientProvider>
  );
}

function Gate() {
  const { state } = useSessionControl();
  const [isElsewhere] = useState(() => isJoinPage() || isTillPage());
  if (state.type === "signed-out" && !isElsewhere) return <SignIn />;
  // While the session is read, the page's own frame is still visible.
  if (state.type === "loading" && !isElsewhere) return null;
  return (
    <Suspense>
      <Console />
    </Suspense>
  );
}

function Unloaded({ error }: { readonly error: unknown }) {
  return (
    <SignInFrame title={failureOf(error).title} heading="Turnpike">
      <div className={classes.stack}>
        <FailureAlert error={error} />
        <button type="button" className={classes.main} onClick={() => void reload()}>
          {messages().app.tryAgain}
        </button>
      </div>
    </SignInFrame>
  );
}

function SignIn() {
  useEffect(() => {
    loadConsole().catch(() => {}); // loaded again once it is shown
  }, []);
  return <SignInPage />;
}
