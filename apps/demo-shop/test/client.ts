import { Webhook } from "standardwebhooks"

import { startDemoShop } from "../src/index.ts"

const whsec = (bytes: string): string => `whsec_${Buffer.from(bytes).toString("base64")}`

export const secret = whsec("a secret of the shop, 32 bytes !")
export const otherSecret = whsec("another secret, 32 bytes long !!")

export const matched = { external_id: "A-1", status: "matched", amount: 120.5, currency: "EUR", name: "María García" }

export const openShop = async (journalFile?: string, ordersFile?: string) => {
  const shop = await startDemoShop({ journalFile, ordersFile })

  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${shop.url}/control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return { status: response.status, json: text === "" ? null : JSON.parse(text) }
  }

  const poll = async (path = "/orders", init: RequestInit = {}) => {
    const response = await fetch(`${shop.url}${path}`, init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text === "" ? null : JSON.parse(text) }
  }

  /** Sends a webhook as the service does, signed with `key`. */
  const deliver = (
    path: string,
    body: unknown,
    options: { key?: string; id?: string; authorization?: string } = {}
  ) => {
    const [id, at, text] = [options.id ?? "msg_1", new Date(), JSON.stringify(body)]
    return fetch(`${shop.url}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(options.key ?? secret).sign(id, at, text),
        "counterfoil-event": "matched",
        "counterfoil-attempt": "1",
        ...(options.authorization === undefined ? {} : { authorization: options.authorization })
      },
      body: text
    })
  }

  return { ...shop, control, poll, deliver }
}

export type OpenShop = Awaited<ReturnType<typeof openShop>>
