import { useMemo, useState } from 'react'
import { isProblem } from '../../api/api-problem.ts'

/**
 * What a form was loaded with. If somebody else has changed it since, saving is refused. The form then takes over the
 * newer values, keeps what was typed and says so (`MovedNotice`). Saving again overwrites on purpose.
 *
 * @param loaded undefined = something new
 * @param toValues as the form holds it; the same function each time
 * @param empty what the form of something new begins with
 */
export function useNewest<Loaded, Values extends object>({
  loaded,
  readAgain,
  toValues,
  empty,
}: {
  readonly loaded: Loaded | undefined
  readonly readAgain: () => Promise<Loaded | undefined>
  readonly toValues: (loaded: Loaded) => Values
  readonly empty: () => Values
}) {
  const [base, setBase] = useState(loaded)
  const [fresh] = useState(empty)
  const [isMoved, setMoved] = useState(false)
  const first = useMemo(() => (base === undefined ? fresh : toValues(base)), [base, fresh, toValues])
  return {
    /** As it was read last; what is read later for the list does not change it. */
    base,
    setBase,
    first,
    isMoved,
    /** Call it when the form is sent. */
    begin: () => setMoved(false),
    /**
     * @param refusal why saving failed
     * @param rebase takes newer values into the form
     */
    catchUp: async (refusal: Error, rebase: (now: Values) => void): Promise<void> => {
      if (!isProblem(refusal) || refusal.code !== 'revision_moved') return
      const now = await readAgain()
      if (now === undefined) return
      rebase(toValues(now))
      setBase(now)
      setMoved(true)
    },
  }
}
