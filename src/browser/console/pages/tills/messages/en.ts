export const tills = {
  text: "Paired devices that take payments for one merchant and see only their own sales.",
  none: {
    left: "No tills in use",
    title: "No tills yet",
    text: "Pair a phone or a tablet at the counter. It needs no account, and you can revoke it at any time.",
  },
  add: "Pair a till",
  createCode: "Create code",
  list: {
    revoked: "Revoked",
    revokedTills: "Revoked tills",
    notPaired: "Not paired",
    lastUsed: "last used {time}",
    pairAgain: "Pair again",
    pairTillAgain: "Pair again: {name}",
    revoke: "Revoke",
    revokeTill: "Revoke {name}",
  },
  again: {
    question: "Pair {name} again?",
    text: "The device that is paired now stops working once another one uses the code.",
  },
  revoke: {
    question: "Revoke {name}?",
    text: "The device stops taking payments immediately, and this can't be undone. A sale that is open on it can still be paid.",
  },
  revoked: "Till revoked",
  revokedText: "{name} no longer takes payments.",
  create: {
    name: "Name",
    nameText: "Where the device is, for example the bar.",
    noMerchant: "Choose a merchant",
    question: "Pair {name}?",
    text: "The device takes payments for {merchant}. It can't refund or change anything.",
  },
  pairing: {
    title: "Pair the device",
    text: "Scan this code with the device, or open {address} on it and enter the code below. It works once, for ten minutes.",
    qr: "QR code for pairing the device",
    paired: "The device is paired and takes payments.",
    done: "Done",
  },
};
