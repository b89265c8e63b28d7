// The session, for every page. If it ends while a page is open, the page stays mounted below the sign-in.
import { useWindowEvent } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { followMode, onSessionEnd } from "../../api/connection.ts";
import { readSession, type Session, signOut } from "../../api/session.ts";
import { isTill, isTillPage, keepTill, keptTill } from "./kept-till.ts";

const SESSION = ["session"] as const;

/** All queries of pages. */
const OF_PAGES = { predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[0] !== SESSION[0] };

export type SessionState =
  | { readonly type: "loading" }
  | { readonly type: "unreadable"; readonly error: unknown; readonly retry: () => void }
  | { readonly type: "signed-out" }
  | {
      readonly type: "signed-in";
      readonly session: Session;
      readonly hasEnded: boolean;
      /** Whether the server did not respond when the session was last read. */
      readonly isUnread: boolean;
    };

/** A revoked till notices its revocation within this time. */
const TILL_CHECK_MS = 30_000;

interface SessionControl {
  readonly state: SessionState;
  readonly enter: (session: Session) => void;
  readonly leave: () => Promise<void>;
}

const SessionContext = createContext<SessionControl | null>(null);

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [hasEnded, setEnded] = useState(false);
  const [kept] = useState(() => (isTillPage() ? keptTill() : null));
  const read = useQuery({
    queryKey: SESSION,
    queryFn: async ({ signal }) => {
      const session = await readSession(signal);
      if (session) followMode(session);
      if (session) keepTill(session); // without one, the page to pair says which till this was
      return session;
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: ({ state }) => (isTill(state.data ?? kept) ? "always" : false),
    refetchOnReconnect: ({ state }) => (isTill(state.data ?? kept) ? "always" : false),
    refetchInterval: ({ state }) => (state.data !== null && isTill(state.data ?? kept) ? TILL_CHECK_MS : false),
  });
  useEffect(() => onSessionEnd(() => setEnded(true)), []);
  // A page that was opened without a connection never lost one, so its queries don't notice when the device goes
  // online.
  useWindowEvent("online", () => void queries.invalidateQueries({ predicate: ({ state }) => state.error !== null }));

  const before = read.data;
  const enter = useCallback(
    (session: Session) => {
      followMode(session);
      if (nameOf(before) !== nameOf(session)) queries.removeQueries(OF_PAGES);
      keepTill(session);
      queries.setQueryData(SESSION, session);
      setEnded(false);
      void queries.invalidateQueries(OF_PAGES);
    },
    [before, queries],
  );
  const leave = useCallback(async () => {
    await signOut();
    keepTill(null);
    queries.setQueryData(SESSION, null);
    queries.removeQueries(OF_PAGES);
  }, [queries]);

  const state = stateOf(read, kept, hasEnded);
  const control = useMemo(() => ({ state, enter, leave }), [state, enter, leave]);
  return <SessionContext value={control}>{children}</SessionContext>;
}

/** The owner of these pages; another user's must not remain. */
export const nameOf = (session: Session | null | undefined): string =>
  [session?.partner.id, session?.role, session?.user?.id, session?.till?.id].join(" ");

function stateOf(
  read: {
    readonly data?: Session | null | undefined;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  },
  kept: Session | null,
  hasEnded: boolean,
): SessionState {
  const session = read.data === undefined ? kept : read.data;
  if (session) return { type: "signed-in", session, hasEnded, isUnread: Boolean(read.error) };
  if (read.data === null) return { type: "signed-out" };
  if (read.error) return { type: "unreadable", error: read.error, retry: () => void read.refetch() };
  return { type: "loading" };
}

export function useSessionControl(): SessionControl {
  const control = useContext(SessionContext);
  if (!control) throw new Error("useSessionControl requires a SessionProvider");
  return control;
}

/** Pages may call this, because they are only rendered when signed in. */
export function useSession(): Session {
  const { state } = useSessionControl();
  if (state.type !== "signed-in") throw new Error("useSession requires a session");
  return state.session;
}

type Role = Session["role"];
const OWNERS: readonly Role[] = ["owner", "partner"];
const MANAGERS: readonly Role[] = [...OWNERS, "manager"];
const SELLERS: readonly Role[] = [...MANAGERS, "cashier"];

/** The rights of the session; the server decides (src/http/console-permissions.ts). */
export const rightsOf = ({ role, merchantIds }: Session) => {
  const isLimited = merchantIds !== null;
  return {
    /** Create and cancel payments. */
    maySell: SELLERS.includes(role),
    /** The list of refunds. */
    maySeeRefunds: role !== "cashier" && role !== "till",
    /** Change merchants, and refund. */
    mayWrite: MANAGERS.includes(role),
    /** Add merchants, and test and replay webhooks. */
    mayWriteAll: MANAGERS.includes(role) && !isLimited,
    /** Keys and webhook endpoints. */
    mayOwn: OWNERS.includes(role) && !isLimited,
    /** The audit log. */
    mayAudit: MANAGERS.includes(role) || role === "read",
    isLimited,
  };
};

export const useRights = () => rightsOf(useSession());

/** Whether the session may change merchants and refund. */
export const useMayWrite = (): boolean => useRights().mayWrite;
