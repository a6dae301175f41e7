/** One press from nothing to a first match: the server starts the demo's bank and shop, the rest is what anybody would do. */
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Notice, useSentence } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"
import { type DemoConnection, demoKey } from "./demoKey.ts"

const enrol = async (name: string, isNew: boolean) => {
  const connection = await api.post("/demo")
  if (isNew) await api.put("/me/operation-mode", { body: { mode: "reconcile" } })
  const { id } = await api.post("/accounts", { body: { bankId: connection.bank_id, name } })
  const path = { accountId: id }
  const { bank_password, bank_username, pending_orders_endpoint, webhook_url } = connection
  await api.put("/accounts/{accountId}/config", {
    path,
    // One look is enough to know which of its orders nobody has paid. Its bank asks for a code once the settings say so.
    body: {
      bank_password,
      bank_username,
      pending_orders_endpoint,
      webhook_url,
      retry_limit: 0,
      login_mode: "simple"
    }
  })
  await api.post("/demo/webhook-secret", { body: { account_id: id } })
  await api.post("/accounts/{accountId}/scrape", { path })
  return { id, connection }
}

export const useDemoOffer = () => useQuery({ ...queries.demo(), staleTime: Infinity }).data?.available === true

export const ConnectDemo = () => {
  const { demo } = useWords()
  const client = useQueryClient()
  const navigate = useNavigate()
  const sentence = useSentence()
  const { data: me } = useQuery(queries.me())
  const connect = useAction({
    run: () => enrol(demo.name, me?.operation_mode == null),
    stale: [["me"], ["accounts"], ["orders"], ["banks"], ["demo"]],
    silent: true,
    done: ({ connection, id }) => {
      client.setQueryData<DemoConnection>(demoKey, connection)
      void navigate({ to: "/demo", search: { account: id } })
    }
  })
  return (
    <div className="grid justify-items-center gap-4">
      {connect.isError ? (
        <Notice role="alert" tone="bad">
          {sentence(connect.error)}
        </Notice>
      ) : null}
      <Button
        look="primary"
        icon="play"
        busy={connect.isPending}
        disabled={me === undefined}
        onClick={() => connect.mutate()}
      >
        {connect.isPending ? demo.connecting : demo.connect}
      </Button>
    </div>
  )
}
