import type { Dictionary } from "../dictionary.ts"

export const demo: Dictionary["demo"] = {
  name: "Demo",
  offer: "Pruébelo con un banco de prueba",
  offerLong:
    "Con un toque se conectan un banco y una tienda de prueba en esta máquina, con pagos y pedidos que los esperan. Verá conciliarse el primer pago; nada real se toca.",
  connect: "Conectar la prueba",
  connecting: "Arrancando el banco y la tienda de prueba…",
  title: "Su primer pago conciliado",
  lead: "Esto está pasando ahora mismo: Counterfoil entra en el banco de prueba con un navegador de verdad, lee los pagos y los concilia con los pedidos de la tienda.",
  leadDone:
    "Counterfoil ha entrado en el banco de prueba con un navegador de verdad, ha leído los pagos y los ha conciliado con los pedidos de la tienda. Sigue por sí solo.",
  orders: "Los pedidos de la tienda",
  ordersLead: "La tienda de prueba los dio como pendientes de pago.",
  ordersComing: "Llegan con la primera consulta a la tienda.",
  matched: (count) =>
    count === 1 ? "El primer pedido ha encontrado su pago" : `${count} pedidos han encontrado su pago`,
  matchedLong: "La tienda lo ha sabido de cada uno por un webhook firmado.",
  settle: "Uno queda para usted: dos pagos encajan por igual, y Counterfoil no adivina.",
  settleGo: "Resolverlo",
  find: "Dónde están el banco y la tienda de prueba",
  visit: "Entre usted mismo en el banco de prueba",
  visitLead: "Su cliente se inventó para usted. Entre allí como lo hace Counterfoil y vea los pagos que ha leído.",
  seeShop: "Lo que recibió la tienda",
  seeBank: "La página del banco de prueba",
  code: "Hacer que el banco de prueba pida un código",
  codeLead:
    "En los ajustes de la cuenta elija «También un código, o una aprobación»: desde entonces el banco de prueba envía un código en cada acceso. Donde se le pida hay un enlace al teléfono de prueba que lo muestra.",
  own: "Conectar su propio banco"
}
