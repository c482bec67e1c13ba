import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { useRepeatName } from '../../api/use-repeat-name.ts'
import { useSave } from '../../api/use-save.ts'
import { type Token, tokensKey } from './use-tokens.ts'

export type TokenCreate = components['schemas']['TokenCreate']
export type TokenUpdate = components['schemas']['TokenUpdate']

const suffixLetters = 'abcdefghijkmnpqrstuvwxyz23456789'
const suffixLength = 6
/** A name can have 30 characters, of which the suffix and its dash take seven. */
const stemLength = 23

/** Returns names for several tokens: the first keeps the name, the others get a random suffix. */
export function tokenNames(name: string, count: number): readonly string[] {
  const suffix = () =>
    Array.from(
      crypto.getRandomValues(new Uint8Array(suffixLength)),
      (byte) => suffixLetters[byte % suffixLetters.length],
    ).join('')
  const more = new Set<string>()
  while (more.size < count - 1) more.add(`${[...name].slice(0, stemLength).join('')}-${suffix()}`)
  return [name, ...more]
}

export interface CreateTokens {
  readonly body: TokenCreate
  readonly count: number
  /** Called after each token. */
  readonly onProgress?: (made: readonly Token[]) => void
}

/**
 * Creates tokens one after another. If one fails, those before it are kept, and `onProgress` has reported them. A token
 * whose response was lost is not created a second time.
 */
export function useCreateTokens() {
  const queryClient = useQueryClient()
  const repeatName = useRepeatName()
  return useMutation({
    mutationFn: async ({ body, count, onProgress }: CreateTokens) => {
      const made: Token[] = []
      for (const name of tokenNames(body.name ?? '', count)) {
        const one = { ...body, name }
        const header = repeatName.of(one)
        made.push(await dataOf(api.POST('/api/token/', { params: { header }, body: one })))
        repeatName.forget()
        onProgress?.(made)
      }
      return made
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensKey }),
    meta: { isShownInPlace: true },
  })
}

/** Updates the given fields; absent ones stay unchanged. */
export const useUpdateToken = () =>
  useSave([tokensKey], (body: TokenUpdate) => dataOf(api.PUT('/api/token/', { body })))
