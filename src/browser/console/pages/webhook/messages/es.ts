import { plural } from "../../../../../pages/messages/message.ts";
import type { webhook as english } from "./en.ts";

export const webhook: typeof english = {
  title: "Endpoint de webhook",
  endpoint: "Endpoint",
  added: "Añadido: {time}",
  actions: {
    menu: "Acciones",
    test: "Enviar prueba",
    testQueued: "Evento de prueba en cola",
    replay: "Reenviar las entregas fallidas",
    replayQueued: "Entregas fallidas de las últimas {hours} horas en cola",
  },
  edit: {
    item: "Editar",
    title: "Editar el endpoint",
    question: "¿Guardar estos cambios?",
    confirm: "Guardar",
  },
  enable: { item: "Activar", question: "¿Activarlo?" },
  disable: { item: "Desactivar", question: "¿Desactivarlo?" },
  rotate: {
    item: "Cambiar el secreto",
    question: "¿Cambiar el secreto por uno nuevo?",
    text: "Durante un día, los eventos se firman también con el secreto anterior.",
    confirm: "Cambiar",
    secret: "El nuevo secreto",
    advice:
      "Durante un día, los eventos se firman con ambos secretos. Sustituya el anterior en su servidor antes de que termine ese plazo.",
  },
  remove: {
    item: "Eliminar",
    question: "¿Eliminar este endpoint?",
    text: "No recibirá más eventos y sus entregas pendientes se darán por terminadas.",
  },
  deliveries: {
    title: "Entregas",
    text: "Los últimos {days} días, de más reciente a más antigua",
    status: "Estado",
    all: "Todas las entregas",
    none: "No hay entregas",
    noneText: "Los eventos aparecen aquí cuando se envían a este endpoint. Envíe una prueba para ver uno.",
    attempts: plural({ one: "{count} intento", many: "{count} de intentos", other: "{count} intentos" }),
    more: "Mostrar más",
  },
};
