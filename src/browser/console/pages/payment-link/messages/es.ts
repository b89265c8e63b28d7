import type { paymentLink as english } from "./en.ts";

export const paymentLink: typeof english = {
  title: "Enlace de pago",
  enable: "Activar",
  disable: "Desactivar",
  remove: {
    button: "Eliminar",
    question: "¿Eliminar este enlace?",
    text: "Su página y su código QR dejarán de funcionar. No se puede deshacer. Los pagos que los compradores ya han creado se podrán seguir pagando.",
    keep: "Conservar",
    confirm: "Eliminar el enlace",
  },
  page: {
    title: "Página",
    qrCode: "Código QR de la página",
    copy: "Copiar el enlace",
  },
  figures: {
    title: "Cifras",
    income: "Ingresos",
    noIncome: "Aún no hay",
    views: "Visitas",
    created: "Pagos creados",
    open: "Pendientes ahora",
    paid: "Pagados",
  },
  settings: {
    title: "Configuración",
    amount: "Importe",
    merchant: "Comercio",
    uses: "Pagos",
    noLimit: "Sin límite",
    expires: "Caduca",
    never: "Nunca",
    fields: "Datos que pide",
    noFields: "Ninguno",
    reference: "Referencia",
    id: "ID del enlace",
    copyId: "Copiar el ID del enlace",
    created: "Creado",
  },
};
