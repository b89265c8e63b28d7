// Pairs this device by a code, typed or in the fragment of the address.
import { Alert, Box, Button, Center, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { ApiError } from "../../../../client/errors.ts";
import { pairDevice } from "../../api/tills.ts";
import { Icon } from "../../app/display/icon.tsx";
import { Mark } from "../../app/display/mark.tsx";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { LanguageSelect } from "../../app/fields/language-select.tsx";
import { useOwnScreen } from "../../app/layout/shell.ts";
import classes from "../../app/layout/sign-in.module.css";
import { forgetContents, keptTill } from "../../app/session/kept-till.ts";
import { useSessionControl } from "../../app/session/session.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { amountOf, storedSale } from "../payments/sale/open-sale.ts";
import { keepShell } from "./offline.ts";

export function PairPage() {
  const { till: texts } = messages();
  useDocumentTitle(`${texts.title} · Turnpike`);
  useOwnScreen();
  const { enter } = useSessionControl();
  useEffect(keepShell, []); // ready to open without a connection once it is paired
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
          {texts.pair.title}
        </Title>
        <Former />
        <Paper p={{ base: "lg", sm: "xl" }} mt="lg" shadow="sm" className={classes.card}>
          <form onSubmit={submit}>
            <Stack gap="md">
              <Text c="dimmed">{texts.pair.text}</Text>
              <TextInput
                label={texts.pair.code}
                description={texts.pair.codeText}
                placeholder="XXXX-XXXX-XXXX"
                dir="ltr"
                autoComplete="off"
                spellCheck={false}
                required
                withAsterisk={false}
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
              {attempt.error && <PairingFailure error={attempt.error} />}
              <Button type="submit" size="md" fullWidth loading={attempt.isPending}>
                {texts.pair.title}
              </Button>
            </Stack>
          </form>
        </Paper>
        <Center mt="lg">
          <LanguageSelect />
        </Center>
      </Box>
    </main>
  );
}

/** Names the till this device was paired as and, once, its unfinished sale. */
function Former() {
  const { pair: texts } = messages().till;
  const [former] = useState(keptTill);
  const [sale] = useState(() => (former ? storedSale(former.till.id) : null));
  useEffect(() => {
    if (former) forgetContents(former.till.id);
  }, [former]);
  if (!former) return null;
  return (
    <Alert color="orange" variant="light" role="alert" icon={<Icon name="alert" />} title={texts.ended} mt="lg">
      <Text size="sm">{filledText(texts.endedText, { name: former.till.name })}</Text>
      {sale && (
        <Text size="sm" mt="xs">
          {filledText(texts.openSale, { amount: amountOf(sale), reference: sale.referenceId })}
        </Text>
      )}
    </Alert>
  );
}

function PairingFailure({ error }: { readonly error: unknown }) {
  const { pair: texts } = messages().till;
  if (!(error instanceof ApiError) || error.status !== 404) return <FailureAlert error={error} />;
  return (
    <Alert color="red" variant="light" title={texts.wrong} role="alert">
      <Text size="sm">{texts.wrongText}</Text>
    </Alert>
  );
}
