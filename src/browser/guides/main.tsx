// What a guide gains from its program: copy buttons, the search, and a navigation that folds on narrow screens.
import "./style.css";
import "./samples.css";
import "./search.css";
import { addCopyButtons } from "./copy.ts";
import { foldNavigation } from "./navigation.ts";
import { openableSearch } from "./search-dialog.ts";

foldNavigation();
addCopyButtons();
openableSearch();
