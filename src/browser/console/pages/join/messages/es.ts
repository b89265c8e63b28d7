import type { join as english } from "./en.ts";

export const join: typeof english = {
  title: "Unirse",
  titleOf: "Unirse a {partner}",
  newPassword: "Establecer una nueva contraseña",
  role: "Su rol: {role}. {may}",
  name: "Nombre",
  email: "Correo electrónico",
  emailText: "Con él iniciará sesión.",
  password: "Contraseña",
  faults: {
    email: "Esta dirección no se puede usar: está incompleta o pertenece a otra cuenta.",
    password:
      "Esta contraseña es demasiado fácil de adivinar. Use al menos cinco caracteres distintos, y no use su nombre ni su dirección de correo.",
  },
  submit: "Unirse",
  submitPassword: "Establecer la contraseña",
  ended: {
    title: "Este enlace ya no es válido",
    text: "Sirve una sola vez y por tiempo limitado. Si ya lo ha usado, inicie sesión. Si no, pida uno nuevo a la persona que se lo envió.",
    signIn: "Iniciar sesión",
    open: "Abrir la consola",
  },
};
