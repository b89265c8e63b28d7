// Pairs this device by a code, typed or in the fragment of the address.
import { Box, Button, Center, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { pairDevice } from "../../api/tills.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";
import { Mark } from "../../app/mark.tsx";
import { useSessionControl } from "../../app/session.tsx";
import { useOwnScreen } from "../../app/shell.ts";
import classes from "../sign-in/sign-in.module.css";

export function PairPage() {
  useDocumentTitle("Till · Turnpike");
  useOwnScreen();
  const { enter } = useSessionControl();
  const [code, setCode] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const attempt = useMutation({
    mutationFn: pairDevice,
    onSuccess(session) {
      history.replaceState(null, "", location.pathname); // the code is used up
      enter(session);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate(code);
  };
  return (
    <main className={classes.page}>
      <Box className={classes.column}>
        <Center mb="sm">
          <Mark size={44} />
        </Center>
        <Title order={1} ta="center">
          Pair this device
        </Title>
        <Paper p={{ base: "lg", sm: "xl" }} mt="lg" shadow="sm" className={classes.card}>
          <form onSubmit={submit}>
            <Stack gap="md">
              <Text c="dimmed">
                The device becomes a till: it takes payments for one merchant and sees only its own sales.
              </Text>
              <TextInput
                label="Pairing code"
                description="A manager gets it in the console, under Tills."
                placeholder="XXXX-XXXX-XXXX"
                autoComplete="off"
                spellCheck={false}
                required
                withAsterisk={false}
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
              {attempt.error && <FailureAlert error={attempt.error} />}
              <Button type="submit" size="md" fullWidth loading={attempt.isPending}>
                Pair this device
              </Button>
            </Stack>
          </form>
        </Paper>
      </Box>
    </main>
  );
}
