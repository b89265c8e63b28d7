// The routes below /console. Each page is loaded when it is first opened.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { LoadingBox } from "./app/failure/states.tsx";
import { ErrorPage, NotFoundPage } from "./app/layout/error-pages.tsx";
import { Frame } from "./app/layout/frame.tsx";
import { parseSearch, stringifySearch } from "./app/list/url-search.ts";
import { loadPage } from "./app/loading/load-page.ts";
import { readAuditFilters } from "./pages/audit/search.ts";
import { readEventSearch } from "./pages/events/search.ts";
import { readExceptionSearch } from "./pages/exceptions/search.ts";
import { readMerchantSearch } from "./pages/merchants/search.ts";
import { readOverviewSearch } from "./pages/overview/search.ts";
import { readPaymentSearch } from "./pages/payments/list/search.ts";
import { readRefundSearch } from "./pages/refunds/search.ts";

const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundPage });

const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path });

const routes = [
  createRoute({
    ...at("/"),
    validateSearch: readOverviewSearch,
    component: lazyRouteComponent(() => loadPage(() => import("./pages/overview/page.tsx")), "OverviewPage"),
  }),
  createRoute({
    ...at("/payments"),
    validateSearch: readPaymentSearch,
    component: lazyRouteComponent(() => loadPage(() => import("./pages/payments/list/page.tsx")), "PaymentsPage"),
  }),
  createRoute({
    ...at("/payments/$paymentId"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/payments/one/page.tsx")), "PaymentPage"),
  }),
  createRoute({
    ...at("/new-payment"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/payments/new/page.tsx")), "NewPaymentPage"),
  }),
  createRoute({
    ...at("/payment-links"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/payment-links/page.tsx")), "PaymentLinksPage"),
  }),
  createRoute({
    ...at("/payment-links/$linkId"),
    component: lazyRouteComponent(
      () => loadPage(() => import("./pages/payment-links/link-page.tsx")),
      "PaymentLinkPage",
    ),
  }),
  createRoute({
    ...at("/merchants"),
    validateSearch: readMerchantSearch,
    component: lazyRouteComponent(() => loadPage(() => import("./pages/merchants/page.tsx")), "MerchantsPage"),
  }),
  createRoute({
    ...at("/merchants/$merchantId"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/merchants/merchant-page.tsx")), "MerchantPage"),
  }),
  createRoute({
    ...at("/refunds"),
    validateSearch: readRefundSearch,
    component: lazyRouteComponent(() => loadPage(() => import("./pages/refunds/page.tsx")), "RefundsPage"),
  }),
  createRoute({
    ...at("/exceptions"),
    validateSearch: readExceptionSearch,
    component: lazyRouteComponent(() => loadPage(() => import("./pages/exceptions/page.tsx")), "ExceptionsPage"),
  }),
  createRoute({
    ...at("/books"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/books/page.tsx")), "BooksPage"),
  }),
  createRoute({
    ...at("/books/$month/$merchantId"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/books/statement-page.tsx")), "StatementPage"),
  }),
  createRoute({
    ...at("/keys"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/keys/page.tsx")), "KeysPage"),
  }),
  createRoute({
    ...at("/tills"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/tills/page.tsx")), "TillsPage"),
  }),
  createRoute({
    ...at("/till"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/tills/signed-in-page.tsx")), "SignedInPage"),
  }),
  createRoute({
    ...at("/team"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/team/page.tsx")), "TeamPage"),
  }),
  createRoute({
    ...at("/account"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/account/page.tsx")), "AccountPage"),
  }),
  createRoute({
    ...at("/audit"),
    validateSearch: readAuditFilters,
    component: lazyRouteComponent(() => loadPage(() => import("./pages/audit/page.tsx")), "AuditPage"),
  }),
  createRoute({
    ...at("/webhooks"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/webhooks/page.tsx")), "WebhooksPage"),
  }),
  createRoute({
    ...at("/webhooks/$endpointId"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/webhooks/endpoint-page.tsx")), "WebhookPage"),
  }),
  createRoute({
    ...at("/deliveries/$deliveryId"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/webhooks/delivery-page.tsx")), "DeliveryPage"),
  }),
  createRoute({
    ...at("/events"),
    validateSearch: readEventSearch,
    component: lazyRouteComponent(() => loadPage(() => import("./pages/events/page.tsx")), "EventsPage"),
  }),
  createRoute({
    ...at("/events/$eventId"),
    component: lazyRouteComponent(() => loadPage(() => import("./pages/events/event-page.tsx")), "EventPage"),
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
  defaultErrorComponent: ErrorPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
