import { createContext, useContext, useEffect, useRef } from 'react'

/** A part of the page that keeps its changes itself and is saved by the bar of the page: prices, their tables. */
export interface SavePart {
  /** How many changes are not saved. */
  readonly count: number
  readonly isSaving: boolean
  readonly save: () => void
  readonly discard: () => void
  /** What is said when nothing on the page was changed, where this part is what the address names. */
  readonly unchanged?: string | undefined
}

type Register = (name: string, part: SavePart | undefined) => void

/** How a part tells the page about itself. */
export const SaveParts = createContext<Register>(() => undefined)

/** The bar of the page counts, saves and discards what this part holds, as long as it is on the screen. */
export function useSavePart(name: string, { count, isSaving, save, discard, unchanged }: SavePart): void {
  const register = useContext(SaveParts)
  // What a press of the button does is what the last drawing would do.
  const latest = useRef({ save, discard })
  useEffect(() => {
    latest.current = { save, discard }
  })
  useEffect(() => {
    register(name, {
      count,
      isSaving,
      save: () => latest.current.save(),
      discard: () => latest.current.discard(),
      unchanged,
    })
    return () => register(name, undefined)
  }, [register, name, count, isSaving, unchanged])
}
