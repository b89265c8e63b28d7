// Pairs this device by a code, typed or in the fragment of the address.
import { Alert, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "../../../../client/errors.ts";
import { findPairing, pairDevice } from "../../api/tills.ts";
import { Icon } from "../../app/display/icon.tsx";
import { SignInField, SignInForm } from "../../app/fields/sign-in-form.tsx";
import { SignInFrame } from "../../app/layout/sign-in-frame.tsx";
import { forgetContents, keptTill } from "../../app/session/kept-till.ts";
import { useSessionControl } from "../../app/session/session.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { amountOf, storedSale } from "../payments/sale/open-sale.ts";
import { keepShell } from "./offline.ts";

export function PairPage() {
  const { till: texts } = messages();
  const { enter } = useSessionControl();
  useEffect(keepShell, []); // ready to open without a connection once it is paired
  const [code, setCode] = useState(codeInAddress);
  const attempt = useMutation({
    mutationFn: pairDevice,
    onSuccess(session) {
      history.replaceState(null, "", location.pathname); // the code is used up
      enter(session);
    },
  });
  return (
    <SignInFrame title={texts.title} heading={texts.pair.title} note={<EndedTill />}>
      <SignInForm
        attempt={attempt}
        submit={() => attempt.mutate(code)}
        submitLabel={texts.pair.title}
        failure={isWrongCode(attempt.error) ? <WrongCode /> : undefined}
      >
        <Text c="dimmed">{texts.pair.text}</Text>
        <WhoseTill code={code} />
        <SignInField
          label={texts.pair.code}
          description={texts.pair.codeText}
          placeholder="XXXX-XXXX-XXXX"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          fault={null}
          value={code}
          enter={setCode}
        />
      </SignInForm>
    </SignInFrame>
  );
}

/** Characters of a code, without what separates its groups. */
const CODE_LENGTH = 12;

/** Names the till and its merchant once the code is whole. A wrong code is named when it is used. */
function WhoseTill({ code }: { readonly code: string }) {
  const typed = code.replace(/[\s\p{Dash}]/gu, "");
  const { data } = useQuery({
    queryKey: ["pairing", typed],
    queryFn: ({ signal }) => findPairing(typed, signal),
    enabled: typed.length === CODE_LENGTH,
    retry: false,
  });
  return (
    <Text role="status" fw={600} style={{ overflowWrap: "anywhere" }}>
      {data && (
        <Filled message={messages().till.pair.whose} values={{ name: data.name, merchant: data.merchantName }} />
      )}
    </Text>
  );
}

/** A link may be damaged: then the code is typed. */
function codeInAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

/** Names the till that this device was paired as and, once, its unfinished sale. */
function EndedTill() {
  const { pair: texts } = messages().till;
  const [ended] = useState(keptTill);
  const [sale] = useState(() => (ended ? storedSale(ended.till.id) : null));
  useEffect(() => {
    if (ended) forgetContents(ended.till.id);
  }, [ended]);
  if (!ended) return null;
  return (
    <Alert color="orange" variant="light" role="alert" icon={<Icon name="alert" />} title={texts.ended} mt="lg">
      <Text size="sm">{filledText(texts.endedText, { name: ended.till.name })}</Text>
      {sale && (
        <Text size="sm" mt="xs">
          {filledText(texts.openSale, { amount: amountOf(sale), reference: sale.referenceId })}
        </Text>
      )}
    </Alert>
  );
}

const isWrongCode = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

function WrongCode() {
  const { pair: texts } = messages().till;
  return (
    <Alert color="red" variant="light" title={texts.wrong} role="alert">
      <Text size="sm">{texts.wrongText}</Text>
    </Alert>
  );
}
