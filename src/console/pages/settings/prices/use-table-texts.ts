import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isProblem } from '../../../api/api-problem.ts'
import { answerOf, api } from '../../../api/client.ts'
import { noteStored, type Option, readOptions, useOptions } from '../use-options.ts'
import { optionOf, type PriceOption } from './price-row.ts'
import { priceTablesKey } from './use-price-tables.ts'

export const tableOptions: readonly PriceOption[] = Object.values(optionOf)
export type TableTexts = Readonly<Record<PriceOption, string>>

const toTexts = (options: readonly Option[]): TableTexts => {
  const texts = new Map(options.map(({ key, value }) => [key, value]))
  return Object.fromEntries(tableOptions.map((key) => [key, texts.get(key) ?? ''])) as TableTexts
}

/** Reads the tables as currently stored. @throws ApiProblem */
export const readTableTexts = async (): Promise<TableTexts> => toTexts(await readOptions())

/** Returns the four tables as stored, including their layout. Settings are fetched once for the whole page. */
export const useTableTexts = () => useOptions(toTexts)

export interface TableEdit {
  readonly key: PriceOption
  readonly text: string
  /** The text when typing began. */
  readonly base: string
}

/** The outcome of saving each table: stored, changed by somebody else before, or refused with a message. */
export type TableOutcome =
  | { readonly key: PriceOption; readonly kind: 'stored' | 'moved' | 'unreachable' }
  | { readonly key: PriceOption; readonly kind: 'refused'; readonly message: string }

/** Saves whole tables independently, and only if each still has the text that the edit is based on. */
export function useSaveTables() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (edits: readonly TableEdit[]) =>
      Promise.all(
        edits.map(async ({ key, text, base }): Promise<TableOutcome> => {
          try {
            await answerOf(api.PUT('/api/option/', { body: { key, value: text, before: base } }))
            noteStored(queryClient, [{ key, value: text }])
            return { key, kind: 'stored' }
          } catch (error) {
            if (!isProblem(error)) throw error
            if (error.code === 'revision_moved') return { key, kind: 'moved' }
            return error.status === 0
              ? { key, kind: 'unreachable' }
              : { key, kind: 'refused', message: error.message }
          }
        }),
      ),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['options'] })
      void queryClient.invalidateQueries({ queryKey: ['pricing'] })
      return queryClient.invalidateQueries({ queryKey: priceTablesKey })
    },
  })
}

/** Restores the built-in model ratios; the other three tables stay unchanged. */
export function useResetRatios() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => answerOf(api.POST('/api/option/rest_model_ratio')),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['options'] })
      void queryClient.invalidateQueries({ queryKey: ['pricing'] })
      return queryClient.invalidateQueries({ queryKey: priceTablesKey })
    },
  })
}
