// What the checkout page does where script runs; without it the page is readable, and loads itself again.
import { render } from "preact";

const live = document.querySelector("#live");
if (live) render(<p>…</p>, live);
