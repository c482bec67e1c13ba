import { type DOMElement, useBoxMetrics, useInput } from 'ink'
import { type RefObject, useRef, useState } from 'react'

/** Where a text stands that is longer than its window. Lines are counted from 0. */
export interface Scroll {
  /** For the box that shows a part. */
  readonly viewport: RefObject<DOMElement | null>
  /** For the box inside it that holds everything. */
  readonly content: RefObject<DOMElement | null>
  /** First line that shows. */
  readonly top: number
  /** Lines that show. */
  readonly shown: number
  /** Lines there are. */
  readonly total: number
}

/** Moves a text in its window with the arrow keys, the page keys, Home and End, and their letters of old. */
export function useScroll(): Scroll {
  const viewport = useRef<DOMElement>(null)
  const content = useRef<DOMElement>(null)
  const { clientHeight: shown } = useBoxMetrics(viewport)
  const { height: total } = useBoxMetrics(content)
  const [wanted, setWanted] = useState(0)
  const last = Math.max(0, total - shown)
  const scroll = (lines: number): void =>
    setWanted((before) => Math.max(0, Math.min(last, Math.min(before, last) + lines)))
  useInput((input, key) => {
    if (key.downArrow || input === 'j') scroll(1)
    else if (key.upArrow || input === 'k') scroll(-1)
    else if (key.pageDown || input === ' ') scroll(Math.max(1, shown - 1))
    else if (key.pageUp) scroll(-Math.max(1, shown - 1))
    else if (key.home || input === 'g') scroll(-total)
    else if (key.end || input === 'G') scroll(total)
  })
  return { viewport, content, top: Math.min(wanted, last), shown, total }
}
