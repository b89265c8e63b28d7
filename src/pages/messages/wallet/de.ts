// Mit einer Wallet im Browser zahlen, auf Deutsch.
import type { WalletMessages } from "./en.ts";

export const wallet: WalletMessages = {
  title: "Mit einer Wallet in diesem Browser zahlen",
  choose: "Wallet auswählen",
  nameless: "Browser-Wallet",
  connecting: "Öffnen Sie {wallet} und erlauben Sie die Verbindung.",
  hint: "Verbinden Sie sich, um zu sehen, womit Sie zahlen können. Gezahlt wird erst, wenn Sie in Ihrer Wallet bestätigen.",
  connected: "Verbunden: {wallet}",
  otherWallet: "Wallet wechseln",
  loading: "Wir sehen nach, womit Sie zahlen können …",
  options: "Womit möchten Sie zahlen?",
  account: "Von Konto",
  showAll: "Alle {count} anzeigen",
  noFee: "keine Netzwerkgebühr",
  fee: "Netzwerkgebühr etwa {fee}",
  fees: "zuzüglich Netzwerkgebühr",
  noOptions: "Mit dieser Wallet geht es nicht",
  noOptionsHint: "Dafür bräuchte sie eines davon:",
  noneAccepted: "Im Moment kann der Shop keine Zahlung annehmen. Versuchen Sie es in ein paar Minuten noch einmal.",
  notRead: "Ihre Zahlungsmöglichkeiten konnten nicht geladen werden",
  refusedTitle: "Diese Wallet kann hier nicht verwendet werden",
  unavailable: {
    title: "Nicht verfügbar ({count})",
    insufficient_balance: "Sie haben {balance}. Es fehlen {shortfall}.",
    none: "Sie haben nichts davon. Nötig sind {amount}.",
    insufficient_gas: "Das Guthaben reicht, aber die Netzwerkgebühr beträgt etwa {required} und Sie haben {balance}.",
    chain_unavailable: "{network} funktioniert gerade nicht richtig. Versuchen Sie es in ein paar Minuten noch einmal.",
    below_minimum: "Wird erst ab {minimum} angenommen.",
    amount_too_high: "Dieser Betrag ist für {network} zu hoch.",
    no_price: "Dafür gibt es gerade keinen Preis.",
    pays_itself: "Dieses Konto empfängt die Zahlung und kann sie deshalb nicht selbst leisten.",
    account_refused: "Dieses Konto kann hier nicht verwendet werden.",
    coin: "der Netzwerkwährung",
  },
  lookAgain: "Noch einmal nachsehen",
  pay: "{amount} zahlen",
  next: "Weiter",
  starting: "Einen Moment …",
  priceUntil: "Dieser Preis gilt bis {time}.",
  plan: {
    sign: "Sie signieren einmal in Ihrer Wallet. Es fällt keine Netzwerkgebühr an.",
    approveSign:
      "Zwei Schritte: Sie geben {token} frei, was eine kleine Netzwerkgebühr kostet, und signieren die Zahlung.",
    send: "Sie senden eine Transaktion. Ihre Wallet rechnet die Netzwerkgebühr hinzu.",
    approveSend:
      "Zwei Transaktionen: Sie geben diesen Betrag in {token} frei und senden die Zahlung. Ihre Wallet rechnet die Netzwerkgebühren hinzu.",
    buyerDataFirst: "Vorher werden Sie nach Ihrem Namen, Ihrem Geburtsdatum und Ihrem Wohn- oder Geburtsort gefragt.",
  },
  form: {
    title: "Ihre Angaben",
    close: "Schließen",
  },
  executing: {
    count: "Schritt {index} von {count}",
    sign: "Signieren Sie die Zahlung von {amount} in {wallet}",
    approve: "Geben Sie {token} in {wallet} frei",
    send: "Senden Sie {amount} in {wallet}",
    hint: "Ihre Wallet hat sich geöffnet oder zeigt eine offene Anfrage. Prüfen Sie dort den Betrag.",
    back: "Etwas anderes auswählen",
  },
  confirming: {
    title: "Ihre Zahlung wird übermittelt …",
    hint: "Das dauert einen Moment. Bitte lassen Sie diese Seite geöffnet.",
    unsure: "Ihre Zahlung konnte noch nicht übermittelt werden",
    unsureHint:
      "Was Sie signiert haben, bleibt in diesem Tab aufbewahrt und wird von selbst erneut übermittelt. Zahlen Sie kein zweites Mal.",
    unsureSent: "Ihre Zahlung wurde gesendet, aber noch nicht gefunden",
    unsureSentHint: "Das kann einen Moment dauern. Diese Seite sucht weiter danach. Zahlen Sie kein zweites Mal.",
    again: "Jetzt noch einmal versuchen",
  },
  problems: {
    refused:
      "Sie haben die Anfrage in Ihrer Wallet abgelehnt. Es wurde nichts gezahlt. Sie können es jederzeit noch einmal versuchen.",
    walletBusy:
      "Ihre Wallet wartet auf Sie: Öffnen und entsperren Sie sie und beantworten Sie die offene Anfrage. Versuchen Sie es dann noch einmal.",
    accountChanged:
      "Ihre Wallet gibt dieses Konto nicht mehr frei. Wählen Sie es in Ihrer Wallet aus und versuchen Sie es noch einmal.",
    unknownChain:
      "Ihre Wallet konnte nicht zu {network} wechseln. Fügen Sie {network} in Ihrer Wallet hinzu, wechseln Sie dort das Netzwerk oder wählen Sie etwas anderes.",
    insufficientFunds:
      "Auf diesem Konto ist nicht genug für den Betrag und die Netzwerkgebühr. Laden Sie es auf oder wählen Sie etwas anderes.",
    walletUnable:
      "Das war mit Ihrer Wallet nicht möglich. Versuchen Sie es noch einmal, wählen Sie etwas anderes oder verwenden Sie eine andere Wallet.",
    maybeSent:
      "Ihre Wallet hat diese Zahlung vielleicht schon gesendet. Zeigt sie eine gesendete oder wartende Transaktion, dann zahlen Sie nicht noch einmal: Diese Seite findet sie von selbst. Sonst versuchen Sie es noch einmal.",
    accountRefused:
      "Zahlungen von diesem Konto können nicht angenommen werden. Wählen Sie ein anderes Konto oder eine andere Wallet.",
    notWhatWasChosen:
      "Zurück kam nicht die Zahlung, die Sie ausgewählt haben; deshalb wurde nichts signiert. Bitte sagen Sie dem Shop Bescheid.",
    priceExpired: "Der Preis hat sich geändert. Prüfen Sie den neuen Betrag und zahlen Sie dann.",
    priceUpdated: "Die Preise wurden aktualisiert.",
    optionGone: "Diese Möglichkeit gibt es nicht mehr. Wählen Sie eine andere.",
    buyerDataMissing: "Für diese Zahlung werden noch Ihre Angaben gebraucht.",
    buyerDataFailed: "Das Formular konnte nicht abgeschlossen werden. Versuchen Sie es noch einmal.",
    wrongSignature:
      "Die Signatur stammt nicht von dem Konto, das zahlt. Wählen Sie dieses Konto in Ihrer Wallet aus und versuchen Sie es noch einmal.",
    balanceTaken:
      "Dieses Konto hat nicht genug für diese Zahlung und die anderen, die es signiert hat. Es wurde nichts gezahlt. Laden Sie es auf oder wählen Sie eine andere Möglichkeit.",
    optionRefused: "Das Netzwerk lehnt diese Zahlung ab. Es wurde nichts gezahlt. Wählen Sie eine andere Möglichkeit.",
    notDone:
      "Ihre Transaktion hat diese Zahlung nicht ausgeführt. Sehen Sie in Ihrer Wallet nach und versuchen Sie es noch einmal.",
    noAnswer:
      "Der Zahlungsdienst antwortet gerade nicht. Es wurde nichts gezahlt. Versuchen Sie es gleich noch einmal.",
    over: "Diese Zahlung kann nicht mehr geleistet werden.",
    unknown:
      "Etwas ist schiefgegangen; es wurde nichts gezahlt. Versuchen Sie es noch einmal oder verwenden Sie eine andere Wallet.",
  },
};
