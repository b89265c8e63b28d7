import { plural } from "../../../../../pages/messages/message.ts";
import type { payments as english } from "./en.ts";

export const payments: typeof english = {
  export: "Exportar",
  live: {
    status: { live: "En directo", connecting: "Conectando", paused: "No en directo", offline: "Sin conexión" },
    meaning: {
      live: "Los pagos nuevos y los cambios aparecen automáticamente.",
      connecting: "Conectando para recibir los cambios en directo.",
      paused: "El servidor no responde. Reintentando.",
      offline: "Este dispositivo no tiene conexión.",
    },
    elsewhere: plural({
      one: "{count} cambio en otras páginas",
      many: "{count} de cambios en otras páginas",
      other: "{count} cambios en otras páginas",
    }),
    changed: plural({
      one: "Ha cambiado un pago",
      many: "Han cambiado {count} de pagos",
      other: "Han cambiado {count} pagos",
    }),
  },
  totals: {
    title: "Totales",
    payments: plural({ one: "{count} pago", many: "{count} de pagos", other: "{count} pagos" }),
    received: "{amount} recibidos, antes de reembolsos",
    buyers: plural({ one: "{count} comprador", many: "{count} de compradores", other: "{count} compradores" }),
  },
  filters: {
    title: "Filtros",
    active: plural({
      one: "Filtros, {count} activo",
      many: "Filtros, {count} activos",
      other: "Filtros, {count} activos",
    }),
    clear: "Quitar todos los filtros",
    show: "Mostrar los pagos",
    search: "Buscar pagos",
    searchExample: "ID, referencia, hash, importe…",
    clearSearch: "Borrar la búsqueda",
    created: "Creado",
    anyTime: "Cualquier fecha",
    clearPeriod: "Quitar el periodo",
    periods: {
      "24h": "Últimas 24 horas",
      "7d": "Últimos 7 días",
      "30d": "Últimos 30 días",
      own: "Personalizado",
    },
    status: "Estado",
    anyStatus: "Cualquier estado",
    merchant: "Comercio",
    anyMerchant: "Todos los comercios",
    noMerchant: "Ningún comercio coincide",
    token: "Token",
    anyToken: "Todos los tokens",
    network: "Red",
    anyNetwork: "Todas las redes",
    clearNetwork: "Quitar la red",
  },
  columns: {
    created: "Creado",
    reference: "Referencia",
    merchant: "Comercio",
    paidWith: "Pagado con",
    status: "Estado",
    amount: "Importe",
  },
  notPaid: "Nada todavía",
  noMatch: "Ningún pago coincide",
  noMatchText: "Quite un filtro o elija un periodo más largo.",
  searchAll: "Buscar en todos los pagos",
  searchLimits: "Los resultados de búsqueda no tienen totales, orden ni exportación. Para eso, use los filtros.",
  tooShort: "Escriba más para buscar",
  howToSearch:
    "Busque un ID de pago, el hash de una transacción, la dirección de un comprador, un importe o al menos {count} caracteres de una referencia. Los ID, los hashes y las direcciones deben estar completos.",
  omitted: {
    references:
      "Demasiadas referencias contienen este texto, por lo que no se muestra ninguna. Escriba más de la referencia o limite la búsqueda a un comercio o un periodo.",
    older_amounts:
      "Solo se ha buscado en los pagos más recientes de este importe. Elija un periodo para encontrar otros anteriores.",
  },
  none: "Aún no hay pagos",
  noneText:
    "Los pagos que su tienda crea mediante la API aparecen aquí automáticamente. También puede crear uno a mano y mostrar su código QR al comprador. {reference}",
  reference: "Referencia de la API",
  create: "Crear un pago",
  pager: {
    title: "Páginas",
    first: "Primera página",
    back: "Atrás",
    next: "Página siguiente",
    place: "{first}–{last}",
    placeOf: "{first}–{last} de {total}",
  },
};
