// What a guide gains from a program: tabs of languages, copy buttons, the search, and the reader's own values.
import "./style.css";
import "./samples.css";
import "./search.css";
import { addCopyButtons } from "./copy.ts";
import { foldNavigation } from "./navigation.ts";
import { openableSearch } from "./search-dialog.ts";
import { makeTabs } from "./tabs.ts";
import { fillValues } from "./values.ts";

foldNavigation();
makeTabs();
addCopyButtons();
openableSearch();
void fillValues();
