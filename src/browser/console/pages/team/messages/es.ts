import { plural } from "../../../../../pages/messages/message.ts";
import type { team as english } from "./en.ts";

export const team: typeof english = {
  text: "Personas que inician sesión en esta consola, cada una con un rol.",
  invite: "Invitar a alguien",
  none: "Aún no se ha invitado a nadie",
  noneText: "Invítese primero a usted como propietario, para que nadie tenga que iniciar sesión con una clave de API.",
  invitation: "La invitación",
  invitationText:
    "Envíela solo a esta persona: cualquiera que la abra puede unirse. Sirve una sola vez, durante siete días.",
  list: {
    users: "Usuarios",
    merchants: plural({ one: "{count} comercio", many: "{count} de comercios", other: "{count} comercios" }),
    you: "Usted",
    invited: "Invitación enviada",
    validUntil: "Invitación válida hasta: {time}",
    linkEnded: "El enlace ya no es válido. Cree uno nuevo.",
    joined: "se unió: {time}",
    sessions: plural({ one: "{count} sesión", many: "{count} de sesiones", other: "{count} sesiones" }),
  },
  end: {
    button: "Cerrar sesiones",
    of: "Cerrar las sesiones de {name}",
    done: "Sesiones cerradas",
    doneText: "{name} tiene que volver a iniciar sesión.",
  },
  rights: {
    button: "Permisos",
    of: "Cambiar los permisos de {name}",
    title: "Permisos de {name}",
    question: "¿Cambiar los permisos de {name}?",
    confirm: "Cambiar los permisos",
  },
  link: {
    button: "Nuevo enlace",
    of: "Nuevo enlace para {name}",
    question: "¿Nueva invitación para {name}?",
    text: "El enlace anterior dejará de funcionar.",
    passwordQuestion: "¿Nueva contraseña para {name}?",
    passwordText: "Con el enlace, {name} establece una nueva contraseña. Después se cierran sus sesiones.",
    confirm: "Crear el enlace",
  },
  remove: {
    button: "Quitar",
    of: "Quitar a {name}",
    question: "¿Quitar a {name}?",
    text: "Se cierra de inmediato la sesión de {name}. Se borran el nombre, el correo electrónico y las direcciones de red; en el registro de actividad solo queda un ID.",
    confirm: "Quitar usuario",
    done: "Usuario quitado",
    doneText: "{name} ya no puede iniciar sesión.",
  },
  form: {
    question: "¿Invitar a {name}?",
    confirm: "Crear la invitación",
    name: "Nombre",
    nameText: "Como aparecerá en el registro de actividad. La persona indica su correo electrónico al unirse.",
    role: "Rol",
    merchantsText: "Limita al usuario a estos comercios. Vacío: todos.",
    clearMerchants: "Borrar los comercios",
  },
};
