/**
 * What was typed in the wizard, for whoever goes back and forth, or away and back. It is kept in memory alone, with what
 * one person has read, and is gone with a log-out; a password isn't kept at all.
 */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import type { Mode } from "../../api/types.ts"

export interface ChosenBank {
  readonly id: string
  /** Of the terms that were shown; the server refuses others. */
  readonly fingerprint?: string | undefined
}

export type Fields = Readonly<Record<string, string>>

/** The account that is there already, and whose settings were refused. */
export interface Created {
  readonly id: string
  readonly bankId: string
  readonly name: string
}

interface Draft {
  /** Chosen in this wizard. */
  readonly mode?: Mode
  readonly bank?: ChosenBank
  readonly fields: Fields
  readonly created?: Created | undefined
}

const empty: Draft = { fields: {} }

const draftQuery = queryOptions({
  queryKey: ["enrolling"],
  queryFn: () => empty,
  initialData: empty,
  enabled: false,
  gcTime: Infinity
})

export const useDraft = () => {
  const client = useQueryClient()
  const { data } = useQuery(draftQuery)
  return {
    draft: data,
    keep: (more: Partial<Draft>) => client.setQueryData(draftQuery.queryKey, (now = empty) => ({ ...now, ...more })),
    keepFields: ({ bank_password: _never, ...fields }: Fields) =>
      client.setQueryData(draftQuery.queryKey, (now = empty) => ({ ...now, fields: { ...now.fields, ...fields } })),
    forget: () => client.setQueryData(draftQuery.queryKey, empty)
  }
}
