// La página de pago en español.
import { buyerData } from "./buyer-data/es.ts";
import type { Messages } from "./en.ts";
import { plural } from "./message.ts";
import { paymentLink } from "./payment-link/es.ts";
import { wallet } from "./wallet/es.ts";

export const es: Messages = {
  page: {
    title: "Pagar {amount} a {merchant}",
    payTo: "Pago a {merchant}",
    reference: "Referencia",
    testNet: "Red de pruebas: no se mueve dinero real.",
    payBy: "Pague antes del {time}",
    app: "Pagar con una app de billetera",
    appsText: "Elija su billetera. Esta página se abrirá dentro de ella y pagará allí.",
    open: "Otra billetera",
    unopened:
      "¿No se ha abierto nada? Entonces esa app no está en su teléfono. Elija otra o copie el enlace de pago en su billetera.",
    otherDevice: "Pagar con el teléfono",
    otherDeviceText: "Escanee el código con la cámara o la billetera de su teléfono.",
    showQr: "Mostrar el código QR para otro dispositivo",
    qr: "Código QR del enlace de pago",
    link: "Enlace de pago",
    copy: "Copiar enlace",
    accepted: "Puede pagar con",
    onNetworks: "en {networks}",
    cancel: "Cancelar el pago",
    cancelText: "El pago terminará definitivamente. Para pagar más tarde necesitará un nuevo enlace de {merchant}.",
    cancelNow: "Sí, cancelar el pago",
    noScript:
      "Esta página se recarga cada {count} segundos. Para pagar con una billetera en este navegador, active JavaScript.",
    language: "Idioma",
    network: "Red",
    paidWith: "Pagado con",
    chosen: "Usted eligió",
    paidOn: "Fecha",
    paymentId: "Pago",
    transaction: "Transacción",
    copyHash: "Copiar",
    print: "Imprimir recibo",
    share: "Compartir recibo",
    explorer: "Ver en {explorer}",
    back: "Volver a {merchant}",
    processing: {
      title: "Su pago está en camino",
      text: "Usted ya ha hecho su parte. Esta página le avisará cuando llegue; también puede cerrarla.",
      signed: "Confirmado en su billetera",
      sent: "Enviado a {network}",
      included: "Registrado por {network}",
      confirmations: "{done} de {total} confirmaciones",
      arrived: "Pago completado",
      estimate: "{network} suele tardar unos {time}.",
      late: "Su pago está tardando más de lo habitual",
      lateText:
        "No pague otra vez. Esta página sigue comprobándolo y mostrará el resultado; también puede cerrarla y abrir el mismo enlace más tarde. Si no puede esperar, pregunte a {merchant} e indique la referencia.",
    },
    succeeded: {
      title: "Pago completado",
      text: "Ha pagado {amount} a {merchant}.",
      paidBack: "{merchant} marcó este pago como reembolsado el {date}.",
    },
    failed: {
      title: "El pago ha fallado",
      text: "No se ha pagado nada. Pida a {merchant} un nuevo enlace de pago e inténtelo de nuevo.",
      declined: "No se puede pagar desde esta cuenta y no se ha pagado nada. Pida a {merchant} otra forma de pago.",
    },
    expired: {
      title: "El tiempo para pagar ha terminado",
      text: "No se recibió ningún pago a tiempo. Pida a {merchant} un nuevo enlace de pago.",
      sentAnyway: "Si aun así ya ha enviado dinero, no lo envíe otra vez: avise a {merchant}, que podrá comprobarlo.",
    },
    cancelled: {
      title: "El pago se ha cancelado",
      byBuyer:
        "Usted lo canceló y no se ha pagado nada. Si aún desea pagar, pida a {merchant} un nuevo enlace de pago.",
      byMerchant: "{merchant} lo canceló y no se ha pagado nada. Si no lo esperaba, póngase en contacto con ellos.",
    },
    unknown: {
      title: "Pago no encontrado",
      text: "Revise el enlace: puede que esté incompleto. Ábralo de nuevo desde donde lo recibió o pida uno nuevo.",
    },
    nothing: {
      title: "Aquí no hay nada que pagar",
      text: "Esta página se abre con el enlace de un pago. Revise el enlace que le dieron.",
    },
  },
  errorPage: {
    missing: {
      title: "Página no encontrada",
      text: "Revise la dirección. Si quería pagar, abra de nuevo su enlace de pago.",
    },
    api: {
      title: "Esta dirección es para programas",
      text: "Forma parte de la API y no tiene página. Si quería pagar, abra de nuevo su enlace de pago.",
    },
    busy: { title: "Demasiadas solicitudes", text: "Espere un momento y vuelva a cargar esta página." },
    fault: {
      title: "Algo ha fallado",
      text: "Abrir esta página no ha pagado nada. Inténtelo de nuevo en un momento.",
    },
    request: "Solicitud {id}",
    next: {
      missing: "Abrir la consola, si es comerciante",
      api: "Leer la referencia de la API",
      busy: "Intentar de nuevo",
      fault: "Intentar de nuevo",
    },
  },
  live: {
    timeLeft: "Tiempo restante: {time}",
    minutesLeft: plural({
      one: "Queda {count} minuto para pagar",
      many: "Quedan {count} de minutos para pagar",
      other: "Quedan {count} minutos para pagar",
    }),
    copied: "Copiado",
    offline: "Sin conexión. Reintentando…",
    unreachable: "El servicio de pago no responde. Reintentando…",
    redirecting: plural({
      one: "Volverá a {merchant} en {count} segundo.",
      many: "Volverá a {merchant} en {count} de segundos.",
      other: "Volverá a {merchant} en {count} segundos.",
    }),
    stay: "Quedarse en esta página",
    ownTab: "Pagar en una pestaña nueva",
  },
  buyerData,
  paymentLink,
  wallet,
};
