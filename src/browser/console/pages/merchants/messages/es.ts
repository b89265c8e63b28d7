import { plural } from "../../../../../pages/messages/message.ts";
import type { merchants as english } from "./en.ts";

export const merchants: typeof english = {
  text: "Las tiendas que cobran: el nombre y el logotipo que ven los compradores, y adónde va el dinero.",
  add: "Nuevo comercio",
  status: { active: "Activo", inactive: "Inactivo", suspended: "Suspendido" },
  search: "Buscar por nombre o ID",
  filters: { status: "Estado", any: "Cualquier estado" },
  list: {
    count: plural({ one: "{count} comercio", many: "{count} de comercios", other: "{count} comercios" }),
    more: "Mostrar más",
    noEmail: "Sin correo electrónico",
    noMatch: "No hay comercios que coincidan",
    noMatchText: "Se buscan nombres e ID. Los comercios eliminados no aparecen.",
    none: "Aún no hay comercios",
    noneText: "Un comercio es una tienda que cobra. Añada uno, indique adónde va su dinero y acepte su primer pago.",
  },
  form: {
    name: "Nombre",
    nameText: "Los compradores lo ven al pagar.",
    nameMissing: "Introduzca un nombre.",
    email: "Correo electrónico",
    emailText: "Los compradores no lo ven.",
    emailWrong: "Introduzca una dirección de correo, por ejemplo, shop@example.com.",
    logo: "Logotipo",
    newLogo: "Nuevo logotipo",
    logoText:
      "La URL https de una imagen cuadrada (JPEG, PNG, WebP o AVIF, de 500 a 4096 píxeles, 2 MB como máximo). Se descarga una vez y se guarda.",
    logoWrong: "La URL debe empezar por https://",
    removeLogo: "Quitar el logotipo",
    fetching: "Descargando y comprobando el logotipo…",
    refused: {
      merchantName: "Nombre: {problem}.",
      merchantEmail: "Correo electrónico: {problem}.",
      iconUrl: "Logotipo: {problem}.",
    },
  },
  create: {
    confirm: "Añadir comercio",
    added: "Se ha añadido {name}",
    addedText: "Ahora indique adónde va su dinero.",
  },
  select: {
    label: "Comercio",
    noMatch: "No hay comercios activos que coincidan",
  },
};
