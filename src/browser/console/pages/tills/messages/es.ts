import type { tills as english } from "./en.ts";

export const tills: typeof english = {
  text: "Dispositivos vinculados que cobran para un solo comercio y solo ven sus propias ventas.",
  none: {
    left: "No hay cajas en uso",
    title: "Aún no hay cajas",
    text: "Vincule un teléfono o una tableta en el mostrador. No necesita cuenta y puede revocarlo en cualquier momento.",
  },
  add: "Vincular una caja",
  createCode: "Crear código",
  list: {
    revoked: "Revocada",
    revokedTills: "Cajas revocadas",
    notPaired: "Sin vincular",
    lastUsed: "último uso: {time}",
    pairAgain: "Volver a vincular",
    pairTillAgain: "Volver a vincular: {name}",
    revoke: "Revocar",
    revokeTill: "Revocar {name}",
  },
  again: {
    question: "¿Volver a vincular {name}?",
    text: "El dispositivo vinculado ahora deja de funcionar en cuanto otro use el código.",
  },
  revoke: {
    question: "¿Revocar {name}?",
    text: "El dispositivo deja de aceptar pagos de inmediato y no se puede deshacer. Una venta abierta en él todavía se puede pagar.",
  },
  revoked: "Caja revocada",
  revokedText: "{name} ya no acepta pagos.",
  create: {
    name: "Nombre",
    nameText: "Dónde está el dispositivo, por ejemplo, en la barra.",
    noMerchant: "Elija un comercio",
    question: "¿Vincular {name}?",
    text: "El dispositivo cobra para {merchant}. No puede hacer reembolsos ni cambiar nada.",
  },
  pairing: {
    title: "Vincular el dispositivo",
    text: "Escanee este código con el dispositivo, o abra en él {address} e introduzca el código que aparece abajo. Sirve una sola vez, durante diez minutos.",
    qr: "Código QR para vincular el dispositivo",
    paired: "El dispositivo está vinculado y acepta pagos.",
    done: "Listo",
  },
};
