import { plural } from "../../../../../pages/messages/message.ts";
import type { exceptions as english } from "./en.ts";

export const exceptions: typeof english = {
  text: "Dinero que ha llegado pero no concuerda con el estado de su pago. Cada incidencia indica qué ha ocurrido y qué hacer.",
  type: "Tipo de incidencia",
  allTypes: "Todos los tipos",
  showAll: "Un solo pago · Mostrar todos",
  more: "Mostrar más",
  noMatch: "Ninguna incidencia coincide",
  noMatchText: "Quite el filtro para ver todas las incidencias.",
  none: "Sin incidencias",
  noneText: "Todo el dinero concuerda con el estado de su pago. Si eso cambia, aquí verá qué hacer.",
  urgency: { bad: "Falta dinero", warn: "Requiere acción", busy: "En resolución" },
  resolved: "Resuelta",
  resolvedText: "Nada. La transferencia se confirmó después ({time}) y ha saldado el pago.",
  whatHappened: "Qué ha ocurrido",
  whatToDo: "Qué hacer",
  view: "Ver el pago",
  copyHash: "Copiar el hash de la transacción",
  fee: "De ese importe, {fee} (en la unidad mínima del activo) fue a comisión.",
  sum: plural({
    one: "Es la suma de {count} transferencia; se indica la última.",
    many: "Es la suma de {count} de transferencias; se indica la última.",
    other: "Es la suma de {count} transferencias; se indica la última.",
  }),
  kinds: {
    settlement_failed: {
      title: "Pago revertido",
      what: "Una reorganización de la blockchain eliminó la transferencia cuando el pago ya se había completado, y no se puede volver a enviar. Usted no tiene este dinero.",
      todo: "Retenga la mercancía si aún no la ha enviado. Pida al comprador que vuelva a pagar con un nuevo pago; este sigue como «Pagado».",
    },
    underpaid: {
      title: "Pago insuficiente",
      what: "El comprador transfirió menos que el importe del pago, que sigue sin pagar.",
      todo: "No entregue la mercancía. Pida al comprador que pague el total y devuélvale el importe parcial.",
    },
    overpaid: {
      title: "Pago en exceso",
      what: "Una transferencia superó el importe del pago, o llegó un importe distinto cuando ya estaba pagado.",
      todo: "Abra el pago. Si se completó, devuelva el exceso. Si no, devuelva todo el importe o llegue a un acuerdo con el comprador.",
    },
    late: {
      title: "Pago fuera de plazo",
      what: "El dinero llegó cuando el pago ya había caducado, había fallado o se había cancelado. Usted tiene el dinero; el estado del pago no cambia.",
      todo: "Entregue la mercancía si aún quiere hacer la venta y anótela en su contabilidad. Si no, devuelva el dinero.",
    },
    duplicate: {
      title: "Pago duplicado",
      what: "El pago ya se había completado cuando llegó esta segunda transferencia.",
      todo: "Devuelva la segunda transferencia a quien la envió. El pago en sí es correcto.",
    },
    reorged: {
      title: "Transferencia descartada por la blockchain",
      what: "Una reorganización de la blockchain eliminó una transferencia que se le había comunicado. La misma transacción se ha enviado de nuevo y suele reaparecer en unos minutos.",
      todo: "Espere y retenga la mercancía que no haya enviado. Si la transferencia no se puede restablecer, aparecerá una incidencia «Pago revertido».",
    },
  },
};
