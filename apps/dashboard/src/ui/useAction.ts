/** Something that is asked of the server by a press: what is stale after it, what is said then, and what if it is refused. */
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query"
import { useSentence } from "./parts.tsx"
import { useToasts } from "./toasts.tsx"

interface Action<In, Out> {
  readonly run: (input: In) => Promise<Out>
  readonly stale?: ReadonlyArray<QueryKey>
  readonly done?: (out: Out, input: In) => void
  readonly said?: string
  /** The form tells it itself. */
  readonly silent?: boolean
}

export const useAction = <In = void, Out = unknown>({
  done,
  run,
  said,
  silent = false,
  stale = []
}: Action<In, Out>) => {
  const client = useQueryClient()
  const { complain, say, withdraw } = useToasts()
  const sentence = useSentence()
  return useMutation({
    mutationFn: run,
    onSuccess: (out, input) => {
      if (said !== undefined) say(said)
      done?.(out, input)
      for (const queryKey of stale) void client.invalidateQueries({ queryKey })
    },
    onError: (cause) => {
      // What the form said of its last success stands no longer beside its failure.
      if (silent) withdraw()
      else complain(sentence(cause))
    }
  })
}
