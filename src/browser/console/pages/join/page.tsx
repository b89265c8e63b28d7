// Accepts an invitation, or sets a new password by a link. The link's token is in its fragment.
import { Box, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { join, readInvitation } from "../../api/session.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";
import { Mark } from "../../app/mark.tsx";
import { useSessionControl } from "../../app/session.tsx";
import { useOwnScreen } from "../../app/shell.ts";
import { FailureNote, LoadingBox } from "../../app/states.tsx";
import classes from "../sign-in/sign-in.module.css";
import { ROLE_TEXTS } from "../team/roles.ts";
import { PASSWORD_ADVICE, PASSWORD_LENGTH_MIN } from "./password.ts";

const PATH = "/console/join";

export const isJoinPage = (): boolean => location.pathname === PATH;

type Invited = Awaited<ReturnType<typeof readInvitation>>;

/** @param leave shows the console */
export function JoinPage({ leave }: { readonly leave: () => void }) {
  useDocumentTitle("Join · Turnpike");
  useOwnScreen();
  const [token] = useState(() => location.hash.slice(1));
  const invitation = useQuery({
    queryKey: ["session", "invitation"],
    queryFn: () => readInvitation(token),
    refetchOnWindowFocus: false,
  });
  return (
    <main className={classes.page}>
      <Box className={classes.column}>
        <Center mb="sm">
          <Mark size={44} />
        </Center>
        <Title order={1} ta="center" style={{ overflowWrap: "anywhere" }}>
          {invitation.data ? titleOf(invitation.data) : "Join"}
        </Title>
        <Paper p={{ base: "lg", sm: "xl" }} mt="lg" shadow="sm" className={classes.card}>
          {invitation.isPending && <LoadingBox height={280} />}
          {invitation.error && <FailureNote error={invitation.error} retry={() => void invitation.refetch()} />}
          {invitation.data && <JoinForm token={token} invited={invitation.data} leave={leave} />}
        </Paper>
      </Box>
    </main>
  );
}

const titleOf = ({ email, partnerName }: Invited): string =>
  email === null ? `Join ${partnerName}` : "Set a new password";

interface JoinFormProps {
  readonly token: string;
  readonly invited: Invited;
  readonly leave: () => void;
}

function JoinForm({ token, invited, leave }: JoinFormProps) {
  const { enter } = useSessionControl();
  const [name, setName] = useState(invited.name);
  const [email, setEmail] = useState(invited.email ?? "");
  const [password, setPassword] = useState("");
  const attempt = useMutation({
    mutationFn: () => join({ token, name: name.trim(), email: email.trim(), password }),
    onSuccess(session) {
      history.replaceState(null, "", "/console"); // the token is used up
      enter(session);
      leave();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate();
  };
  const required = { required: true, withAsterisk: false } as const;
  const { label, may } = ROLE_TEXTS[invited.role];
  return (
    <form onSubmit={submit} className={classes.form}>
      <Stack gap="md">
        <Text c="dimmed">
          Your role is {label.toLowerCase()}. {may}
        </Text>
        <TextInput
          label="Name"
          autoComplete="name"
          maxLength={100}
          {...required}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Email address"
          description="You sign in with it."
          type="email"
          autoComplete="username"
          {...required}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          description={PASSWORD_ADVICE}
          autoComplete="new-password"
          minLength={PASSWORD_LENGTH_MIN}
          {...required}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {attempt.error && <FailureAlert error={attempt.error} />}
        <Button type="submit" size="md" fullWidth loading={attempt.isPending}>
          {invited.email === null ? "Join" : "Set password"}
        </Button>
      </Stack>
    </form>
  );
}
