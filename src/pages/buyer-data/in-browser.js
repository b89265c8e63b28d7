// Enhances the buyer-data form, which also works without script: reports the outcome to the wallet, validates each
// field, and shows local times.

const page = document.querySelector("main");

/** Posts to every bridge that the wallet provides, and to the opener or parent page. */
function tell(message) {
  const { AndroidWallet, webkit, ReactNativeWebView, opener, parent } = window;
  const bridges = [
    () => AndroidWallet?.onDataCollectionComplete?.(message),
    () => webkit?.messageHandlers?.payDataCollectionComplete?.postMessage(message),
    () => ReactNativeWebView?.postMessage(message),
    // To any origin: the message contains no personal data.
    () => opener?.postMessage(message, "*"),
    () => parent !== window && parent.postMessage(message, "*"),
  ];
  for (const post of bridges) {
    try {
      post();
    } catch (error) {
      reportError(error); // a broken bridge must not stop the others
    }
  }
}

if (page.dataset.message) tell(page.dataset.message);

for (const time of document.querySelectorAll("time")) {
  time.textContent = new Date(time.dateTime).toLocaleTimeString(page.dataset.locale, {
    hour: "numeric",
    minute: "2-digit",
  });
}

/** Shows or clears a field's error message. */
function mark(input, isWrong) {
  const error = document.getElementById(`${input.id}-error`);
  if (!error) return;
  error.textContent = isWrong ? error.dataset.message : "";
  if (isWrong) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

/** Only the fields of the chosen place are required. */
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
  // A page restored from the back/forward cache can be submitted again.
  addEventListener("pageshow", () => form.querySelector("button").removeAttribute("aria-disabled"));
}
