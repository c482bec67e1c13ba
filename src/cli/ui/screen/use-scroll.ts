import { type DOMElement, useBoxMetrics, useInput } from 'ink'
import { type RefObject, useRef, useState } from 'react'

/** The scroll position of a text that is longer than its window. Lines are counted from 0. */
export interface Scroll {
  /** Ref for the outer box, which shows a part of the text. */
  readonly viewport: RefObject<DOMElement | null>
  /** Ref for the inner box, which contains the whole text. */
  readonly content: RefObject<DOMElement | null>
  /** First visible line. */
  readonly top: number
  /** Number of visible lines. */
  readonly shown: number
  /** Total number of lines. */
  readonly total: number
}

/** Scrolls a text with the arrow keys, the page keys, Home and End, and their traditional letters. */
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
