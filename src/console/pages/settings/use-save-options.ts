import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { isProblem } from '../../api/api-problem.ts'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { sayDone } from '../../api/say-done.ts'
import { showProblem } from '../../api/show-problem.ts'
import { statusKey } from '../../api/use-status.ts'
import { phrase } from '../../i18n/i18n.ts'
import { saveOptions } from './save-options.ts'
import type { Change, Draft } from './use-draft.ts'
import { noteStored, type Option, optionsKey } from './use-options.ts'

/** The daemon's messages about settings, by key. */
export type Refusals = ReadonlyMap<string, string>

/**
 * Asks the daemon or the user before a section's settings are saved.
 * @returns false when the user decides against saving
 * @throws ApiProblem when the daemon refuses
 */
export type AskFirst = () => Promise<boolean>

export interface Save {
  readonly changes: readonly Change[]
  readonly askFirst?: AskFirst | undefined
  /** Messages for when everything was saved. */
  readonly done: readonly SaidOf[]
}

/** A message about some of the saved settings. */
export interface SaidOf {
  readonly text: string
  readonly keys: readonly string[]
}

/**
 * Saves a section: validates everything first, so that a mistake saves nothing, then sends one update per change, then
 * reads the settings again. What was saved is no longer a draft; what was refused stays in its field.
 *
 * @returns why settings were refused, in the user's language; empty = everything is saved; undefined = the user decided
 *   against saving
 */
export function useSaveOptions(draft: Draft) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ changes, askFirst }: Save): Promise<Refusals | undefined> => {
      const judged = await judge(changes)
      if (judged.size > 0) {
        toast.error(phrase('settings:checkInput'))
        return judged
      }
      if (askFirst && !(await askFirst())) return undefined
      const { saved, failed } = await saveOptions(changes, put)
      // The fields compare with what was saved, without waiting until the settings are read again.
      noteStored(queryClient, saved)
      draft.settle(saved)
      const moved = [...failed].filter(([, error]) => isProblem(error) && error.code === 'revision_moved')
      const fresh = await reload()
      // The daemon may have normalized a saved text.
      const isRead = ({ key }: Option) =>
        saved.some((each) => each.key === key) || moved.some(([each]) => each === key)
      draft.rebase(fresh.filter(isRead))
      if (failed.size > 0) toast.error(phrase(failureOf(changes.length, [...failed.values()])))
      return new Map([...failed].map(([key, error]) => [key, messageOf(error)]))
    },
    onSuccess: (refusals, { changes, done }) => {
      if (refusals === undefined || refusals.size > 0) return
      for (const { text, keys } of done) {
        const made = changes.filter(({ key }) => keys.includes(key))
        // The previous value of a secret is unknown.
        const isKnown = made.every(({ before }) => before !== undefined)
        sayDone({ text, undo: isKnown ? () => putBack(made) : undefined })
      }
    },
    onError: (error) => {
      if (!isProblem(error) || error.status === 0) toast.error(phrase('settings:saveFailed'))
      else toast.error(error.message)
    },
    meta: { isShownInPlace: true },
  })

  /** Restores the previous values, unless somebody else has changed them since. */
  async function putBack(made: readonly Change[]): Promise<boolean> {
    const now = new Map(
      (queryClient.getQueryData<readonly Option[]>(optionsKey) ?? []).map(({ key, value }) => [key, value]),
    )
    const { failed } = await saveOptions(
      made.map(({ key, value, before = '', isSwitch }) => ({
        key,
        value: before,
        before: now.get(key) ?? value,
        isSwitch,
      })),
      put,
    )
    await reload()
    for (const error of failed.values()) showProblem(error)
    return failed.size === 0
  }

  async function reload(): Promise<readonly Option[]> {
    void queryClient.invalidateQueries({ queryKey: statusKey })
    // Groups, public texts and the like may depend on the settings: other pages read them again when they open.
    const others = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[0] !== statusKey[0]
    void queryClient.invalidateQueries({ predicate: others, refetchType: 'none' })
    try {
      await queryClient.refetchQueries({ queryKey: optionsKey }, { throwOnError: true })
    } catch {
      toast.error(phrase('settings:refreshFailed'))
    }
    return queryClient.getQueryData<readonly Option[]>(optionsKey) ?? []
  }
}

const put = ({ key, value, before }: Change) =>
  answerOf(api.PUT('/api/option/', { body: { key, value, ...(before === undefined ? {} : { before }) } }))

async function judge(changes: readonly Change[]): Promise<Refusals> {
  const options = changes.map(({ key, value }) => ({ key, value }))
  const verdicts = await dataOf(api.POST('/api/option/check', { body: { options } }))
  return new Map(verdicts.flatMap(({ key, message }) => (message === null ? [] : [[key, message]])))
}

/** Chooses the message: no response at all, a single update that was refused, or some of several. */
function failureOf(count: number, errors: readonly unknown[]) {
  const isUnanswered = errors.every((error) => !isProblem(error) || error.status === 0)
  if (errors.length === count && (isUnanswered || count > 1)) return 'settings:saveFailed'
  return count === 1 ? 'settings:updateFailed' : 'settings:someFailed'
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
