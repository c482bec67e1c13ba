import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOwnStep } from '../../state/leave-to.ts'
import { classNames } from '../class-names.ts'
import { inputClass } from './field.tsx'

/** Pause in typing after which the search starts. Enter does not wait. */
const REST_MS = 300

/** A search field. `onChange` is called once typing pauses. */
export function SearchInput({
  value,
  onChange,
  label,
  className = 'w-48',
}: {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Placeholder and accessible name. */
  readonly label: string
  readonly className?: string
}) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const [told, setTold] = useState(value)
  const [seen, setSeen] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  // `value` may catch up with the typed text a moment later. Any other text comes from outside: back, a link, "clear
  // filters".
  if (value !== seen) {
    setSeen(value)
    if (value !== told) {
      setTold(value)
      setText(value)
    }
  }
  const drop = useEffectEvent(() => {
    clearTimeout(timer.current)
    setText(told)
  })
  useEffect(() => {
    // Otherwise the last typed text would be searched for a moment after going back.
    const onBack = () => {
      if (!isOwnStep()) drop()
    }
    addEventListener('popstate', onBack)
    return () => {
      removeEventListener('popstate', onBack)
      clearTimeout(timer.current)
    }
  }, [])
  const tell = (next: string) => {
    clearTimeout(timer.current)
    if (next === value) return
    setTold(next)
    onChange(next)
  }
  return (
    <span className={classNames('relative block max-sm:w-full', className)}>
      <Search
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint"
      />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        className={inputClass(
          'h-8 pr-8 pl-8 placeholder-shown:pr-2 [&::-webkit-search-cancel-button]:hidden',
        )}
        onChange={(event) => {
          const next = event.target.value
          setText(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => tell(next.trim()), REST_MS)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') tell(text.trim())
        }}
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={t('action.clear')}
          className="absolute top-1/2 right-1 grid size-6 -translate-y-1/2 place-items-center rounded-sm text-muted hover:text-text"
          onClick={() => {
            setText('')
            tell('')
            // The button is about to disappear.
            field.current?.focus()
          }}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}
