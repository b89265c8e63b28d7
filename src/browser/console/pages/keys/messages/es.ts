import type { keys as english } from "./en.ts";

export const keys: typeof english = {
  title: "Claves",
  text: "Claves de API para sus servidores, informes y billeteras. Una clave solo se muestra una vez: al crearla.",
  textReadOnly:
    "Claves de API para servidores, informes y billeteras. Ha iniciado sesión con una clave de lectura: para crear y revocar claves necesita una clave de socio.",
  add: "Nueva clave",
  roles: {
    partner: {
      label: "Socio",
      may: "Acceso completo: pagos, reembolsos, comercios, cuentas de destino y claves. Para sus servidores.",
    },
    read: {
      label: "Lectura",
      may: "Consulta pagos, comercios e incidencias. Para informes y para el personal que no hace cambios.",
    },
    wallet: {
      label: "Billetera",
      may: "Paga como billetera, sin acceso a sus datos. Para una billetera o una app con la que pagan los compradores.",
    },
    pos: {
      label: "Punto de venta",
      may: "Crea, sigue, cancela y lista los pagos de un comercio. Para una caja.",
    },
  },
  list: {
    active: "Claves activas",
    ended: "Claves revocadas y caducadas",
    revoked: "Revocada",
    expired: "Caducada",
    thisSession: "Esta sesión",
    created: "Creada: {time}",
    revokedAt: "revocada: {time}",
    expiredAt: "caducada: {time}",
    neverUsed: "sin usar",
    lastUsed: "último uso: {time}",
    expires: "caduca: {time}",
    onlyFrom: "solo desde {addresses}",
    noLabel: "Sin etiqueta",
    revoke: "Revocar",
    revokeKey: "Revocar {prefix}…",
  },
  create: {
    role: "Rol",
    label: "Etiqueta",
    labelText:
      "Opcional, pero permite distinguir sus claves: dónde se usa esta, por ejemplo, en el servidor de una tienda.",
    expiry: "Caducidad (opcional)",
    expiryText: "La clave deja de funcionar al comenzar este día.",
    addresses: "Direcciones permitidas (opcional)",
    addressesText: "Direcciones IP y redes, separadas por comas. Vacío: cualquier dirección.",
    question: {
      partner: "¿Crear una clave de socio?",
      read: "¿Crear una clave de lectura?",
      wallet: "¿Crear una clave de billetera?",
    },
    confirm: "Crear la clave",
    created: "Su nueva clave",
    advice: "Cópiela en un lugar seguro, como un gestor de contraseñas. Si la pierde, revóquela y cree una nueva.",
  },
  revoke: {
    question: "¿Revocar {prefix}…?",
    text: "Las solicitudes con esta clave fallarán de inmediato. No se puede deshacer.",
    own: "Ha iniciado sesión con esta clave",
    ownText: "Si la revoca, se cerrará su sesión. Asegúrese de tener otra clave de socio.",
    type: "Para confirmar, escriba {prefix}",
    confirm: "Revocar la clave",
    revoked: "Clave revocada",
    revokedText: "{prefix}… ya no funciona.",
  },
};
