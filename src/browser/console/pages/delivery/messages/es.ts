import type { delivery as english } from "./en.ts";

export const delivery: typeof english = {
  title: "Entrega",
  sendAgain: "Reenviar",
  queued: "En cola: se envía en un momento",
  sentTo: "A {endpoint}",
  sentToWithNext: "A {endpoint}. Próximo intento: {time}",
  thisEndpoint: "este endpoint",
  attempts: "Intentos",
  attemptsText: "De más reciente a más antiguo",
  none: "Aún no hay ninguno.",
  noResponse: "Sin respuesta",
  request: "Solicitud",
  requestText: "POST con este cuerpo y una firma",
  requestTextCommerce:
    "El evento de esta solicitud. El endpoint lo recibe como un evento de Coinbase Commerce sobre el cargo.",
  reasons: {
    refused: "Rechazó la conexión",
    closed: "Cerró la conexión sin responder",
    unreachable: "No se pudo contactar",
    notPublic: "Su dirección no está en la Internet pública",
    slow: "Tardó más de {seconds} s",
    certificate: "No tiene un certificado TLS válido ({code})",
    notHttp: "Envió una respuesta que no es HTTP",
    status: "Respondió con el estado {status}",
    erased: "Los datos del evento se han borrado",
    notServed: "Este endpoint no se atiende",
    notSigned: "Esta instalación no pudo firmar la entrega",
  },
};
