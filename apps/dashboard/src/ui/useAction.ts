/** Something that is asked of the server by a press: what is stale after it, what is said then, and what if it is refused. */
import { type MutateOptions, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { session } from "../api/session.ts"
import { useSentence } from "./parts.tsx"
import { useToasts } from "./toasts.tsx"

interface Action<In, Out> {
  readonly run: (input: In) => Promise<Out>
  readonly stale?: ReadonlyArray<QueryKey>
  readonly done?: (out: Out, input: In) => void
  readonly said?: string
  /** The form tells it itself, as long as it is there. */
  readonly silent?: boolean
  /** What a form that tells it itself would have told, said where it is gone. */
  readonly elsewhere?: {
    readonly done: (out: Out) => string
    /** It was done, and what came of it is bad. */
    readonly isBad?: (out: Out) => boolean
    readonly refused?: (cause: Error) => string
  }
  /** What is asked for: another may be asked for meanwhile, the same may not. Without it, all of it is the same. */
  readonly about?: (input: In) => string
}

const onlyOne = () => ""

/** Whether what asked is still shown when the answer comes: on a slow line one has closed it by then, or left the page. */
const useIsHere = () => {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return () => isHere.current
}

export const useAction = <In = void, Out = unknown>({
  about = onlyOne,
  done,
  elsewhere,
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
  const isHere = useIsHere()
  const action = useMutation({
    mutationFn: run,
    onSuccess: (out, input) => {
      if (said !== undefined) say(said)
      else if (!isHere() && elsewhere !== undefined && session.current() !== undefined) {
        const tell = elsewhere.isBad?.(out) === true ? complain : say
        tell(elsewhere.done(out))
      }
      done?.(out, input)
      for (const queryKey of stale) void client.invalidateQueries({ queryKey })
    },
    onError: (cause) => {
      // What the form said of its last success stands no longer beside its failure.
      if (silent && isHere()) withdraw()
      // Who has logged out is told nothing any more of what they had asked for.
      else if (!silent || session.current() !== undefined) complain((elsewhere?.refused ?? sentence)(cause))
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
