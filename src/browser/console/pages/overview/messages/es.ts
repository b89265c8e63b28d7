import { plural } from "../../../../../pages/messages/message.ts";
import type { overview as english } from "./en.ts";

export const overview: typeof english = {
  period: "Periodo",
  periods: { "24h": "24 h", "7d": "7 días", "30d": "30 días", "12m": "12 meses", own: "Otro" },
  merchant: "Comercio",
  allMerchants: "Todos los comercios",
  figures: {
    title: "Totales del periodo",
    received: "Recibido",
    receivedText: "Antes de reembolsos",
    created: "Pagos creados",
    succeeded: "Pagados",
    rate: "Tasa de éxito",
    rateText: "De todos los pagos creados en el periodo",
  },
  charts: {
    revenue: "Ingresos",
    revenueText: "Por fecha de creación de los pagos",
    revenueLabel: "Ingresos en {currency} a lo largo del tiempo",
    noRevenue: "No hay pagos completados en este periodo",
    noRevenueText:
      "Los ingresos aparecen aquí en cuanto se completa un pago. Elija un periodo más largo para ver pagos anteriores.",
    currency: "Moneda",
    payments: "Pagos",
    paymentsText: "Por fecha de creación, con los que se han pagado",
    paymentsLabel: "Pagos a lo largo del tiempo",
    received: "Recibido",
    succeeded: "Pagados",
    created: "Creados",
    others: "No pagados",
    time: "Fecha",
  },
  attention: {
    title: "Requiere atención",
    exceptions: plural({ one: "{count} incidencia", many: "{count} de incidencias", other: "{count} incidencias" }),
    exceptionsText: "Dinero que no concuerda con el estado de su pago.",
    stuck: plural({
      one: "{count} pago atascado en proceso",
      many: "{count} de pagos atascados en proceso",
      other: "{count} pagos atascados en proceso",
    }),
    stuckText: plural({
      one: "Con autorización de hace más de {count} minuto, pero aún no en la blockchain.",
      many: "Con autorización de hace más de {count} de minutos, pero aún no en la blockchain.",
      other: "Con autorización de hace más de {count} minutos, pero aún no en la blockchain.",
    }),
    unpayable: "{merchant} no puede recibir pagos",
    unpayableText: "No tiene cuenta de destino, por lo que los compradores no pueden pagarle.",
    calm: plural({
      one: "Todo en orden: sin incidencias, sin pagos atascados, y su comercio más reciente puede recibir pagos.",
      many: "Todo en orden: sin incidencias, sin pagos atascados, y sus {count} de comercios más recientes pueden recibir pagos.",
      other:
        "Todo en orden: sin incidencias, sin pagos atascados, y sus {count} comercios más recientes pueden recibir pagos.",
    }),
  },
  latest: {
    title: "Últimos pagos",
    all: "Todos los pagos",
    none: "Aún no hay pagos.",
  },
  start: {
    title: "Primeros pasos",
    text: "Tres pasos hasta su primer pago",
    add: "Añadir comercio",
    merchant: "Añada un comercio",
    merchantText: "La tienda que recibe el dinero. Los compradores ven su nombre y su logotipo.",
    readOnly: "Esta clave es de solo lectura: inicie sesión con una clave de socio para añadir uno.",
    destination: "Añádale una cuenta de destino",
    destinationText: "Una cuenta en una blockchain que recibe un token. Los pagos van directamente a ella.",
    openMerchants: "Abrir los comercios",
    payment: "Cobre un pago",
    paymentText: "Cree uno a mano y muestre su código QR, o deje que su tienda lo cree mediante la API.",
    reference: "Referencia de la API",
  },
};
