// What the form for buyers' data does where script runs; without it the form works as well, by the server alone.
// It tells the wallet that shows this page how it ended, says what is wrong beside each field, and shows times as local.

const page = document.querySelector("main");

/** Posts to whichever bridge the wallet has put there, and to the page that opened or holds this one. */
function tell(message) {
  const { AndroidWallet, webkit, ReactNativeWebView, opener, parent } = window;
  const bridges = [
    () => AndroidWallet?.onDataCollectionComplete?.(message),
    () => webkit?.messageHandlers?.payDataCollectionComplete?.postMessage(message),
    () => ReactNativeWebView?.postMessage(message),
    // To any origin: there is nothing of anybody in it.
    () => opener?.postMessage(message, "*"),
    () => parent !== window && parent.postMessage(message, "*"),
  ];
  for (const post of bridges) {
    try {
      post();
    } catch (error) {
      reportError(error); // a broken bridge must not keep the others from being told
    }
  }
}

if (page.dataset.message) tell(page.dataset.message);

for (const time of document.querySelectorAll("time")) {
  time.textContent = new Date(time.dateTime).toLocaleTimeString(document.documentElement.lang, {
    hour: "numeric",
    minute: "2-digit",
  });
}

/** Shows (or takes away) a field's message. */
function mark(input, isWrong) {
  const error = document.getElementById(`${input.id}-error`);
  if (!error) return;
  error.textContent = isWrong ? error.dataset.message : "";
  if (isWrong) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

/** Of the two places only the one that is chosen is asked for. */
function requirePlace(form) {
  for (const input of form.querySelectorAll("[data-place]")) {
    input.required = form.elements.place.value === input.dataset.place;
  }
}

const isFilled = ({ type, value }) => type === "checkbox" || value.trim() !== "";
const isWrong = (input) => !input.checkValidity() || (input.required && !isFilled(input));

const form = document.querySelector("form");
if (form) {
  form.noValidate = true;
  requirePlace(form);
  form.addEventListener("change", ({ target }) => {
    requirePlace(form);
    if (target.getAttribute("aria-invalid") || !isWrong(target)) mark(target, isWrong(target));
  });
  form.addEventListener("submit", (event) => {
    const button = form.querySelector("button");
    const inputs = [...form.elements].filter(({ id }) => document.getElementById(`${id}-error`));
    for (const input of inputs) mark(input, isWrong(input));
    const first = inputs.find(isWrong);
    if (first || button.getAttribute("aria-disabled")) event.preventDefault();
    if (first) first.focus();
    else button.setAttribute("aria-disabled", "true");
  });
  // A page that comes back from the browser's memory takes another try.
  addEventListener("pageshow", () => form.querySelector("button").removeAttribute("aria-disabled"));
}
