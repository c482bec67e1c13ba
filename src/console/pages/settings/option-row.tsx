import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { FieldRow } from '../../components/ui/field.tsx'
import { useKeptFocus } from '../../components/ui/use-kept-focus.ts'
import { decimalNumber } from '../../format.ts'
import { useSessionUser } from '../../state/session.ts'
import { findMistake, type Mistake } from './find-mistake.ts'
import { OptionControl } from './option-control.tsx'
import { OptionDefault } from './option-default.tsx'
import { hasPhrases, phraseOf } from './sections.ts'
import type { Draft } from './use-draft.ts'
import { useOptionName } from './use-option-name.ts'
import type { Option } from './use-options.ts'

export interface OptionRowProps {
  readonly option: Option
  readonly draft: Draft
  /** The daemon's message about the setting. */
  readonly refusal: string | undefined
  /** A save was attempted, so mistakes are shown. Those in JSON are always shown. */
  readonly isChecked: boolean
  /** Another setting currently overrides this one. */
  readonly isIdle?: boolean
  /** Shown below the control. */
  readonly note?: ReactNode
  /** Likely values for the text. */
  readonly suggestions?: readonly string[] | undefined
  /** Asks before a text is accepted; false leaves the field unchanged. */
  readonly confirm?: ((text: string) => Promise<boolean>) | undefined
}

/** One setting: name, description, key, default and control. */
export function OptionRow({
  option,
  draft,
  refusal,
  isChecked,
  isIdle = false,
  note,
  suggestions,
  confirm,
}: OptionRowProps) {
  const { t } = useTranslation(['settings', 'common', 'optionNames'])
  const [isAsking, setAsking] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  useKeptFocus(row)
  const isAllowed = (useSessionUser()?.role ?? 0) >= (option.role ?? 0)
  const text = draft.textOf(option)
  const name = useOptionName()(option.key)
  const found = isChecked ? findMistake(option, text) : undefined
  // The editor itself reports the line of invalid JSON.
  const mistake = found?.kind === 'json' && text.trim() !== '' ? undefined : found
  const change = async (next: string) => {
    if (isAsking) return
    if (confirm) {
      setAsking(true)
      const isSure = await confirm(next)
      setAsking(false)
      if (!isSure) return
    }
    draft.change(option, next)
  }
  const isWide = option.type === 'json' || option.is_multiline === true
  return (
    <div ref={row} className="border-t px-4 py-3 first:border-t-0" data-option={option.key}>
      <FieldRow
        label={name}
        hint={hasPhrases(option.key) ? t(`optionNames:${phraseOf(option.key)}.hint`) : undefined}
        error={mistake ? mistakeText(mistake, t) : refusal}
        isWide={isWide}
        aside={draft.isChanged(option) && <Badge tone="accent">{t('unsaved')}</Badge>}
        control={
          <>
            <OptionControl
              option={option}
              text={text}
              onChange={(next) => void change(next)}
              isDisabled={!isAllowed || isIdle}
              suggestions={suggestions}
            />
            {note}
          </>
        }
      >
        <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
          <code className="break-all">{option.key}</code>
          {!option.is_secret && <OptionDefault option={option} />}
          {!option.is_secret && isAllowed && text !== option.default && (
            <Button
              kind="ghost"
              size="sm"
              className="-my-1.5 px-1"
              aria-label={t('useDefaultOf', { name })}
              onClick={() => void change(option.default)}
            >
              {t('useDefault')}
            </Button>
          )}
        </p>
        {!isAllowed && <p className="text-xs text-warn">{t('rootOnly')}</p>}
      </FieldRow>
    </div>
  )
}

type Translate = ReturnType<typeof useTranslation<['settings', 'common', 'optionNames']>>['t']

function mistakeText(mistake: Mistake, t: Translate): string {
  switch (mistake.kind) {
    case 'json':
      return t('common:json.invalidAt', { line: mistake.line })
    case 'range':
    case 'above':
      return t(`mistake.${mistake.kind}`, {
        min: decimalNumber(mistake.min),
        max: decimalNumber(mistake.max),
      })
    case 'places':
      return t('mistake.places', { count: mistake.count })
    default:
      return t(`mistake.${mistake.kind}`)
  }
}
