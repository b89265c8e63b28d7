// What a guide gains from its program: copy buttons, samples in one language, the search, and a navigation that
// folds on narrow screens.
import "./style.css";
import "./samples.css";
import "./search.css";
import { addCopyButtons } from "./copy.ts";
import { foldLanguages } from "./languages.ts";
import { foldNavigation } from "./navigation.ts";
import { offerOwnValues } from "./own-values.ts";
import { openableSearch } from "./search-dialog.ts";

foldNavigation();
foldLanguages();
addCopyButtons();
openableSearch();
offerOwnValues();
