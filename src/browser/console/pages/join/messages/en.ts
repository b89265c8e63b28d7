export const join = {
  title: "Join",
  titleOf: "Join {partner}",
  newPassword: "Set a new password",
  role: "Your role: {role}. {may}",
  name: "Name",
  email: "Email address",
  emailText: "You sign in with it.",
  password: "Password",
  faults: {
    email: "This address can't be used: it is incomplete, or it belongs to another account.",
    password:
      "This password is too easy to guess. Use at least five different characters, and neither your name nor your email address.",
  },
  submit: "Join",
  submitPassword: "Set password",
  /** Of a link that was used or replaced, or has expired. */
  ended: {
    title: "This link no longer works",
    text: "It works once, and only for a limited time. If you have already used it, sign in. Otherwise ask the person who sent it to you for a new one.",
    signIn: "Sign in",
    open: "Open the console",
  },
};
