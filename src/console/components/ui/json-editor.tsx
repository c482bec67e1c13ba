import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../class-names.ts'
import { Button } from './button.tsx'
import { useFieldControl } from './field.tsx'
import { findJsonProblem } from './json-problem.ts'

/** A text area for JSON with line numbers; the line of the first error is marked and reported. */
export function JsonEditor({
  value,
  onChange,
  rows = 8,
  label,
  isDisabled = false,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number
  readonly label?: string
  readonly isDisabled?: boolean
}) {
  const { t } = useTranslation()
  const control = useFieldControl()
  const gutter = useRef<HTMLDivElement>(null)
  const problem = findJsonProblem(value)
  const problemId = useId()
  const lines = value.split('\n').length
  return (
    <div className="flex flex-col gap-1">
      <div
        className={classNames(
          'flex overflow-hidden rounded-md border bg-surface font-mono text-[12.5px] leading-5 focus-within:outline-1 focus-within:outline-accent',
          problem ? 'border-bad' : 'border-line-strong focus-within:border-accent',
        )}
      >
        <div
          ref={gutter}
          aria-hidden
          className="shrink-0 overflow-hidden border-r bg-sunken px-2 py-1.5 text-right text-faint select-none"
          style={{ height: rows * 20 + 12 }}
        >
          {Array.from({ length: lines }, (_, index) => index + 1).map((line) => (
            <div key={line} className={line === problem?.line ? 'font-bold text-bad' : undefined}>
              {line}
            </div>
          ))}
        </div>
        <textarea
          {...control}
          aria-label={label}
          aria-invalid={problem || control['aria-invalid'] ? true : undefined}
          aria-describedby={
            [problem && problemId, control['aria-describedby']].filter(Boolean).join(' ') || undefined
          }
          disabled={isDisabled}
          spellCheck={false}
          wrap="off"
          value={value}
          style={{ height: rows * 20 + 12 }}
          className="min-w-0 grow resize-none bg-transparent px-2.5 py-1.5 focus:outline-none"
          onChange={(event) => onChange(event.target.value)}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop
          }}
        />
      </div>
      <div className="flex min-h-7 items-center justify-between gap-2">
        <p id={problemId} role="status" className="text-sm text-bad">
          {problem && t('json.invalidAt', { line: problem.line })}
        </p>
        <Button
          kind="ghost"
          size="sm"
          disabled={isDisabled || problem !== undefined || value.trim() === ''}
          onClick={() => onChange(JSON.stringify(JSON.parse(value), null, 2))}
        >
          {t('json.format')}
        </Button>
      </div>
    </div>
  )
}
