import { useTranslation } from 'react-i18next'
import type { Option } from './use-options.ts'

/** Longer defaults are collapsed. */
const SHORT = 60

/** The default of a setting. */
export function OptionDefault({ option }: { readonly option: Option }) {
  const { t } = useTranslation('settings')
  const text = option.default
  if (text.length > SHORT || text.includes('\n'))
    return (
      <details className="min-w-0 max-w-full">
        <summary className="cursor-pointer">{t('longDefault', { count: text.split('\n').length })}</summary>
        <pre className="mt-1 max-h-60 overflow-auto rounded-md border bg-sunken px-2 py-1.5 font-mono text-xs">
          {text}
        </pre>
      </details>
    )
  const named =
    option.type === 'boolean'
      ? t(text === 'true' ? 'on' : 'off')
      : option.choices && isNamedChoice(text)
        ? t(`choice.${text}`)
        : text
  return <span>{t('default', { text: named === '' ? t('empty') : named })}</span>
}

const namedChoices = ['hour', 'day', 'week', 'off', 'admins', 'all'] as const

/** Returns whether a choice has a translation, unlike names. */
export const isNamedChoice = (text: string): text is (typeof namedChoices)[number] =>
  namedChoices.some((each) => each === text)
