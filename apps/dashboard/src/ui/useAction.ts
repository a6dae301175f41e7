/** Something that is asked of the server by a press: what is stale after it, what is said then, and what if it is refused. */
import { type MutateOptions, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { useSentence } from "./parts.tsx"
import { useToasts } from "./toasts.tsx"

interface Action<In, Out> {
  readonly run: (input: In) => Promise<Out>
  readonly stale?: ReadonlyArray<QueryKey>
  readonly done?: (out: Out, input: In) => void
  readonly said?: string
  /** The form tells it itself. */
  readonly silent?: boolean
  /** What is asked for: another may be asked for meanwhile, the same may not. Without it, all of it is the same. */
  readonly about?: (input: In) => string
}

const onlyOne = () => ""

export const useAction = <In = void, Out = unknown>({
  about = onlyOne,
  done,
  run,
  said,
  silent = false,
  stale = []
}: Action<In, Out>) => {
  const client = useQueryClient()
  const { complain, say, withdraw } = useToasts()
  const sentence = useSentence()
  // The second of two presses may come before the next render, which alone makes the button busy.
  const underWay = useRef(new Set<string>())
  const action = useMutation({
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
    },
    onSettled: (_, __, input) => void underWay.current.delete(about(input))
  })
  const mutate = (input: In, options: MutateOptions<Out, Error, In> = {}) => {
    const asked = about(input)
    if (underWay.current.has(asked)) return
    underWay.current.add(asked)
    action.mutate(input, options)
  }
  return { ...action, mutate }
}
