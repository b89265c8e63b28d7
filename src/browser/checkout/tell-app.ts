// Tells the app whose web view shows this page how the payment ended, once. The app must ask its server for the status:
// anyone can send it such a message.
import type { CheckoutData, Live } from "./context.ts";

interface Bridge {
  postMessage(message: string): void;
}

interface WebView extends Window {
  readonly ReactNativeWebView?: Bridge;
  readonly webkit?: { readonly messageHandlers?: { readonly ReactNativeWebView?: Bridge } };
}

/** English, because apps read and log it. */
const ERRORS: Readonly<Record<string, string>> = {
  failed: "The payment failed",
  expired: "The payment has expired",
  cancelled: "The payment was cancelled",
};

export function tellApp({ status }: Pick<CheckoutData, "status">, live: Live): void {
  let isTold = false;
  const tell = (ended: string): void => {
    const error = ERRORS[ended];
    if (isTold || (ended !== "succeeded" && error === undefined)) return;
    isTold = true;
    post(
      JSON.stringify(
        error === undefined ? { type: "PAY_SUCCESS", success: true } : { type: "PAY_FAILURE", success: false, error },
      ),
    );
  };
  live.subscribe((now) => tell(now.status));
  tell(status);
}

/**
 * Sends to one bridge only: an app that injects the first may serve the second by it, and would get the message twice.
 */
function post(message: string): void {
  const { ReactNativeWebView, webkit } = window as WebView;
  try {
    (ReactNativeWebView ?? webkit?.messageHandlers?.ReactNativeWebView)?.postMessage(message);
  } catch (error) {
    reportError(error); // a broken bridge must not break the page
  }
}
