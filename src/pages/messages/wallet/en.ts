// Texts for paying with a browser wallet.
export const wallet = {
  title: "Pay with a wallet in this browser",
  choose: "Choose your wallet",
  /** For a wallet without a name. */
  nameless: "Browser wallet",
  connecting: "Open {wallet} and allow the connection.",
  hint: "Connect to see what you can pay with. Nothing is paid until you confirm it in your wallet.",
  connected: "Connected: {wallet}",
  otherWallet: "Change wallet",
  loading: "Checking what you can pay with…",
  options: "Choose what to pay with",
  account: "From account",
  showAll: "Show all {count}",
  noFee: "no network fee",
  fee: "network fee about {fee}",
  fees: "plus network fee",
  noOptions: "This wallet can't make this payment",
  noOptionsHint: "It would need one of these:",
  noneAccepted: "The shop does not accept any payment right now. Try again in a few minutes.",
  notRead: "Your payment options could not be loaded",
  refusedTitle: "This wallet can't be used here",
  /** Why something can't be used. */
  unavailable: {
    title: "Not available ({count})",
    insufficient_balance: "You have {balance}. {shortfall} more is needed.",
    none: "You have none. {amount} is needed.",
    insufficient_gas: "You have enough, but the network fee takes about {required} and you have {balance}.",
    chain_unavailable: "{network} is not working properly right now. Try again in a few minutes.",
    below_minimum: "Accepted from {minimum} on.",
    amount_too_high: "This amount is too high for {network}.",
    no_price: "There is no current price for it.",
    pays_itself: "This account receives the payment, so it can't also pay it.",
    account_refused: "This account can't be used here.",
    /** A network's coin whose name is unknown. */
    coin: "of the network's coin",
  },
  lookAgain: "Check again",
  pay: "Pay {amount}",
  /** Instead of `pay`, if the buyer's details come first. */
  next: "Continue",
  starting: "One moment…",
  priceUntil: "Price valid until {time}.",
  /** What the wallet will ask for, by the option's steps. */
  plan: {
    sign: "You sign once in your wallet. There is no network fee.",
    approveSign: "Two steps: you allow {token} to be used, which costs a small network fee, and sign the payment.",
    send: "You send one transaction. Your wallet adds the network fee.",
    approveSend:
      "Two transactions: you allow this amount of {token}, and send the payment. Your wallet adds the network fees.",
    buyerDataFirst: "You will first be asked for your name, date of birth, and where you live or were born.",
  },
  form: {
    title: "Your details",
    close: "Close",
  },
  executing: {
    count: "Step {index} of {count}",
    sign: "Sign the payment of {amount} in {wallet}",
    approve: "Allow {token} in {wallet}",
    send: "Send {amount} in {wallet}",
    hint: "Your wallet has opened, or shows a waiting request. Check the amount there.",
    back: "Choose something else",
  },
  confirming: {
    title: "Submitting your payment…",
    hint: "This takes a moment. Please leave this page open.",
    unsure: "Your payment could not be submitted yet",
    unsureHint: "What you signed is kept in this tab and submitted again automatically. Don't pay a second time.",
    unsureSent: "Your payment was sent but hasn't been found yet",
    unsureSentHint: "This can take a moment. This page keeps looking. Don't pay a second time.",
    again: "Try again now",
  },
  problems: {
    refused: "You declined it in your wallet. Nothing was paid. You can try again at any time.",
    walletBusy: "Your wallet is waiting for you: open it, unlock it, and respond to the open request. Then try again.",
    accountChanged:
      "Your wallet no longer gives access to this account. Choose the account in your wallet and try again.",
    unknownChain:
      "Your wallet could not switch to {network}. Add {network} in your wallet or switch to it there, or choose another option.",
    insufficientFunds:
      "This account does not have enough for the amount and the network fee. Add funds, or choose another option.",
    walletUnable: "Your wallet couldn't do this. Try again, choose another option, or use another wallet.",
    maybeSent:
      "Your wallet may have sent this payment. If it shows a sent or pending transaction, don't pay again: this page will find it. Otherwise, try again.",
    accountRefused: "Payments from this account cannot be accepted. Choose another account or wallet.",
    notWhatWasChosen: "This isn't the payment you chose, so nothing was signed. Please tell the shop.",
    priceExpired: "The price has changed. Check the new amount, then pay.",
    priceUpdated: "Prices were updated.",
    optionGone: "This option is no longer available. Choose another one.",
    buyerDataMissing: "Your details are still needed for this payment.",
    buyerDataFailed: "The form could not be completed. Try again.",
    wrongSignature:
      "The signature is not from the account that pays. Choose that account in your wallet and try again.",
    balanceTaken:
      "This account does not have enough for this payment and the others that it has signed. Nothing was paid. Add funds, or choose another option.",
    optionRefused: "The network refuses this payment. Nothing was paid. Choose another option.",
    notDone: "Your transaction did not make this payment. Check it in your wallet, then try again.",
    noAnswer: "The payment service isn't responding right now. Nothing was paid. Try again in a moment.",
    over: "This payment can no longer be paid.",
    unknown: "Something went wrong, and nothing was paid. Try again, or use another wallet.",
  },
};

export type WalletMessages = typeof wallet;
