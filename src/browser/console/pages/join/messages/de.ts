import type { join as english } from "./en.ts";

export const join: typeof english = {
  title: "Beitreten",
  titleOf: "{partner} beitreten",
  newPassword: "Neues Passwort festlegen",
  role: "Ihre Rolle: {role}. {may}",
  name: "Name",
  email: "E-Mail-Adresse",
  emailText: "Damit melden Sie sich an.",
  password: "Passwort",
  faults: {
    email: "Diese Adresse lässt sich nicht verwenden: Sie ist unvollständig oder gehört zu einem anderen Konto.",
    password:
      "Dieses Passwort ist zu leicht zu erraten. Verwenden Sie mindestens fünf verschiedene Zeichen und weder Ihren Namen noch Ihre E-Mail-Adresse.",
  },
  submit: "Beitreten",
  submitPassword: "Passwort festlegen",
  ended: {
    title: "Dieser Link gilt nicht mehr",
    text: "Er gilt nur einmal und nur für begrenzte Zeit. Wenn Sie ihn bereits genutzt haben, melden Sie sich an. Bitten Sie sonst die Person, die ihn Ihnen geschickt hat, um einen neuen.",
    signIn: "Anmelden",
    open: "Konsole öffnen",
  },
};
