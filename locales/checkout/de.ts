// The pages that buyers see in German.
import type { Messages } from "./en.ts";

export const de: Messages = {
  page: {
    title: "{amount} an {merchant} zahlen",
    payTo: "Zahlung an {merchant}",
    reference: "Referenz",
    testNet: "Testnetz: Es fließt kein echtes Geld.",
    testPayment: "Testzahlung: Es fließt kein echtes Geld.",
    payBy: "Zahlbar bis {time}",
    app: "Mit einer Wallet-App zahlen",
    appsText: "Wählen Sie Ihre Wallet. Diese Seite öffnet sich dann in der Wallet; dort zahlen Sie.",
    open: "Andere Wallet",
    unopened:
      "Hat sich nichts geöffnet? Dann ist diese App nicht auf Ihrem Telefon. Wählen Sie eine andere oder kopieren Sie den Zahlungslink in Ihre Wallet.",
    otherDevice: "Mit dem Telefon zahlen",
    otherDeviceText: "Scannen Sie den Code mit der Kamera oder der Wallet Ihres Telefons.",
    showQr: "QR-Code für ein anderes Gerät anzeigen",
    qr: "QR-Code des Zahlungslinks",
    link: "Zahlungslink",
    copy: "Link kopieren",
    accepted: "Sie können zahlen mit",
    onNetworks: "auf {networks}",
    cancel: "Zahlung abbrechen",
    cancelText:
      "Damit ist die Zahlung endgültig beendet. Um später zu zahlen, brauchen Sie einen neuen Link von {merchant}.",
    cancelNow: "Ja, Zahlung abbrechen",
    noWallet:
      "In diesem Browser wurde keine Wallet gefunden. Um mit der Wallet auf Ihrem Telefon zu zahlen, scannen Sie den Code unten.",
    noWalletSend:
      "In diesem Browser wurde keine Wallet gefunden. Sie können das Geld von einer Börse senden oder den Code unten scannen, um mit der Wallet auf Ihrem Telefon zu zahlen.",
    outdated:
      "Dieser Browser ist zu alt, um darin zu zahlen. Aktualisieren Sie ihn, oder zahlen Sie mit einer Wallet-App oder auf einem anderen Gerät.",
    noScript:
      "Diese Seite lädt sich alle {count} Sekunden neu. Um mit einer Wallet in diesem Browser zu zahlen, schalten Sie JavaScript ein.",
    language: "Sprache",
    network: "Netzwerk",
    paidWith: "Bezahlt mit",
    chosen: "Von Ihnen gewählt",
    paidOn: "Datum",
    paymentId: "Zahlungs-ID",
    transaction: "Transaktion",
    copyHash: "Kopieren",
    print: "Beleg drucken",
    share: "Beleg teilen",
    signedReceipt: {
      save: "Signierten Beleg speichern",
      about: "Diese Datei beweist die Zahlung. Jeder kann sie prüfen, auch ohne diese Website.",
      how: "So wird sie geprüft",
    },
    mail: {
      label: "Ihre E-Mail-Adresse",
      hint: "Nur für diesen Beleg: Die Adresse wird gelöscht, sobald er gesendet ist.",
      send: "Beleg per E-Mail senden",
      asked:
        "Der Beleg ist unterwegs. Wenn er nicht in einigen Minuten ankommt, prüfen Sie die Adresse und Ihren Spam-Ordner.",
      wrong: {
        missing: "Geben Sie eine E-Mail-Adresse ein.",
        malformed: "Das ist keine E-Mail-Adresse. Prüfen Sie sie auf Fehler.",
        stale: "Diese Seite war zu lange geöffnet. Geben Sie die Adresse noch einmal ein.",
        busy: "Es wurden zu viele Belege angefordert. Versuchen Sie es später noch einmal.",
      },
    },
    explorer: "Auf {explorer} ansehen",
    back: "Zurück zu {merchant}",
    send: {
      title: "Von einer Börse oder beliebigen Wallet senden",
      text: "Sie erhalten eine Adresse, an die Sie senden. Nichts wird verbunden.",
      warning:
        "Wählen Sie den Token und das Netzwerk, mit denen Sie senden. In einem anderen Netzwerk kommt das Geld verspätet an.",
      networkFor: "Netzwerk, in dem Sie {token} senden",
      unavailable:
        "Diese Auswahl ist gerade nicht verfügbar. Wählen Sie eine andere oder versuchen Sie es in einigen Minuten erneut.",
      busy: "Es wurden zu viele Adressen angefordert. Versuchen Sie es in einer Minute erneut.",
      ended:
        "Der Preis für {token} auf {network} gilt nicht mehr. Senden Sie nichts mehr an diese Adresse und wählen Sie neu.",
      heading: "{amount} auf {network} senden",
      only: "Senden Sie nur {token} und nur auf {network}. Alles andere verzögert das Geld.",
      amount: "Betrag in {token}",
      copyAmount: "Betrag kopieren",
      address: "Adresse auf {network}",
      copyAddress: "Adresse kopieren",
      exact:
        "Genau dieser Betrag muss ankommen: Zieht Ihre Börse eine Gebühr ab, rechnen Sie sie hinzu. Ein Memo oder Tag gibt es nicht.",
      codes: "Der QR-Code enthält",
      codeWhole: "Betrag und Adresse",
      codePlain: "Nur die Adresse, für Börsen",
      qrWhole: "QR-Code zum Senden von {amount} auf {network}",
      qrPlain: "QR-Code der Adresse",
      compare: "Vergleichen Sie nach dem Scannen: Die Adresse beginnt mit {start} und endet mit {end}.",
      inTime:
        "Der Transfer zählt, wenn {network} ihn vor Ablauf der Zeit verzeichnet. Danach, oder wenn dann ein Teil fehlt, erhält {merchant} das Geld, aber die Zahlung bleibt unbezahlt.",
      holdsUntil: "Dieser Betrag gilt bis {time}.",
      waiting:
        "Noch ist nichts angekommen. Börsen brauchen manchmal eine Weile; diese Seite zeigt das Geld, sobald es ankommt.",
      partly: "{received} von {amount} erhalten: Senden Sie noch {missing}.",
      checking: "{amount} erhalten. Einen Moment …",
      again: "Erneut prüfen",
      otherWay: "Anders zahlen",
      deposited: "{amount} erhalten",
      passedOn: "An {merchant} weitergeleitet",
      received: "Erhalten",
      sentTo: "Gesendet an",
      transfer: "Ihr Transfer",
      came: "{amount} ist auf {network} angekommen. {merchant} erhält dieses Geld: Senden Sie nichts mehr und bitten Sie um Rückzahlung oder darum, Ihre Bestellung abzuschließen.",
      tooLittle:
        "{received} von {amount} sind auf {network} angekommen; es fehlten {missing}. {merchant} erhält dieses Geld: Senden Sie nichts mehr und bitten Sie um Rückzahlung oder darum, Ihre Bestellung abzuschließen.",
      other:
        "{amount} ist auf {network} angekommen. Damit kann diese Zahlung nicht bezahlt werden; {merchant} erhält das Geld: Bitten Sie um Rückzahlung.",
      refused:
        "Geld von diesem Absender kann nicht angenommen werden. Senden Sie nichts mehr und wenden Sie sich an {merchant}.",
    },
    processing: {
      title: "Ihre Zahlung ist unterwegs",
      text: "Sie müssen nichts mehr tun. Diese Seite zeigt, wann die Zahlung angekommen ist; Sie können sie auch schließen.",
      signed: "In Ihrer Wallet bestätigt",
      sent: "An {network} gesendet",
      included: "Von {network} aufgenommen",
      confirmations: "{done} von {total} Bestätigungen",
      arrived: "Zahlung abgeschlossen",
      estimate: "{network} braucht meistens etwa {time}.",
      late: "Ihre Zahlung dauert länger als üblich",
      lateText:
        "Zahlen Sie nicht ein zweites Mal. Diese Seite prüft weiter und zeigt, wie die Zahlung ausgeht; Sie können sie auch schließen und denselben Link später öffnen. Wenn Sie nicht warten können, fragen Sie {merchant} und nennen Sie die Referenz.",
    },
    succeeded: {
      title: "Zahlung abgeschlossen",
      text: "Sie haben {amount} an {merchant} gezahlt.",
      paidBack: "{merchant} hat diese Zahlung am {date} als erstattet vermerkt.",
    },
    excess: {
      duplicate:
        "Sie haben zweimal gezahlt: Weitere {amount} sind im Netzwerk {network} angekommen. {merchant} kann das sehen und muss sie zurücksenden. Nennen Sie bei Fragen die Referenz {reference}.",
      late: "{amount} kamen im Netzwerk {network} zu spät für diese Zahlung an. Senden Sie sie nicht noch einmal: {merchant} kann sie sehen und muss sie zurücksenden oder sich mit Ihnen über die Bestellung einigen. Nennen Sie bei Fragen die Referenz {reference}.",
      overpaid:
        "Sie haben mehr gezahlt als verlangt, {amount} zu viel im Netzwerk {network}. {merchant} kann das sehen und muss sie zurücksenden. Nennen Sie bei Fragen die Referenz {reference}.",
      handled:
        "Sie haben zweimal, zu spät oder zu viel gezahlt: {amount} im Netzwerk {network}. {merchant} hat sich am {date} darum gekümmert. Falls Sie es nicht zurückbekommen haben, fragen Sie nach und nennen Sie die Referenz {reference}.",
      sentBack: "Sie haben zweimal, zu spät oder zu viel gezahlt. {amount} wurden am {date} an Sie zurückgesendet.",
    },
    refunds: {
      title: "Erstattung",
      requested: "Sie bekommen {amount} zurück. {merchant} muss die Erstattung noch signieren.",
      processing: "Sie bekommen {amount} zurück. Das dauert einen Moment.",
      address: "Sie bekommen {amount} zurück, sobald {merchant} Ihre Adresse hat.",
      claimed: "Sie bekommen {amount} zurück. {merchant} muss zuerst Ihre Adresse annehmen.",
      named: "Sie bekommen {amount} zurück. {merchant} prüft noch die Adresse.",
      sent: "{amount} wurden Ihnen am {date} zurückgesendet.",
      failed: "Eine Erstattung von {amount} wurde nicht gesendet. Fragen Sie {merchant}, wenn Sie sie erwarten.",
      whole: "Sie haben alles zurückbekommen, was Sie gezahlt haben.",
      part: "Bisher wurden Ihnen {refunded} von {paid} zurückgesendet.",
      tokens: "Betrag",
      to: "An Ihre Adresse",
      claim: {
        title: "Wohin soll das Geld gehen?",
        rejected:
          "{merchant} hat die Adresse abgelehnt, die hier eingegeben wurde. Geben Sie eine andere ein oder fragen Sie {merchant} nach dem Grund.",
        text: "Sie haben mit einer Überweisung gezahlt. Das Konto, von dem sie kam, gehört vielleicht einer Börse. Deshalb fragt {merchant} nach einer eigenen Adresse von Ihnen.",
        label: "Ihre Adresse auf {network}",
        hint: "Sie beginnt mit 0x und hat 42 Zeichen.",
        exchange:
          "Bei einer Börse nehmen Sie deren Einzahlungsadresse für {token} auf genau {network}. Auf einem anderen Netzwerk ist das Geld verloren.",
        check: "Adresse prüfen",
        sure: "Ist das Ihre Adresse?",
        compare:
          "Vergleichen Sie jede Gruppe mit Ihrer Wallet oder Börse. {merchant} sendet {token} auf {network} an diese Adresse. Das lässt sich nicht zurückholen.",
        use: "Ja, diese Adresse verwenden",
        change: "Ändern",
        errorTitle: "Fehler: {title}",
        wrong: {
          missing: "Geben Sie eine Adresse ein.",
          name: "Geben Sie statt eines Namens die Adresse selbst ein. Sie beginnt mit 0x.",
          secret:
            "Das ist keine Adresse. Falls es ein geheimer Schlüssel ist, behalten Sie ihn für sich: Wer ihn kennt, kann Ihr Geld nehmen.",
          length: "Eine Adresse hat 42 Zeichen, diese Eingabe hat {count}. Kopieren Sie die ganze Adresse noch einmal.",
          malformed:
            "Das ist keine Adresse auf {network}. Wählen Sie {network} in Ihrer Wallet oder Börse aus und kopieren Sie sie dort.",
          foreign: "Diese Adresse ist für ein anderes Netzwerk. Geben Sie eine auf {network} ein.",
          mistyped: "Ein Zeichen stimmt nicht: ein Tippfehler. Kopieren Sie die Adresse, statt sie abzutippen.",
          unowned: "Diese Adresse gehört niemandem. Geld, das dorthin gesendet wird, ist verloren.",
          token: "Das ist die Adresse eines Tokens. Kopieren Sie stattdessen die Adresse Ihres Kontos.",
          router: "Diese Adresse gehört zum Zahlungssystem. Kopieren Sie stattdessen die Adresse Ihres Kontos.",
          merchant: "Diese Adresse gehört {merchant}. Geben Sie Ihre eigene ein.",
          deposit:
            "Diese Adresse wurde für eine Zahlung erstellt und gehört nicht Ihnen. Kopieren Sie stattdessen die Adresse Ihres Kontos.",
          refused: "Diese Adresse kann nicht verwendet werden. Geben Sie eine andere ein oder fragen Sie {merchant}.",
          busy: "Die Adresse konnte gerade nicht geprüft werden. Versuchen Sie es gleich noch einmal.",
        },
      },
    },
    failed: {
      title: "Die Zahlung ist fehlgeschlagen",
      text: "Es wurde nichts gezahlt. Bitten Sie {merchant} um einen neuen Zahlungslink und versuchen Sie es noch einmal.",
      declined:
        "Von diesem Konto kann sie nicht geleistet werden; es wurde nichts gezahlt. Fragen Sie {merchant} nach einem anderen Zahlungsweg.",
    },
    expired: {
      title: "Die Zeit zum Zahlen ist abgelaufen",
      text: "Bis zum Ablauf ging keine Zahlung ein. Bitten Sie {merchant} um einen neuen Zahlungslink.",
      sentAnyway:
        "Falls Sie trotzdem schon Geld gesendet haben, senden Sie es nicht noch einmal. Wenden Sie sich an {merchant}: Dort lässt sich die Zahlung nachvollziehen.",
    },
    cancelled: {
      title: "Die Zahlung wurde abgebrochen",
      byBuyer:
        "Sie haben sie abgebrochen; es wurde nichts gezahlt. Wenn Sie doch zahlen möchten, bitten Sie {merchant} um einen neuen Zahlungslink.",
      byMerchant:
        "{merchant} hat sie abgebrochen; es wurde nichts gezahlt. Fragen Sie dort nach, falls Sie das nicht erwartet haben.",
    },
    unknown: {
      title: "Zahlung nicht gefunden",
      text: "Prüfen Sie den Link: Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal dort, wo Sie ihn bekommen haben, oder bitten Sie um einen neuen.",
    },
    nothing: {
      title: "Hier gibt es nichts zu bezahlen",
      text: "Diese Seite öffnet sich mit dem Link einer Zahlung. Prüfen Sie den Link, den Sie bekommen haben.",
    },
  },
  errorPage: {
    missing: {
      title: "Seite nicht gefunden",
      text: "Prüfen Sie die Adresse. Wenn Sie zahlen wollten, öffnen Sie noch einmal Ihren Zahlungslink.",
    },
    api: {
      title: "Diese Adresse ist für Programme",
      text: "Sie gehört zur API und hat keine Seite. Wenn Sie zahlen wollten, öffnen Sie noch einmal Ihren Zahlungslink.",
    },
    busy: { title: "Zu viele Anfragen", text: "Warten Sie einen Moment und laden Sie diese Seite dann neu." },
    fault: {
      title: "Etwas ist schiefgegangen",
      text: "Durch das Öffnen dieser Seite wurde nichts gezahlt. Versuchen Sie es gleich noch einmal.",
    },
    request: "Anfrage {id}",
    next: {
      missing: "Als Händler: Konsole öffnen",
      api: "API-Referenz lesen",
      busy: "Erneut versuchen",
      fault: "Erneut versuchen",
    },
  },
  live: {
    timeLeft: "Noch {time}",
    minutesLeft: { one: "Noch {count} Minute Zeit zum Zahlen", other: "Noch {count} Minuten Zeit zum Zahlen" },
    copied: "Kopiert",
    offline: "Keine Verbindung. Neuer Versuch …",
    unreachable: "Der Zahlungsdienst antwortet nicht. Neuer Versuch …",
    redirecting: {
      one: "In {count} Sekunde geht es zurück zu {merchant}.",
      other: "In {count} Sekunden geht es zurück zu {merchant}.",
    },
    stay: "Auf dieser Seite bleiben",
    ownTab: "In einem neuen Tab bezahlen",
  },
  paymentLink: {
    title: "An {merchant} zahlen",
    errorTitle: "Fehler: {title}",
    again: "Bitte prüfen Sie Folgendes",
    amount: "Betrag in {currency}",
    amountHint: "Von {min} bis {max}",
    optional: "{label} (optional)",
    told: "{merchant} erhält, was Sie hier eingeben.",
    go: "Weiter zur Zahlung",
    next: "Auf der nächsten Seite wählen Sie, wie Sie zahlen.",
    phone: "Diese Seite auf dem Telefon öffnen",
    qr: "QR-Code dieser Seite",
    wrong: {
      amountMissing: "Geben Sie einen Betrag ein.",
      amountMalformed: "Geben Sie den Betrag in Ziffern ein, zum Beispiel {example}.",
      amountTooLow: "Geben Sie mindestens {min} ein.",
      amountTooHigh: "Geben Sie höchstens {max} ein.",
      fieldMissing: "{label}: Füllen Sie dieses Feld aus.",
      fieldMalformed: "{label}: Der Text enthält unsichtbare Zeichen. Tippen Sie ihn neu ein.",
      fieldTooLong: {
        one: "{label}: höchstens {count} Zeichen.",
        other: "{label}: höchstens {count} Zeichen.",
      },
    },
    closed: {
      disabled: { title: "Dieser Link ist abgeschaltet", text: "Fragen Sie {merchant}, ob Sie noch zahlen können." },
      expired: { title: "Dieser Link ist abgelaufen", text: "Bitten Sie {merchant} um einen neuen." },
      used_up: {
        title: "Dieser Link ist bezahlt",
        text: "Er wurde so oft bezahlt, wie er erlaubt. Wenn Sie bezahlt haben, müssen Sie nichts mehr tun. Bitten Sie sonst {merchant} um einen neuen Link.",
      },
      taken: {
        title: "Andere zahlen gerade",
        text: "Alle verbleibenden Zahlungen dieses Links sind gerade belegt. Versuchen Sie es in einigen Minuten erneut.",
      },
      unavailable: {
        title: "{merchant} nimmt zurzeit keine Zahlungen an",
        text: "Versuchen Sie es später erneut, oder fragen Sie {merchant}.",
      },
    },
    unknown: {
      title: "Link nicht gefunden",
      text: "Prüfen Sie den Link; er ist vielleicht unvollständig oder gelöscht.",
    },
  },
  buyerData: {
    title: "Ihre Angaben",
    titleFor: "Ihre Angaben für {merchant}",
    errorTitle: "Fehler: {title}",
    from: "von {account}",
    intro: "Für diese Zahlung muss {merchant} wissen, wer zahlt. Bitte füllen Sie das Formular bis {time} aus.",
    again: "Bitte sehen Sie sich das noch einmal an",
    fullName: "Vollständiger Name",
    fullNameHint: "Wie in Ihrem Reisepass oder Personalausweis",
    dob: "Geburtsdatum",
    place: "Wohnanschrift oder Geburtsort",
    placeHint: "Eines von beiden genügt.",
    por: "Wohnanschrift",
    pob: "Geburtsort",
    porCountry: "Land, in dem Sie wohnen",
    porAddress: "Anschrift",
    porAddressHint: "Straße und Hausnummer, Postleitzahl, Ort",
    pobCountry: "Land, in dem Sie geboren sind",
    pobAddress: "Ort",
    chooseCountry: "Land wählen",
    agree: "Diese Angaben betreffen mich und sind wahr, und ich akzeptiere die {terms}.",
    terms: "Nutzungsbedingungen",
    agreeWithMerchant:
      "Diese Angaben betreffen mich und sind wahr, und ich akzeptiere für diese Zahlung die Nutzungsbedingungen von {merchant}.",
    go: "Weiter",
    keptDays: {
      one: "Ihre Angaben werden verschlüsselt gespeichert und nach {count} Tag gelöscht.",
      other: "Ihre Angaben werden verschlüsselt gespeichert und nach {count} Tagen gelöscht.",
    },
    keptYears: {
      one: "Ihre Angaben werden verschlüsselt gespeichert und nach {count} Jahr gelöscht.",
      other: "Ihre Angaben werden verschlüsselt gespeichert und nach {count} Jahren gelöscht.",
    },
    wrong: {
      fullName: "Geben Sie Ihren vollständigen Namen ein.",
      dob: "Geben Sie Ihr Geburtsdatum ein; es muss in der Vergangenheit liegen.",
      porCountry: "Wählen Sie das Land, in dem Sie wohnen.",
      porAddress: "Geben Sie Ihre Anschrift ein.",
      pobCountry: "Wählen Sie das Land, in dem Sie geboren sind.",
      pobAddress: "Geben Sie den Ort ein, in dem Sie geboren sind.",
      tosConfirmed: "Bestätigen Sie Ihre Angaben und die Bedingungen.",
    },
    done: {
      title: "Ihre Angaben sind angekommen",
      heading: "Vielen Dank",
      text: "Ihre Angaben sind angekommen. Gehen Sie zurück zu Ihrer Wallet, um die Zahlung abzuschließen.",
    },
    closed: {
      requires_action: "Die Zahlung hat sich geändert",
      processing: "Die Zahlung ist unterwegs",
      succeeded: "Die Zahlung ist geleistet",
      failed: "Die Zahlung ist fehlgeschlagen",
      expired: "Die Zeit für die Zahlung ist abgelaufen",
      cancelled: "Die Zahlung wurde abgebrochen",
    },
    closedText: "Dafür kann nichts mehr eingegeben werden. Sie können diese Seite schließen.",
    unknown: "Formular nicht gefunden",
    unknownText: "Gehen Sie zurück zu Ihrer Wallet und öffnen Sie das Formular von dort.",
  },
  wallet: {
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
    feeWorth: "{fee} ({worth})",
    total: "Sie zahlen {amount}",
    totalAbout: "Sie zahlen insgesamt etwa {amount}",
    totalWithFee: "Sie zahlen {amount} und eine Netzwerkgebühr",
    noOptions: "Mit dieser Wallet geht es nicht",
    looked: "Auf Guthaben geprüft:",
    copyAddress: "Adresse kopieren",
    noOptionsHint: "Um damit zu zahlen, brauchen Sie eines davon:",
    noneAccepted: "Im Moment kann der Shop keine Zahlung annehmen. Versuchen Sie es in ein paar Minuten noch einmal.",
    notRead: "Ihre Zahlungsmöglichkeiten konnten nicht geladen werden",
    refusedTitle: "Dieses Konto kann hier nicht verwendet werden",
    unavailable: {
      title: "Nicht verfügbar ({count})",
      insufficient_balance: "Sie haben {balance}. Es fehlen {shortfall}.",
      none: "Kein Guthaben; nötig sind {amount}.",
      insufficient_gas: "Das Guthaben reicht, aber die Netzwerkgebühr beträgt etwa {required} und Sie haben {balance}.",
      chain_unavailable:
        "{network} funktioniert gerade nicht richtig. Versuchen Sie es in ein paar Minuten noch einmal.",
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
      optionRefused:
        "Das Netzwerk lehnt diese Zahlung ab. Es wurde nichts gezahlt. Wählen Sie eine andere Möglichkeit.",
      notDone:
        "Ihre Transaktion hat diese Zahlung nicht ausgeführt. Sehen Sie in Ihrer Wallet nach und versuchen Sie es noch einmal.",
      noAnswer:
        "Der Zahlungsdienst antwortet gerade nicht. Es wurde nichts gezahlt. Versuchen Sie es gleich noch einmal.",
      linkFull:
        "Die letzten Zahlungen dieses Links sind vergeben. Versuchen Sie es in ein paar Minuten noch einmal, oder bitten Sie den Shop um einen neuen Link.",
      over: "Diese Zahlung kann nicht mehr geleistet werden.",
      unknown:
        "Etwas ist schiefgegangen; es wurde nichts gezahlt. Versuchen Sie es noch einmal oder verwenden Sie eine andere Wallet.",
    },
  },
  refund: {
    title: "Erstattung von {amount} an {address}",
    by: "Erstattung von {merchant}",
    tokens: "{tokens} auf {network}",
    to: "An die Adresse des Käufers",
    order: "Bestellung",
    whole: "Die ganze Zahlung",
    part: "Ein Teil der Zahlung von {amount}",
    who: "Jedes Konto von {merchant} kann signieren. Das Geld kommt von dem Konto, das Sie verbinden, und geht ganz an den Käufer: Es gibt keine Gebühr.",
    gas: {
      eip3009: "Sie signieren eine Nachricht. Es fällt keine Netzwerkgebühr an.",
      permit2: "Sie signieren eine Nachricht, ohne Netzwerkgebühr. Nur die erste Freigabe von {token} kostet eine.",
      erc20: "Sie senden eine Transaktion. Ihre Wallet rechnet die Netzwerkgebühr hinzu.",
      native: "Sie senden eine Transaktion. Ihre Wallet rechnet die Netzwerkgebühr hinzu.",
    },
    address: {
      title: "Die Adresse des Käufers fehlt",
      none: "Der Käufer nennt sie auf der Seite der Zahlung. Diese Seite geht von selbst weiter.",
      claimed:
        "Eine Adresse wurde genannt. Nehmen Sie sie in der Konsole an oder lehnen Sie sie ab. Diese Seite geht von selbst weiter.",
    },
    held: {
      title: "Diese Erstattung ist angehalten",
      text: "Das Netzwerk hat die Zahlung selbst zurückgenommen; im Moment gibt es nichts zu erstatten. Kommt die Zahlung zurück, geht diese Seite von selbst weiter. Signieren Sie nichts an anderer Stelle.",
    },
    succeeded: { title: "Erstattung gesendet", text: "{amount} gingen an den Käufer." },
    expired: {
      title: "Diese Erstattung ist abgelaufen",
      text: "Sie wurde nicht rechtzeitig signiert, und es wurde nichts gesendet. Fordern Sie sie neu an.",
    },
    not_paid: {
      title: "Die Erstattung ist fehlgeschlagen",
      text: "Sie wurde signiert, aber das Geld wurde nicht rechtzeitig gesendet. Prüfen Sie das Guthaben des Kontos und fordern Sie sie neu an.",
    },
    declined_user: {
      title: "Die Erstattung ist fehlgeschlagen",
      text: "Dieses Konto kann nicht verwendet werden; es wurde nichts gesendet. Fordern Sie sie neu an und signieren Sie mit einem anderen Konto.",
    },
    cancelled: {
      title: "Diese Erstattung wurde abgebrochen",
      text: "Es wurde nichts gesendet, und es kann nichts mehr signiert werden.",
    },
    page: {
      payBy: "Signierbar bis {time}",
      app: "Mit einer Wallet-App signieren",
      appsText: "Wählen Sie Ihre Wallet. Diese Seite öffnet sich dann darin, und Sie signieren dort.",
      unopened:
        "Es hat sich nichts geöffnet? Dann ist diese App nicht auf Ihrem Telefon. Wählen Sie eine andere oder kopieren Sie den Link in Ihre Wallet.",
      otherDevice: "Auf einem anderen Gerät signieren",
      qr: "QR-Code für den Link der Erstattung",
      link: "Link der Erstattung",
      noWallet:
        "In diesem Browser wurde keine Wallet gefunden. Um mit der Wallet auf Ihrem Telefon zu signieren, scannen Sie den Code unten.",
      outdated:
        "Dieser Browser ist zu alt, um darin zu signieren. Aktualisieren Sie ihn oder signieren Sie mit einer Wallet-App oder auf einem anderen Gerät.",
      noScript:
        "Diese Seite lädt sich alle {count} Sekunden neu. Um mit einer Wallet in diesem Browser zu signieren, schalten Sie JavaScript ein. Sonst signieren Sie mit einer Wallet-App, auf einem anderen Gerät oder in der Konsole.",
      chosen: "Betrag",
    },
    processing: {
      title: "Die Erstattung ist unterwegs",
      text: "Sie müssen nichts mehr tun. Diese Seite zeigt, wann sie gesendet ist; Sie können sie auch schließen.",
      arrived: "Erstattung gesendet",
      late: "Die Erstattung dauert länger als üblich",
      lateText:
        "Senden Sie das Geld nicht ein zweites Mal. Diese Seite prüft weiter und zeigt, wie es ausgeht; Sie können sie auch schließen und denselben Link später öffnen.",
    },
    live: {
      minutesLeft: { one: "Noch {count} Minute zum Signieren", other: "Noch {count} Minuten zum Signieren" },
    },
    wallet: {
      title: "Mit einer Wallet in diesem Browser signieren",
      hint: "Verbinden Sie eine Wallet des Shops. Gesendet wird erst, wenn Sie in der Wallet bestätigen.",
      loading: "Wir sehen nach, ob diese Wallet die Erstattung leisten kann …",
      options: "Erstattung signieren",
      noOptions: "Diese Wallet kann die Erstattung nicht leisten",
      noOptionsHint: "Das fehlt:",
      noneAccepted:
        "Die Erstattung kann gerade nicht signiert werden. Versuchen Sie es in ein paar Minuten noch einmal.",
      notRead: "Die Erstattung konnte nicht geladen werden",
      pay: "{amount} erstatten",
    },
    unavailable: {
      pays_itself: "Dieses Konto empfängt die Erstattung und kann sie deshalb nicht selbst leisten.",
    },
    plan: {
      approveSign:
        "Zwei Schritte: Sie geben {token} frei, was eine kleine Netzwerkgebühr kostet, und signieren die Erstattung.",
      approveSend:
        "Zwei Transaktionen: Sie geben diesen Betrag in {token} frei und senden die Erstattung. Ihre Wallet rechnet die Netzwerkgebühren hinzu.",
    },
    executing: {
      sign: "Signieren Sie die Erstattung von {amount} in {wallet}",
      back: "Zurück",
    },
    confirming: {
      title: "Die Erstattung wird übermittelt …",
      unsure: "Die Erstattung konnte noch nicht übermittelt werden",
      unsureHint:
        "Was Sie signiert haben, bleibt in diesem Tab aufbewahrt und wird von selbst erneut übermittelt. Erstatten Sie kein zweites Mal.",
      unsureSent: "Die Erstattung wurde gesendet, aber noch nicht gefunden",
      unsureSentHint: "Das kann einen Moment dauern. Diese Seite sucht weiter danach. Erstatten Sie kein zweites Mal.",
    },
    problems: {
      refused:
        "Sie haben die Anfrage in Ihrer Wallet abgelehnt. Es wurde nichts gesendet. Sie können es jederzeit noch einmal versuchen.",
      insufficientFunds:
        "Auf diesem Konto ist nicht genug für die Erstattung und die Netzwerkgebühr. Laden Sie es auf oder verwenden Sie ein anderes Konto.",
      walletUnable:
        "Das war mit Ihrer Wallet nicht möglich. Versuchen Sie es noch einmal oder verwenden Sie eine andere Wallet.",
      unknownChain:
        "Ihre Wallet konnte nicht zu {network} wechseln. Fügen Sie {network} in Ihrer Wallet hinzu oder wechseln Sie dort das Netzwerk, und versuchen Sie es noch einmal.",
      maybeSent:
        "Ihre Wallet hat diese Erstattung vielleicht schon gesendet. Zeigt sie eine gesendete oder wartende Transaktion, dann senden Sie nicht noch einmal: Diese Seite findet sie von selbst. Sonst versuchen Sie es noch einmal.",
      accountRefused:
        "Dieses Konto kann keine Erstattungen leisten. Wählen Sie ein anderes Konto oder eine andere Wallet.",
      notWhatWasChosen:
        "Zurück kam nicht die Erstattung, die Sie ausgewählt haben; deshalb wurde nichts signiert. Bitte sagen Sie dem Betreiber dieses Dienstes Bescheid.",
      optionGone: "Das geht nicht mehr. Sehen Sie sich die Erstattung noch einmal an.",
      balanceTaken:
        "Dieses Konto hat nicht genug für diese Erstattung und die anderen, die es signiert hat. Es wurde nichts gesendet. Laden Sie es auf oder verwenden Sie ein anderes Konto.",
      optionRefused:
        "Das Netzwerk lehnt diese Erstattung ab. Es wurde nichts gesendet. Verwenden Sie ein anderes Konto.",
      notDone:
        "Ihre Transaktion hat diese Erstattung nicht ausgeführt. Sehen Sie in Ihrer Wallet nach und versuchen Sie es noch einmal.",
      noAnswer:
        "Der Zahlungsdienst antwortet gerade nicht. Es wurde nichts gesendet. Versuchen Sie es gleich noch einmal.",
      over: "Diese Erstattung kann nicht mehr signiert werden.",
      unknown:
        "Etwas ist schiefgegangen; es wurde nichts gesendet. Versuchen Sie es noch einmal oder verwenden Sie eine andere Wallet.",
    },
  },
  embed: {
    open: "In neuem Tab bezahlen",
    close: "Schließen",
  },
};
