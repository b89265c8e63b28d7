// The routes below /console. Each page is loaded when it is first opened.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { readEventSearch } from "../pages/events/search.ts";
import { readExceptionSearch } from "../pages/exceptions/search.ts";
import { readMerchantSearch } from "../pages/merchants/search.ts";
import { readOverviewSearch } from "../pages/overview/search.ts";
import { readPaymentSearch } from "../pages/payments/search.ts";
import { Frame } from "./frame.tsx";
import { loadPage } from "./load-page.ts";
import { Broken, Lost } from "./lost.tsx";
import { LoadingBox } from "./states.tsx";
import { parseSearch, stringifySearch } from "./url-search.ts";

const root = createRootRoute({ component: Frame, notFoundComponent: Lost });

const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path });

const routes = [
  createRoute({
    ...at("/"),
    validateSearch: readOverviewSearch,
    component: lazyRouteComponent(() => loadPage(() => import("../pages/overview/page.tsx")), "OverviewPage"),
  }),
  createRoute({
    ...at("/payments"),
    validateSearch: readPaymentSearch,
    component: lazyRouteComponent(() => loadPage(() => import("../pages/payments/page.tsx")), "PaymentsPage"),
  }),
  createRoute({
    ...at("/payments/$paymentId"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/payment/page.tsx")), "PaymentPage"),
  }),
  createRoute({
    ...at("/new-payment"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/new-payment/page.tsx")), "NewPaymentPage"),
  }),
  createRoute({
    ...at("/payment-links"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/payment-links/page.tsx")), "PaymentLinksPage"),
  }),
  createRoute({
    ...at("/payment-links/$linkId"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/payment-link/page.tsx")), "PaymentLinkPage"),
  }),
  createRoute({
    ...at("/merchants"),
    validateSearch: readMerchantSearch,
    component: lazyRouteComponent(() => loadPage(() => import("../pages/merchants/page.tsx")), "MerchantsPage"),
  }),
  createRoute({
    ...at("/merchants/$merchantId"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/merchant/page.tsx")), "MerchantPage"),
  }),
  createRoute({
    ...at("/exceptions"),
    validateSearch: readExceptionSearch,
    component: lazyRouteComponent(() => loadPage(() => import("../pages/exceptions/page.tsx")), "ExceptionsPage"),
  }),
  createRoute({
    ...at("/keys"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/keys/page.tsx")), "KeysPage"),
  }),
  createRoute({
    ...at("/tills"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/tills/page.tsx")), "TillsPage"),
  }),
  createRoute({
    ...at("/till"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/till/signed-in-page.tsx")), "SignedInPage"),
  }),
  createRoute({
    ...at("/team"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/team/page.tsx")), "TeamPage"),
  }),
  createRoute({
    ...at("/account"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/account/page.tsx")), "AccountPage"),
  }),
  createRoute({
    ...at("/audit"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/audit/page.tsx")), "AuditPage"),
  }),
  createRoute({
    ...at("/webhooks"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/webhooks/page.tsx")), "WebhooksPage"),
  }),
  createRoute({
    ...at("/webhooks/$endpointId"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/webhook/page.tsx")), "WebhookPage"),
  }),
  createRoute({
    ...at("/deliveries/$deliveryId"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/delivery/page.tsx")), "DeliveryPage"),
  }),
  createRoute({
    ...at("/events"),
    validateSearch: readEventSearch,
    component: lazyRouteComponent(() => loadPage(() => import("../pages/events/page.tsx")), "EventsPage"),
  }),
  createRoute({
    ...at("/events/$eventId"),
    component: lazyRouteComponent(() => loadPage(() => import("../pages/event/page.tsx")), "EventPage"),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: "/console",
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingComponent: () => <LoadingBox height="60vh" />,
  defaultErrorComponent: Broken,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
