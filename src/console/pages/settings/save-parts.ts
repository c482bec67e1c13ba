import { createContext, useContext, useEffect, useRef } from 'react'

/** A part of the page that keeps its own changes and is saved by the page's save bar: the prices and their tables. */
export interface SavePart {
  /** Number of unsaved changes. */
  readonly count: number
  readonly isSaving: boolean
  readonly save: () => void
  readonly discard: () => void
  /** Message when nothing on the page was changed, if the address points to this part. */
  readonly unchanged?: string | undefined
}

type Register = (name: string, part: SavePart | undefined) => void

/** Registers a part with the page. */
export const SaveParts = createContext<Register>(() => undefined)

/** Lets the page's save bar count, save and discard the changes of this part while it is mounted. */
export function useSavePart(name: string, { count, isSaving, save, discard, unchanged }: SavePart): void {
  const register = useContext(SaveParts)
  // The buttons call the functions from the latest render.
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
