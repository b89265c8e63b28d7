import { plural } from "../../../../../pages/messages/message.ts";
import type { webhooks as english } from "./en.ts";

export const webhooks: typeof english = {
  text: "Endpoints de sus servidores que reciben un evento por cada cambio.",
  endpoints: "Endpoints",
  add: "Nuevo endpoint",
  none: "Aún no hay endpoints",
  noneText:
    "Un endpoint es una URL https pública. Turnpike le envía eventos firmados, por ejemplo, cuando se completa un pago, y lo reintenta durante días si no responde.",
  allEvents: "Todos los eventos",
  ofMerchants: plural({
    one: "{types} de un comercio",
    many: "{types} de {count} de comercios",
    other: "{types} de {count} comercios",
  }),
  form: {
    urlText: "Una URL https pública. En desarrollo, también una del mismo equipo.",
    urlFault: "Introduzca una URL que empiece por {start}",
    description: "Descripción",
    eventsText: "Sin selección: todos los eventos, incluidos los tipos que se añadan más adelante.",
    merchantsText: "Sin selección: eventos de todos los comercios.",
  },
  create: {
    question: "¿Añadir este endpoint?",
    text: "Recibirá sus eventos: {url}",
    confirm: "Añadir endpoint",
    secret: "El secreto del endpoint",
    advice:
      "Su servidor lo necesita para verificar que un evento procede de aquí. Si lo pierde, cámbielo por uno nuevo.",
  },
  state: {
    enabled: "Activo",
    disabled: "Desactivado",
    failed: "Desactivado por errores",
  },
  disabledText: {
    gone: "Turnpike lo ha desactivado porque respondió con 410 Gone. Actívelo cuando acepte eventos.",
    failing:
      "Turnpike lo ha desactivado porque todas las entregas han fallado durante cinco días. Corrija el endpoint y actívelo después.",
  },
  delivery: {
    pending: "Pendiente",
    succeeded: "Entregado",
    failed: "Fallido",
  },
};
