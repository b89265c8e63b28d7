// La página de un enlace de pago en español.
import { plural } from "../message.ts";
import type { PaymentLinkMessages } from "./en.ts";

export const paymentLink: PaymentLinkMessages = {
  title: "Pagar a {merchant}",
  errorTitle: "Error: {title}",
  again: "Revise lo siguiente",
  amount: "Importe en {currency}",
  amountHint: "De {min} a {max}",
  optional: "{label} (opcional)",
  told: "{merchant} recibe lo que escriba aquí.",
  go: "Continuar al pago",
  next: "En la página siguiente elige cómo pagar.",
  phone: "Abrir esta página en el teléfono",
  qr: "Código QR de esta página",
  wrong: {
    amountMissing: "Escriba un importe.",
    amountMalformed: "Escriba el importe en cifras, por ejemplo {example}.",
    amountTooLow: "Escriba al menos {min}.",
    amountTooHigh: "Escriba como máximo {max}.",
    fieldMissing: "{label}: rellene este campo.",
    fieldMalformed: "{label}: el texto contiene caracteres invisibles. Escríbalo de nuevo.",
    fieldTooLong: plural({
      one: "{label}: como máximo {count} carácter.",
      many: "{label}: como máximo {count} de caracteres.",
      other: "{label}: como máximo {count} caracteres.",
    }),
  },
  closed: {
    disabled: { title: "Este enlace está desactivado", text: "Pregunte a {merchant} si todavía puede pagar." },
    expired: { title: "Este enlace ha caducado", text: "Pida uno nuevo a {merchant}." },
    used_up: {
      title: "Este enlace ya está pagado",
      text: "Se ha pagado todas las veces que permite. Si usted ha pagado, no tiene que hacer nada más. Si no, pida un enlace nuevo a {merchant}.",
    },
    taken: {
      title: "Otras personas están pagando ahora",
      text: "Ocupan los últimos pagos de este enlace. Inténtelo de nuevo en unos minutos.",
    },
    unavailable: {
      title: "{merchant} no acepta pagos por ahora",
      text: "Inténtelo más tarde o pregunte a {merchant}.",
    },
  },
  unknown: { title: "Enlace no encontrado", text: "Revise el enlace; puede estar incompleto o eliminado." },
};
