// The pages that buyers see in English. It defines the keys of the other languages.
import type { MessagesOf } from "../../src/pages/messages/message.ts";

export const en = {
  /** Rendered by the server. */
  page: {
    title: "Pay {merchant} {amount}",
    payTo: "Pay {merchant}",
    reference: "Reference",
    testNet: "Test network: no real money moves.",
    testPayment: "Test payment: no real money moves.",
    payBy: "Pay by {time}",
    app: "Pay with a wallet app",
    appsText: "Choose your wallet. This page then opens inside it, where you pay.",
    open: "Another wallet",
    unopened:
      "Nothing opened? Then this app is not on your phone. Choose another one, or copy the payment link into your wallet.",
    otherDevice: "Pay with your phone",
    otherDeviceText: "Scan the code with your phone's camera or wallet.",
    showQr: "Show the QR code for another device",
    qr: "QR code for the payment link",
    link: "Payment link",
    copy: "Copy link",
    accepted: "You can pay with",
    /** Follows the tokens. */
    onNetworks: "on {networks}",
    cancel: "Cancel payment",
    cancelText: "This ends the payment permanently. To pay later, you need a new link from {merchant}.",
    cancelNow: "Yes, cancel the payment",
    noWallet: "No wallet was found in this browser. To pay with the wallet on your phone, scan the code below.",
    /** If the page also offers an address to send to. */
    noWalletSend:
      "No wallet was found in this browser. You can send the money from an exchange, or scan the code below to pay with the wallet on your phone.",
    outdated: "This browser is too old for paying in it. Update it, or pay with a wallet app or on another device.",
    noScript:
      "This page reloads itself every {count} seconds. To pay with a wallet in this browser, turn on JavaScript.",
    language: "Language",
    network: "Network",
    paidWith: "Paid with",
    /** Instead of `paidWith`, unless the payment has succeeded. */
    chosen: "You chose",
    paidOn: "Date",
    paymentId: "Payment ID",
    transaction: "Transaction",
    copyHash: "Copy",
    print: "Print receipt",
    share: "Share receipt",
    signedReceipt: {
      save: "Save signed receipt",
      about: "This file proves the payment. Anyone can check it, even without this website.",
      how: "How to check it",
    },
    mail: {
      label: "Your email address",
      hint: "Only for this receipt: the address is deleted once it is sent.",
      send: "Send receipt by email",
      asked:
        "The receipt is on its way. If it does not arrive within some minutes, check the address and your spam folder.",
      wrong: {
        missing: "Enter an email address.",
        malformed: "This is not an email address. Check it for mistakes.",
        stale: "This page was open for too long. Enter the address again.",
        busy: "Too many receipts were requested. Try again later.",
      },
    },
    explorer: "View on {explorer}",
    back: "Return to {merchant}",
    /** Paying by a transfer to an address. */
    send: {
      title: "Send from an exchange or any wallet",
      text: "You get an address to send to. Nothing is connected.",
      warning: "Choose the token and the network that you send with. Money sent on another network arrives late.",
      networkFor: "Network on which you send {token}",
      unavailable: "This choice is not available right now. Choose another one, or try again in a few minutes.",
      busy: "Too many addresses were asked for. Try again in a minute.",
      ended: "The price for {token} on {network} has ended. Send nothing more to that address, and choose again.",
      heading: "Send {amount} on {network}",
      only: "Send only {token}, and only on {network}. Anything else delays the money.",
      amount: "Amount in {token}",
      copyAmount: "Copy amount",
      address: "Address on {network}",
      copyAddress: "Copy address",
      exact: "Exactly this amount must arrive: if your exchange deducts a fee, add it. There is no memo or tag.",
      codes: "The QR code contains",
      codeWhole: "Amount and address",
      codePlain: "Only the address, for exchanges",
      qrWhole: "QR code for sending {amount} on {network}",
      qrPlain: "QR code for the address",
      compare: "Compare what you scanned: the address begins with {start} and ends with {end}.",
      inTime:
        "The transfer counts if {network} records it before the time runs out. Later, or if part of it is missing then, {merchant} gets the money but the payment stays unpaid.",
      /** The end of the price's validity. */
      holdsUntil: "This amount is valid until {time}.",
      waiting: "Nothing has arrived yet. Exchanges can take a while; this page shows the money as soon as it arrives.",
      partly: "Received {received} of {amount}: send {missing} more.",
      checking: "{amount} received. One moment…",
      again: "Check again",
      otherWay: "Choose another way to pay",
      /** Steps of a payment in progress. */
      deposited: "{amount} received",
      passedOn: "Passed on to {merchant}",
      /** On the receipt. */
      received: "Received",
      sentTo: "Sent to",
      transfer: "Your transfer",
      /** The payment ended without being paid. */
      came: "{amount} arrived on {network}. {merchant} gets this money: send nothing more, and ask them to return it or to complete your order.",
      /** Of them, not all that was asked. */
      tooLittle:
        "{received} of {amount} arrived on {network}; {missing} were missing. {merchant} gets this money: send nothing more, and ask them to return it or to complete your order.",
      /** Another token came, or money on another network. */
      other: "{amount} arrived on {network}. It can't pay this payment, and {merchant} gets it: ask them to return it.",
      refused: "Money from this sender can't be accepted. Send nothing more, and ask {merchant}.",
    },
    processing: {
      title: "Your payment is on its way",
      text: "You are all set. This page shows when the payment arrives; you can also close it.",
      signed: "Confirmed in your wallet",
      sent: "Sent to {network}",
      included: "Recorded by {network}",
      confirmations: "{done} of {total} confirmations",
      arrived: "Payment complete",
      estimate: "{network} usually takes about {time}.",
      /** Instead of the title and the text, well after that time. */
      late: "Your payment is taking longer than usual",
      lateText:
        "Don't pay a second time. This page keeps checking and shows how it ends; you can also close it and open the same link later. If you cannot wait, ask {merchant} and name the reference.",
    },
    succeeded: {
      title: "Payment complete",
      text: "You have paid {amount} to {merchant}.",
      paidBack: "{merchant} marked this payment as refunded on {date}.",
    },
    /** Money that came twice, too late, or beyond the amount. */
    excess: {
      duplicate:
        "You have paid twice: another {amount} arrived on {network}. {merchant} can see it and must send it back. If you ask, name the reference {reference}.",
      late: "{amount} arrived on {network} too late for this payment. Don't send it again: {merchant} can see it, and must send it back or agree with you on the order. If you ask, name the reference {reference}.",
      overpaid:
        "You have paid more than was asked, {amount} too much on {network}. {merchant} can see it and must send it back. If you ask, name the reference {reference}.",
      handled:
        "You paid twice, too late or too much: {amount} on {network}. {merchant} dealt with it on {date}. If you have not got it back, ask and name the reference {reference}.",
      sentBack: "You paid twice, too late or too much. {amount} was sent back to you on {date}.",
    },
    /** Refunds on the page of the payment, for its buyer. */
    refunds: {
      title: "Refund",
      requested: "{amount} is being sent back to you. {merchant} still has to sign it.",
      processing: "{amount} is being sent back to you. This takes a moment.",
      /** A form asks for the address. */
      address: "You get {amount} back as soon as {merchant} has your address.",
      claimed: "{amount} is being sent back to you. {merchant} has to accept your address first.",
      named: "{amount} is being sent back to you. {merchant} is still checking the address.",
      sent: "{amount} was sent back to you on {date}.",
      failed: "A refund of {amount} was not sent. Ask {merchant} if you expect it.",
      whole: "You have got back all that you paid.",
      part: "So far, {refunded} of {paid} went back to you.",
      tokens: "Amount",
      to: "To your address",
      claim: {
        title: "Where should the money go?",
        rejected:
          "{merchant} has rejected the address that was entered here. Enter another one, or ask {merchant} why.",
        text: "You paid by a transfer. The account that it came from may belong to an exchange, so {merchant} asks you for an address of your own.",
        label: "Your address on {network}",
        hint: "It begins with 0x and has 42 characters.",
        exchange:
          "With an exchange, take its deposit address for {token} on exactly {network}. On another network, the money is lost.",
        check: "Check the address",
        sure: "Is this your address?",
        compare:
          "Compare each group with your wallet or exchange. {merchant} sends {token} on {network} to this address. It cannot be called back.",
        use: "Yes, use this address",
        change: "Change it",
        errorTitle: "Error: {title}",
        wrong: {
          missing: "Enter an address.",
          name: "Enter the address itself instead of a name. It begins with 0x.",
          secret: "This is not an address. If it is a secret key, keep it to yourself: it gives access to your money.",
          length: "An address has 42 characters, and this has {count}. Copy all of it again.",
          malformed:
            "This is not an address on {network}. Choose {network} in your wallet or exchange, and copy it there.",
          foreign: "This address is for another network. Enter one on {network}.",
          mistyped: "A character is wrong: it was mistyped. Copy the address again instead of typing it.",
          unowned: "This address belongs to nobody. Money that is sent to it is lost.",
          token: "This is the address of a token. Copy the address of your account instead.",
          router: "This address belongs to the payment system. Copy the address of your account instead.",
          merchant: "This address belongs to {merchant}. Enter your own.",
          deposit: "This address was made for a payment, and is not yours. Copy the address of your account instead.",
          refused: "This address can't be used. Enter another one, or ask {merchant}.",
          busy: "The address could not be checked right now. Try again in a moment.",
        },
      },
    },
    failed: {
      title: "The payment failed",
      text: "Nothing was paid. Ask {merchant} for a new payment link and try again.",
      declined: "This account can't be used for it, and nothing was paid. Ask {merchant} for another way to pay.",
    },
    expired: {
      title: "The payment has expired",
      text: "It was not paid in time. Ask {merchant} for a new payment link.",
      sentAnyway: "If you did send money, don't send it again. Tell {merchant}, who can see it.",
    },
    cancelled: {
      title: "The payment was cancelled",
      byBuyer:
        "You cancelled it, and nothing was paid. If you still want to pay, ask {merchant} for a new payment link.",
      byMerchant: "{merchant} cancelled it, and nothing was paid. Ask them if you did not expect this.",
    },
    unknown: {
      title: "Payment not found",
      text: "Check the link; it may be incomplete. Open it again from where you received it, or ask for a new one.",
    },
    nothing: {
      title: "There is nothing to pay here",
      text: "This page needs a payment link. Check the link you were given.",
    },
  },
  /** Shown instead of an error's JSON to a person who opened an address that is not a page. */
  errorPage: {
    missing: {
      title: "Page not found",
      text: "Check the address. If you wanted to pay, open your payment link again.",
    },
    api: {
      title: "This address is for programs",
      text: "It is part of the API and has no page. If you wanted to pay, open your payment link again.",
    },
    busy: { title: "Too many requests", text: "Wait a moment, then reload this page." },
    fault: { title: "Something went wrong", text: "Nothing was paid by opening this page. Try again in a moment." },
    request: "Request {id}",
    /** Labels of the link to the next step. */
    next: {
      missing: "Open the console, as a merchant",
      api: "Read the API reference",
      busy: "Try again",
      fault: "Try again",
    },
  },
  /** Sent to the browser for changes while the page is open. */
  live: {
    timeLeft: "Time left: {time}",
    minutesLeft: { one: "{count} minute left to pay", other: "{count} minutes left to pay" },
    copied: "Copied",
    /** The browser has no network; otherwise the service is unreachable. */
    offline: "No connection. Trying again…",
    unreachable: "The payment service isn't responding. Trying again…",
    redirecting: {
      one: "Returning to {merchant} in {count} second.",
      other: "Returning to {merchant} in {count} seconds.",
    },
    stay: "Stay on this page",
    /** Shown on a page in a shop's frame, which some wallets do not reach. */
    ownTab: "Pay in a new tab",
  },
  /** The hosted buyer-data form. */
  /** A payment link's page. */
  /** Texts of a payment link's page. */
  paymentLink: {
    title: "Pay {merchant}",
    errorTitle: "Error: {title}",
    again: "Please check the following",
    amount: "Amount in {currency}",
    amountHint: "From {min} to {max}",
    optional: "{label} (optional)",
    told: "{merchant} receives what you enter here.",
    go: "Continue to payment",
    next: "On the next page you choose how to pay.",
    phone: "Open this page on your phone",
    qr: "QR code for this page",
    /** Error messages. */
    wrong: {
      amountMissing: "Enter an amount.",
      amountMalformed: "Enter an amount in digits, for example {example}.",
      amountTooLow: "Enter at least {min}.",
      amountTooHigh: "Enter at most {max}.",
      fieldMissing: "{label}: fill in this field.",
      fieldMalformed: "{label}: this text contains invisible characters. Type it again.",
      fieldTooLong: {
        one: "{label}: enter at most {count} character.",
        other: "{label}: enter at most {count} characters.",
      },
    },
    /** Why nothing can be paid. */
    closed: {
      disabled: { title: "This link is switched off", text: "Ask {merchant} whether you can still pay." },
      expired: { title: "This link has expired", text: "Ask {merchant} for a new one." },
      used_up: {
        title: "This link has been paid",
        text: "It has been paid as often as it allows. If you paid, there is nothing more to do. Otherwise, ask {merchant} for a new link.",
      },
      taken: {
        title: "Others are paying right now",
        text: "They hold the last payments of this link. Try again in a few minutes.",
      },
      unavailable: { title: "{merchant} accepts no payments now", text: "Try again later, or ask {merchant}." },
    },
    unknown: { title: "Link not found", text: "Check the link; it may be incomplete or deleted." },
  },
  /** Texts of the hosted buyer-data form. */
  buyerData: {
    title: "Your details",
    titleFor: "Your details for {merchant}",
    errorTitle: "Error: {title}",
    from: "from {account}",
    intro: "{merchant} needs to know who is paying. Please finish by {time}.",
    again: "Please check the following",
    fullName: "Full name",
    fullNameHint: "As in your passport or identity card",
    dob: "Date of birth",
    place: "Home address or place of birth",
    placeHint: "One of the two is enough.",
    por: "Home address",
    pob: "Place of birth",
    porCountry: "Country you live in",
    porAddress: "Address",
    porAddressHint: "Street and number, postcode, town",
    pobCountry: "Country you were born in",
    pobAddress: "Town or city",
    chooseCountry: "Choose a country",
    /** {terms} is a link with the text of `terms`. */
    agree: "These details are mine and correct, and I accept the {terms}.",
    terms: "terms of service",
    agreeWithMerchant:
      "These details are mine and correct, and I accept the terms of service of {merchant} for this payment.",
    go: "Continue",
    keptDays: {
      one: "Your details are stored encrypted and deleted after {count} day.",
      other: "Your details are stored encrypted and deleted after {count} days.",
    },
    keptYears: {
      one: "Your details are stored encrypted and deleted after {count} year.",
      other: "Your details are stored encrypted and deleted after {count} years.",
    },
    /** Error messages by field. */
    wrong: {
      fullName: "Enter your full name.",
      dob: "Enter your date of birth, in the past.",
      porCountry: "Choose the country you live in.",
      porAddress: "Enter your address.",
      pobCountry: "Choose the country you were born in.",
      pobAddress: "Enter the town or city you were born in.",
      tosConfirmed: "Confirm your details and the terms.",
    },
    done: {
      title: "Details received",
      heading: "Thank you",
      text: "Your details have been received. Go back to your wallet to finish the payment.",
    },
    /** The payment had already ended when the form was opened. */
    closed: {
      requires_action: "The payment has changed",
      processing: "The payment is in progress",
      succeeded: "The payment is complete",
      failed: "The payment has failed",
      expired: "The payment has expired",
      cancelled: "The payment was cancelled",
    },
    closedText: "Details can no longer be entered. You can close this page.",
    unknown: "Form not found",
    unknownText: "Go back to your wallet and open the form from there.",
  },
  /** Texts for paying with a browser wallet. */
  wallet: {
    title: "Pay with a wallet in this browser",
    choose: "Choose your wallet",
    /** A wallet without a name. */
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
    /** The fee in coin and in the payment's currency. */
    feeWorth: "{fee} ({worth})",
    /** Above the button that pays. */
    total: "You pay {amount}",
    totalAbout: "You pay about {amount} in total",
    totalWithFee: "You pay {amount} and a network fee",
    noOptions: "This wallet can't make this payment",
    /** Followed by the accounts of the wallet. */
    looked: "Checked for money:",
    copyAddress: "Copy address",
    noOptionsHint: "To pay with it, you need one of these:",
    noneAccepted: "The shop does not accept any payment right now. Try again in a few minutes.",
    notRead: "Your payment options could not be loaded",
    refusedTitle: "This account can't be used here",
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
    /** The wallet's requests, by the option's steps. */
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
      walletBusy:
        "Your wallet is waiting for you: open it, unlock it, and respond to the open request. Then try again.",
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
      linkFull:
        "Others have taken the last payments of this link. Try again in a few minutes, or ask the shop for a new link.",
      over: "This payment can no longer be paid.",
      unknown: "Something went wrong, and nothing was paid. Try again, or use another wallet.",
    },
  },
  /** The page on which an account of the merchant signs a refund. */
  refund: {
    title: "Refund {amount} to {address}",
    by: "Refund by {merchant}",
    tokens: "{tokens} on {network}",
    to: "To the buyer's address",
    order: "Order",
    whole: "All of the payment",
    part: "Part of the payment of {amount}",
    who: "Any account of {merchant} can sign. The money comes from the account that you connect, and all of it goes to the buyer: there is no fee.",
    gas: {
      eip3009: "You sign a message. There is no network fee.",
      permit2: "You sign a message, without a network fee. Only allowing {token} for the first time costs one.",
      erc20: "You send a transaction. Your wallet adds the network fee.",
      native: "You send a transaction. Your wallet adds the network fee.",
    },
    address: {
      title: "The buyer's address is missing",
      none: "The buyer names it on the page of the payment. This page continues by itself.",
      claimed: "An address was named. Accept or reject it in the console. This page continues by itself.",
    },
    held: {
      title: "This refund is on hold",
      text: "The network has withdrawn the payment itself, so there is nothing to refund now. This page continues by itself if the payment comes back. Sign nothing elsewhere.",
    },
    succeeded: { title: "Refund sent", text: "{amount} went to the buyer." },
    expired: {
      title: "This refund has expired",
      text: "It was not signed in time, and nothing was sent. Request it again.",
    },
    not_paid: {
      title: "The refund failed",
      text: "It was signed, but the money was not sent in time. Check the balance of the account, and request it again.",
    },
    declined_user: {
      title: "The refund failed",
      text: "This account can't be used, and nothing was sent. Request it again, and sign with another account.",
    },
    cancelled: { title: "This refund was cancelled", text: "Nothing was sent, and nothing can be signed any more." },
    /** In place of the same texts of `page`. */
    page: {
      payBy: "Sign by {time}",
      app: "Sign with a wallet app",
      appsText: "Choose your wallet. This page then opens inside it, where you sign.",
      unopened:
        "Nothing opened? Then this app is not on your phone. Choose another one, or copy the link into your wallet.",
      otherDevice: "Sign on another device",
      qr: "QR code for the refund's link",
      link: "Link of the refund",
      noWallet: "No wallet was found in this browser. To sign with the wallet on your phone, scan the code below.",
      outdated: "This browser is too old for signing in it. Update it, or sign with a wallet app or on another device.",
      noScript:
        "This page reloads itself every {count} seconds. To sign with a wallet in this browser, turn on JavaScript. Otherwise, sign with a wallet app or on another device, or in the console.",
      chosen: "Amount",
    },
    processing: {
      title: "The refund is on its way",
      text: "You are all set. This page shows when it is sent; you can also close it.",
      arrived: "Refund sent",
      late: "The refund is taking longer than usual",
      lateText:
        "Don't send the money a second time. This page keeps checking and shows how it ends; you can also close it and open the same link later.",
    },
    live: {
      minutesLeft: { one: "{count} minute left to sign", other: "{count} minutes left to sign" },
    },
    wallet: {
      title: "Sign with a wallet in this browser",
      hint: "Connect a wallet of the shop. Nothing is sent until you confirm it in the wallet.",
      loading: "Checking whether this wallet can pay the refund…",
      options: "Sign the refund",
      noOptions: "This wallet can't pay the refund",
      noOptionsHint: "This is missing:",
      noneAccepted: "The refund can't be signed right now. Try again in a few minutes.",
      notRead: "The refund could not be loaded",
      pay: "Refund {amount}",
    },
    unavailable: {
      pays_itself: "This account receives the refund, so it can't also pay it.",
    },
    plan: {
      approveSign: "Two steps: you allow {token} to be used, which costs a small network fee, and sign the refund.",
      approveSend:
        "Two transactions: you allow this amount of {token}, and send the refund. Your wallet adds the network fees.",
    },
    executing: {
      sign: "Sign the refund of {amount} in {wallet}",
      back: "Back",
    },
    confirming: {
      title: "Submitting the refund…",
      unsure: "The refund could not be submitted yet",
      unsureHint:
        "What you signed is kept in this tab and submitted again automatically. Don't refund it a second time.",
      unsureSent: "The refund was sent but hasn't been found yet",
      unsureSentHint: "This can take a moment. This page keeps looking. Don't refund it a second time.",
    },
    problems: {
      refused: "You declined it in your wallet. Nothing was sent. You can try again at any time.",
      insufficientFunds:
        "This account does not have enough for the refund and the network fee. Add funds, or use another account.",
      walletUnable: "Your wallet couldn't do this. Try again, or use another wallet.",
      unknownChain:
        "Your wallet could not switch to {network}. Add {network} in your wallet or switch to it there, then try again.",
      maybeSent:
        "Your wallet may have sent this refund. If it shows a sent or pending transaction, don't send it again: this page will find it. Otherwise, try again.",
      accountRefused: "This account can't pay refunds. Choose another account or wallet.",
      notWhatWasChosen:
        "This isn't the refund that you chose, so nothing was signed. Please tell the operator of this service.",
      optionGone: "This is no longer possible. Look at the refund again.",
      balanceTaken:
        "This account does not have enough for this refund and the others that it has signed. Nothing was sent. Add funds, or use another account.",
      optionRefused: "The network refuses this refund. Nothing was sent. Use another account.",
      notDone: "Your transaction did not make this refund. Check it in your wallet, then try again.",
      noAnswer: "The payment service isn't responding right now. Nothing was sent. Try again in a moment.",
      over: "This refund can no longer be signed.",
      unknown: "Something went wrong, and nothing was sent. Try again, or use another wallet.",
    },
  },
  /** Shown by embed.js. */
  embed: {
    open: "Pay in a new tab",
    close: "Close",
  },
};

export type Messages = MessagesOf<typeof en>;
