import { cloneElement, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

interface Place {
  readonly left: number
  readonly top: number
  readonly isBelow: boolean
}

/** How long the pointer rests before the text appears. Keyboard focus shows it at once. */
const DELAY_MS = 350
const GAP = 6

/**
 * A line of text beside an element while it is hovered or has keyboard focus. Escape hides it. Tooltips are for helpful
 * details; essential information is written on the page.
 */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [place, setPlace] = useState<Place>()

  const show = () => {
    const box = anchor.current?.firstElementChild?.getBoundingClientRect()
    if (!box) return
    const isBelow = box.top < 60
    setPlace({
      left: Math.min(Math.max(box.left + box.width / 2, 12), window.innerWidth - 12),
      top: isBelow ? box.bottom + GAP : box.top - GAP,
      isBelow,
    })
  }
  const hide = () => {
    clearTimeout(timer.current)
    setPlace(undefined)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const child = children as ReactElement<{ 'aria-label'?: string; 'aria-describedby'?: string }>
  // If it equals the accessible name, it is not announced twice.
  const isDescription = child.props['aria-label'] !== text
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the element inside, which is the control.
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={(event) => {
        if (event.pointerType !== 'mouse') return
        clearTimeout(timer.current)
        timer.current = setTimeout(show, DELAY_MS)
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) show()
      }}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide()
      }}
    >
      {cloneElement(child, place && isDescription ? { 'aria-describedby': id } : {})}
      {place &&
        createPortal(
          <span
            id={id}
            role="tooltip"
            style={{ left: place.left, top: place.top }}
            className={`pointer-events-none fixed z-50 max-w-72 -translate-x-1/2 rounded-md border bg-surface px-2 py-1 text-xs break-words text-text shadow-pop ${place.isBelow ? '' : '-translate-y-full'}`}
          >
            {text}
          </span>,
          document.body,
        )}
    </span>
  )
}
