import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { TextInput } from '../../components/ui/field.tsx'

/** Returns whether a text is a name with at least two parts; the daemon checks more strictly. */
const looksLikeDomain = (text: string): boolean =>
  /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(text)

/** Email domains, added one at a time: by the button, by Enter, or by leaving the field. */
export function DomainsInput({
  text,
  onChange,
  isDisabled,
}: {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly isDisabled: boolean
}) {
  const { t } = useTranslation(['settings', 'common'])
  const [typed, setTyped] = useState('')
  const [mistake, setMistake] = useState<'invalid' | 'known'>()
  const domains = text.split(',').filter((each) => each !== '')
  const add = () => {
    const domain = typed.trim().toLowerCase()
    if (domain === '') return
    if (!looksLikeDomain(domain)) return setMistake('invalid')
    if (domains.includes(domain)) return setMistake('known')
    onChange([...domains, domain].join(','))
    setTyped('')
    setMistake(undefined)
  }
  return (
    <span className="flex flex-col gap-2">
      <span className="flex gap-2">
        <TextInput
          placeholder="example.com"
          value={typed}
          disabled={isDisabled}
          onChange={(event) => {
            setTyped(event.target.value)
            setMistake(undefined)
          }}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button onClick={add} disabled={isDisabled}>
          {t('common:action.add')}
        </Button>
      </span>
      {mistake && (
        <span role="alert" className="text-sm text-bad">
          {t(`domain.${mistake}`)}
        </span>
      )}
      <span className="flex flex-wrap gap-1">
        {domains.map((domain) => (
          <span
            key={domain}
            className="inline-flex max-w-full items-center gap-0.5 rounded-sm bg-sunken pl-1.5 font-mono text-xs leading-5"
          >
            <span className="truncate">{domain}</span>
            <button
              type="button"
              disabled={isDisabled}
              aria-label={t('common:action.remove', { name: domain })}
              className="grid size-6 place-items-center rounded-sm text-muted hover:text-text"
              onClick={() => onChange(domains.filter((each) => each !== domain).join(','))}
            >
              <X size={12} aria-hidden />
            </button>
          </span>
        ))}
      </span>
    </span>
  )
}
