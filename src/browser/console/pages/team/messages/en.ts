import { plural } from "../../../../../pages/messages/message.ts";

export const team = {
  text: "People who sign in to this console, each with a role.",
  invite: "Invite someone",
  none: "Nobody has been invited yet",
  noneText: "Invite yourself first as an owner, so that nobody has to sign in with an API key.",
  invitation: "The invitation",
  invitationText: "Send it to this person only: anyone who opens it can join. It works once, for seven days.",
  list: {
    users: "Users",
    merchants: plural({ one: "{count} merchant", other: "{count} merchants" }),
    you: "You",
    invited: "Invited",
    /** The parts of the line below a user. */
    validUntil: "Invitation valid until {time}",
    linkEnded: "The link has ended. Make a new one.",
    joined: "joined {time}",
    sessions: plural({ one: "{count} session", other: "{count} sessions" }),
  },
  /** A button, its meaning for screen readers, and what it asks or reports. */
  end: {
    button: "End sessions",
    of: "End sessions of {name}",
    done: "Sessions ended",
    doneText: "{name} has to sign in again.",
  },
  rights: {
    button: "Rights",
    of: "Change rights of {name}",
    title: "Rights of {name}",
    question: "Change {name}'s rights?",
    confirm: "Change rights",
  },
  link: {
    button: "New link",
    of: "New link for {name}",
    /** For somebody who has not joined. */
    question: "New invitation for {name}?",
    text: "An earlier link stops working.",
    passwordQuestion: "New password for {name}?",
    passwordText: "{name} sets a new password with the link. Sessions end when that is done.",
    confirm: "Create link",
  },
  remove: {
    button: "Remove",
    of: "Remove {name}",
    question: "Remove {name}?",
    text: "{name} is signed out at once. The name, the email address and the network addresses are erased; the audit log keeps only an ID.",
    confirm: "Remove user",
    done: "User removed",
    doneText: "{name} can no longer sign in.",
  },
  form: {
    question: "Invite {name}?",
    confirm: "Create invitation",
    name: "Name",
    nameText: "As the audit log will show it. The person enters an email address when joining.",
    role: "Role",
    merchantsText: "Limits the user to these merchants. Leave it empty for all.",
    clearMerchants: "Clear merchants",
  },
};
