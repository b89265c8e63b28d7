// Pagar con una billetera del navegador, en español.
import type { WalletMessages } from "./en.ts";

export const wallet: WalletMessages = {
  title: "Pagar con una billetera de este navegador",
  choose: "Elija su billetera",
  nameless: "Billetera del navegador",
  connecting: "Abra {wallet} y permita la conexión.",
  hint: "Conéctela para ver con qué puede pagar. No se paga nada hasta que lo confirme en su billetera.",
  connected: "Conectada: {wallet}",
  otherWallet: "Cambiar",
  loading: "Comprobando con qué puede pagar…",
  options: "Elija con qué pagar",
  account: "Desde la cuenta",
  showAll: "Mostrar las {count} opciones",
  noFee: "sin comisión de red",
  fee: "comisión de red de unos {fee}",
  fees: "más comisión de red",
  noOptions: "No se puede pagar con esta billetera",
  noOptionsHint: "Necesitaría una de estas opciones:",
  noneAccepted: "La tienda no puede aceptar ningún pago en este momento. Inténtelo de nuevo en unos minutos.",
  notRead: "No se han podido cargar sus opciones de pago",
  refusedTitle: "Esta billetera no se puede usar aquí",
  unavailable: {
    title: "No disponible ({count})",
    insufficient_balance: "Tiene {balance}. Faltan {shortfall}.",
    none: "No tiene nada. Se necesitan {amount}.",
    insufficient_gas: "Tiene suficiente, pero la comisión de red es de unos {required} y tiene {balance}.",
    chain_unavailable: "{network} no funciona bien en este momento. Inténtelo de nuevo en unos minutos.",
    below_minimum: "Se acepta a partir de {minimum}.",
    amount_too_high: "Este importe es demasiado alto para {network}.",
    no_price: "No hay un precio actual para él.",
    pays_itself: "Esta cuenta recibe el pago, así que no puede hacerlo ella misma.",
    account_refused: "Esta cuenta no se puede usar aquí.",
    coin: "de la moneda de la red",
  },
  lookAgain: "Volver a comprobar",
  pay: "Pagar {amount}",
  next: "Continuar",
  starting: "Un momento…",
  priceUntil: "Este precio es válido hasta las {time}.",
  plan: {
    sign: "Firmará una vez en su billetera. No hay comisión de red.",
    approveSign: "Dos pasos: autorizará el uso de {token}, con una pequeña comisión de red, y firmará el pago.",
    send: "Enviará una transacción. Su billetera añade la comisión de red.",
    approveSend:
      "Dos transacciones: autorizará este importe de {token} y enviará el pago. Su billetera añade las comisiones de red.",
    buyerDataFirst: "Antes se le pedirán su nombre, su fecha de nacimiento y su lugar de residencia o de nacimiento.",
  },
  form: {
    title: "Sus datos",
    close: "Cerrar",
  },
  executing: {
    count: "Paso {index} de {count}",
    sign: "Firme el pago de {amount} en {wallet}",
    approve: "Autorice {token} en {wallet}",
    send: "Envíe {amount} en {wallet}",
    hint: "Su billetera se ha abierto o muestra una solicitud pendiente. Compruebe allí el importe.",
    back: "Elegir otra opción",
  },
  confirming: {
    title: "Entregando su pago…",
    hint: "Tardará un momento. Deje esta página abierta.",
    unsure: "Su pago todavía no se ha podido entregar",
    unsureHint:
      "Lo que ha firmado se guarda en esta pestaña y se volverá a entregar automáticamente. No pague por segunda vez.",
    unsureSent: "Su pago se ha enviado, pero aún no se ha encontrado",
    unsureSentHint: "Puede tardar un momento. Esta página lo sigue buscando. No pague por segunda vez.",
    again: "Intentarlo ahora",
  },
  problems: {
    refused:
      "Ha rechazado la solicitud en su billetera. No se ha pagado nada. Puede intentarlo de nuevo cuando quiera.",
    walletBusy:
      "Su billetera le está esperando: ábrala, desbloquéela y responda a la solicitud pendiente. Después inténtelo de nuevo.",
    accountChanged: "Su billetera ya no da acceso a esta cuenta. Elija la cuenta en su billetera e inténtelo de nuevo.",
    unknownChain:
      "Su billetera no ha podido cambiar a {network}. Añada {network} en su billetera, cambie allí de red o elija otra opción.",
    insufficientFunds:
      "Esta cuenta no tiene suficiente para el importe y la comisión de red. Añada fondos o elija otra opción.",
    walletUnable: "Su billetera no ha podido hacerlo. Inténtelo de nuevo, elija otra opción o use otra billetera.",
    maybeSent:
      "Puede que su billetera ya haya enviado este pago. Si muestra una transacción enviada o pendiente, no pague otra vez: esta página la encontrará por sí sola. Si no, inténtelo de nuevo.",
    accountRefused: "No se pueden aceptar pagos de esta cuenta. Elija otra cuenta u otra billetera.",
    notWhatWasChosen:
      "Lo que se ha recibido no es el pago que eligió, así que no se ha firmado nada. Avise a la tienda.",
    priceExpired: "El precio ha cambiado. Compruebe el nuevo importe y después pague.",
    priceUpdated: "Los precios se han actualizado.",
    optionGone: "Esta opción ya no está disponible. Elija otra.",
    buyerDataMissing: "Aún se necesitan sus datos para este pago.",
    buyerDataFailed: "No se ha podido completar el formulario. Inténtelo de nuevo.",
    wrongSignature: "La firma no es de la cuenta que paga. Elija esa cuenta en su billetera e inténtelo de nuevo.",
    balanceTaken:
      "Esta cuenta no tiene saldo suficiente para este pago y los demás que ha firmado. No se ha pagado nada. Añada fondos o elija otra opción.",
    optionRefused: "La red rechaza este pago. No se ha pagado nada. Elija otra opción.",
    notDone: "Su transacción no ha realizado este pago. Compruébela en su billetera e inténtelo de nuevo.",
    noAnswer:
      "El servicio de pago no responde en este momento. No se ha pagado nada. Inténtelo de nuevo en un momento.",
    over: "Este pago ya no se puede realizar.",
    unknown: "Algo ha fallado y no se ha pagado nada. Inténtelo de nuevo o use otra billetera.",
  },
};
