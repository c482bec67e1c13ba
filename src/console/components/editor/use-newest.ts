import { useMemo, useState } from 'react'
import { isProblem } from '../../api/api-problem.ts'

/**
 * Tracks the version that a form was loaded with. If somebody else has changed the object since, saving is refused. The
 * form then takes over the newer values, keeps what was typed and says so (`MovedNotice`). Saving again overwrites on
 * purpose.
 *
 * @param loaded undefined = a new object
 * @param toValues converts to form values; the same function each time
 * @param empty returns the initial values for a new object
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
    /** The object as the form last read it. Later reads for the list do not change it. */
    base,
    setBase,
    first,
    isMoved,
    /** Call when the form is submitted. */
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
