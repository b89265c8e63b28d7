// Changes the console's language, for this browser.
import { NativeSelect } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { LANGUAGE_NAMES, LANGUAGES } from "../../../../pages/messages/languages.ts";
import { failureOf } from "../failure/failure.ts";
import { oneOf } from "../list/url-search.ts";
import { changeLanguage, language, messages } from "../text/language.ts";

export function LanguageSelect() {
  const change = (chosen: string) =>
    changeLanguage(oneOf(LANGUAGES, chosen) ?? language()).catch((error: unknown) => {
      const { title, whatToDo } = failureOf(error);
      notifications.show({ color: "red", title, message: whatToDo });
    });
  return (
    <NativeSelect
      aria-label={messages().app.language}
      size="xs"
      value={language()}
      onChange={(event) => void change(event.currentTarget.value)}
    >
      {LANGUAGES.map((each) => (
        <option key={each} value={each} lang={each}>
          {LANGUAGE_NAMES[each]}
        </option>
      ))}
    </NativeSelect>
  );
}
