import type { till as english } from "./en.ts";

export const till: typeof english = {
  title: "Caja",
  pages: "Página",
  charge: "Cobrar",
  today: "Hoy",
  offline: "Sin conexión",
  offlineText:
    "Para nuevas ventas, espere a que el dispositivo vuelva a tener conexión. Una venta cuyo código ya se ha mostrado todavía se puede pagar.",
  pair: {
    title: "Vincular este dispositivo",
    text: "El dispositivo se convierte en una caja: cobra para un solo comercio y solo ve sus propias ventas.",
    code: "Código de vinculación",
    codeText: "Un gerente lo obtiene en la consola, en «Cajas».",
    wrong: "Este código no funciona",
    wrongText: "Compruebe el código o pida uno nuevo a su gerente.",
    ended: "Esta caja ya no está vinculada",
    endedText: "Un gerente revocó «{name}» o vinculó otro dispositivo en su lugar. Pida un código nuevo a su gerente.",
    openSale: "Su venta de {amount} seguía abierta ({reference}). Su gerente puede ver si se pagó.",
  },
  signedIn: {
    title: "Ha iniciado sesión en la consola",
    text: "Esta página es para dispositivos vinculados como caja. Para vincular otro dispositivo, cree un código en «Cajas».",
    thisDevice: "Para convertir este dispositivo en una caja, cierre antes la sesión.",
    leave: "Cerrar sesión y vincular",
  },
  sales: {
    paid: "Cobrado hoy",
    nothing: "Nada todavía",
    title: "Ventas",
    none: "Hoy aún no hay ventas",
    noneText: "Aquí aparece cada venta de esta caja.",
    list: "Ventas de hoy",
    print: "Imprimir recibo",
    printReceipt: "Imprimir el recibo de {reference}",
  },
  receipt: {
    reference: "Recibo {reference}",
    paidWith: "Pagado con {amount}",
    transaction: "Transacción {hash}",
  },
  unpair: {
    action: "Desvincular este dispositivo",
    question: "¿Desvincular este dispositivo?",
    text: "¿Desvincular este dispositivo? Un gerente tendrá que volver a vincularlo.",
    keep: "No desvincular",
    confirm: "Sí, desvincular",
  },
};
