// Changes the console's language, for this browser. Without Mantine, because the sign-in shows it.
import { useState } from "react";
import { LANGUAGE_NAMES, LANGUAGES } from "../../../../pages/messages/languages.ts";
import { FailureAlert } from "../failure/failure-alert.tsx";
import { oneOf } from "../list/url-search.ts";
import { changeLanguage, language, messages } from "../text/language.ts";
import classes from "./language-select.module.css";

export function LanguageSelect() {
  const [failure, setFailure] = useState<unknown>(null);
  const change = (chosen: string) => {
    setFailure(null);
    changeLanguage(oneOf(LANGUAGES, chosen) ?? language()).catch(setFailure);
  };
  return (
    <>
      <select
        aria-label={messages().app.language}
        className={classes.select}
        value={language()}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={each}>
            {LANGUAGE_NAMES[each]}
          </option>
        ))}
      </select>
      {failure !== null && <FailureAlert error={failure} />}
    </>
  );
}
