import type { signIn as english } from "./en.ts";

export const signIn: typeof english = {
  title: "Iniciar sesión",
  text: "Inicie sesión para ver sus pagos",
  byPassword: "Iniciar sesión con una contraseña",
  byKey: "Iniciar sesión con una clave de API",
  byPasskey: "Iniciar sesión con una llave de acceso",
  email: "Correo electrónico",
  password: "Contraseña",
  emailFault: "Introduzca su dirección de correo electrónico.",
  passwordFault: "Introduzca su contraseña.",
  keyFault: "Introduzca una clave de API.",
  wrong: "Correo electrónico o contraseña incorrectos.",
  noAccount: "¿No tiene cuenta o ha perdido la contraseña? Pida un enlace a un propietario o a un gerente.",
  key: "Clave de API",
  keyText: "Una clave de socio, o una clave de lectura si solo quiere consultar.",
  invalidKey: "Esta clave no es válida o se ha revocado. Compruebe que la ha copiado completa.",
  walletKey: "No se puede iniciar sesión con claves de billetera. Use una clave de socio o de lectura.",
  operator: "El operador crea las claves con {command}. La consola guarda una sesión, nunca la clave.",
  reference: "Referencia de la API",
};
