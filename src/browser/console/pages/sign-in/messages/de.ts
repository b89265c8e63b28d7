import type { signIn as english } from "./en.ts";

export const signIn: typeof english = {
  title: "Anmelden",
  text: "Melden Sie sich bei Ihren Zahlungen an",
  byPassword: "Mit einem Passwort anmelden",
  byKey: "Mit einem API-Schlüssel anmelden",
  byPasskey: "Mit einem Passkey anmelden",
  email: "E-Mail-Adresse",
  password: "Passwort",
  emailFault: "Geben Sie Ihre E-Mail-Adresse ein.",
  passwordFault: "Geben Sie Ihr Passwort ein.",
  keyFault: "Geben Sie einen API-Schlüssel ein.",
  wrong: "E-Mail-Adresse oder Passwort ist falsch.",
  noAccount: "Kein Konto, oder Passwort vergessen? Bitten Sie einen Inhaber oder Manager um einen Link.",
  key: "API-Schlüssel",
  keyText: "Ein Partner-Schlüssel, oder ein Leseschlüssel, um nur zu lesen.",
  invalidKey: "Dieser Schlüssel ist ungültig oder wurde widerrufen. Prüfen Sie, ob Sie ihn vollständig kopiert haben.",
  walletKey: "Mit Wallet-Schlüsseln können Sie sich nicht anmelden. Verwenden Sie einen Partner- oder Leseschlüssel.",
  operator: "Der Betreiber erstellt Schlüssel mit {command}. Die Konsole behält eine Sitzung, nie den Schlüssel.",
  reference: "API-Referenz",
};
