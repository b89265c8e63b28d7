import type { approvals as english } from "./en.ts";

export const approvals: typeof english = {
  waiting: {
    title: "Pendiente de aprobación",
    text: "Una segunda persona aprueba o rechaza estos cambios.",
    ofMerchant: "{change}: {merchant}",
    removedUser: "Un usuario quitado",
    asked: "{name} lo solicitó el {asked}. Caduca el {expires}.",
    now: "Ahora",
    next: "Nuevo",
    whenAsked: "Al solicitarlo",
    outdated:
      "Obsoleta: lo que se iba a cambiar ya no es como antes, o quien la hizo ya no puede solicitarlo. No se puede aprobar.",
    approve: "Aprobar",
    reject: "Rechazar",
    withdraw: "Retirar",
    onTheRequest: "{action}: {change}, solicitado por {name}",
    own: "Otro propietario o gerente debe aprobarlo. Avise a uno de ellos: Turnpike no envía correos. Lo encontrará en el resumen y en la página del comercio.",
    ownOfAll:
      "Otro propietario, o un gerente de todos los comercios, debe aprobarlo. Avise a uno de ellos: Turnpike no envía correos. Lo encontrará en el resumen y en la página Equipo.",
    byPeople: "Lo deciden los propietarios y gerentes con su propia cuenta. Las claves no pueden.",
  },
  changes: {
    add: "Añadir cuentas de destino",
    change: "Cambiar una cuenta de destino",
    remove: "Quitar una cuenta de destino",
    single_person: "Dejar de exigir una segunda persona",
  },
  approve: {
    question: "¿Aprobar este cambio?",
    ask: "Pregunte a {name} en persona o por teléfono si es correcto y compare cada carácter. El dinero enviado a una dirección equivocada se pierde.",
    single_person: "Después, un propietario o gerente podrá cambiar las cuentas de destino por sí solo.",
    done: "Aprobado",
    doneText: "El cambio está en vigor.",
  },
  rejected: { title: "Rechazado", text: "No se ha cambiado nada." },
  withdrawn: { title: "Retirado", text: "No se ha cambiado nada." },
  closed: {
    title: "Ya no se puede decidir sobre esto",
    text: "Otra persona ya ha decidido, la solicitud ha caducado o lo que se iba a cambiar ya no es como antes.",
  },
  asking: {
    note: "Otro propietario o gerente debe aprobarlo antes de que entre en vigor.",
    done: "Pendiente de aprobación",
    doneText: "Otro propietario o gerente tiene tres días para aprobarlo.",
    byPeople:
      "Una segunda persona debe aprobar los cambios de cuentas de destino. Inicie sesión con su propia cuenta para solicitar uno: con claves no se puede.",
  },
  second: {
    title: "Segunda persona",
    on: "Se exige. Una cuenta de destino solo cambia cuando una segunda persona lo ha aprobado.",
    off: "No se exige. Un propietario o un gerente puede cambiar las cuentas de destino por sí solo.",
    byOwners: "Un propietario que inicie sesión con su propia cuenta puede cambiarlo.",
    inviteYourself: "Si nadie tiene una todavía, invítese como propietario.",
    require: "Exigir una segunda persona",
    question: "¿Exigir una segunda persona?",
    effects: [
      "Nadie puede cambiar las cuentas de destino por sí solo, y las claves de API no pueden cambiarlas en absoluto.",
      "Solo el operador puede invitar a propietarios y gerentes o darles enlaces nuevos. Las invitaciones pendientes de esas personas dejan de ser válidas.",
      "Para dejar de exigir una segunda persona, una segunda persona debe aprobarlo.",
    ],
    tooFew:
      "Todavía no hay nadie más que pueda aprobar. Invite a otro propietario o a un gerente de todos los comercios. Cuando se haya unido, podrá exigir una segunda persona.",
    byOperator: "Solo el operador puede dar este rol mientras se exija una segunda persona.",
    alone: {
      title: "Muy pocas personas pueden aprobar",
      text: "Nadie aprueba su propia solicitud, y se han unido menos de dos propietarios o gerentes de todos los comercios. Pida al operador que invite a otra persona o que deje de exigir una segunda persona.",
    },
    required: "Ahora se exige una segunda persona",
    requiredText: "Se aplica a todas las cuentas de destino.",
    stop: "Dejar de exigirla",
    stopQuestion: "¿Dejar de exigir una segunda persona?",
    stopText: "Otro propietario o un gerente de todos los comercios debe aprobarlo.",
  },
};
