import { plural } from "../../../../../pages/messages/message.ts";
import type { newPayment as english } from "./en.ts";

export const newPayment: typeof english = {
  text: "Introduzca el importe, deje que el comprador escanee el código y vea cómo se paga.",
  forbidden: "No puede aceptar pagos",
  forbiddenText: "Pueden hacerlo los cajeros, los gerentes, los propietarios y las claves de socio.",
  noMerchant: {
    title: "Aún no hay comercios",
    text: "Cada pago pertenece a un comercio: la tienda que recibe el dinero y cuyo nombre y logotipo ve el comprador.",
    add: "Añadir comercio",
  },
  testNet: "Red de pruebas: no se mueve dinero real.",
  entry: {
    amount: "Importe en {currency}",
    refused: "Importe: {problem}.",
    keypad: "Teclado numérico",
    deleteDigit: "Borrar el último dígito",
    currency: "Moneda",
    chooseMerchant: "Elija un comercio",
    noConnection: "Esperando la conexión",
    enterAmount: "Falta el importe",
    charge: "Cobrar {amount}",
  },
  noAnswer: {
    title: "Sin respuesta",
    text: "No se sabe si el pago se ha creado. Compruebe su conexión y vuelva a cobrar: se repite el mismo pago y nunca se crea otro.",
  },
  merchant: {
    noDestination: "Aún sin cuenta de destino",
    noDestinationText:
      "Este comercio no tiene cuenta de destino para su dinero, así que es posible que los compradores no puedan pagar.",
    notActive: "No está activo",
    notActiveText: {
      inactive: "Este comercio está inactivo y no acepta nuevos pagos.",
      suspended: "Este comercio está suspendido y no acepta nuevos pagos.",
    },
    view: "Ver comercio",
  },
  options: {
    reference: "Referencia",
    referenceText: "Su número de pedido o de recibo. Después podrá buscarlo.",
    referenceMissing: "Introduzca una referencia.",
    lifetime: "Caduca después de",
    redirect: "Redirigir después al comprador",
    onSuccess: "Si se paga",
    onOther: "En cualquier otro caso",
    bothUrls: "Introduzca las dos URL o ninguna.",
    notHttps: "La URL debe empezar por https://",
  },
  sale: {
    title: "Venta de {amount}",
    scan: "Esperando a que el comprador escanee y pague.",
    received: "Pago recibido. Pendiente de confirmación en la blockchain.",
    offline: "Sin conexión",
    offlineText:
      "«Pagado» no puede aparecer aquí hasta que el dispositivo vuelva a tener conexión. El comprador puede escanear y pagar igualmente.",
    offlinePaying:
      "«Pagado» no puede aparecer aquí hasta que el dispositivo vuelva a tener conexión. No vuelva a cobrar al comprador.",
    qr: "Código QR del enlace de pago: {link}",
    timeLeft: "Quedan {time}",
    minutesLeft: plural({
      one: "queda alrededor de un minuto",
      many: "quedan alrededor de {count} de minutos",
      other: "quedan alrededor de {count} minutos",
    }),
    timeUp: "Se ha acabado el tiempo. Comprobando si se ha pagado…",
    paying: "El comprador ha pagado",
    payingText: "La confirmación suele tardar unos segundos. No vuelva a cobrar al comprador.",
    nextMeanwhile: "Mientras tanto, otra venta",
    copyLink: "Copiar enlace",
    leave: "Salir de la venta",
    cancel: "Cancelar venta",
    cancelQuestion: "¿Cancelar esta venta?",
    cancelText: "¿Cancelar esta venta? El comprador ya no podrá pagarla.",
    keep: "No cancelar",
    cancelNow: "Sí, cancelar",
  },
  end: {
    succeeded: { title: "Pagado", text: "Confirmado en la blockchain." },
    failed: {
      title: "No pagado",
      text: "El pago ha fallado y no se ha cobrado nada. El comprador puede volver a intentarlo con otro código.",
    },
    expired: {
      title: "Caducado",
      text: "El comprador no ha pagado a tiempo y este código ya no sirve. Cree otro si el comprador sigue ahí.",
    },
    cancelled: { title: "Cancelado", text: "Este código ya no sirve y no se ha cobrado nada." },
    next: "Siguiente venta",
    view: "Ver pago",
  },
};
