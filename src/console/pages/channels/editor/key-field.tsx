import { Eye, EyeOff, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { Button } from '../../../components/ui/button.tsx'
import { Field, TextArea } from '../../../components/ui/field.tsx'
import { findJsonProblem } from '../../../components/ui/json-problem.ts'
import { fieldsOf } from './channel-type-fields.ts'
import type { Channel } from './channel-values.ts'
import type { FormPart } from './use-channel-form.ts'
import { useTypeText } from './use-type-text.ts'

/** A service account is a few kilobytes; the API accepts no longer text. */
const FILE_BYTES_MAX = 65_536

/**
 * The write-only field for keys. Of stored keys, only their number and fingerprint are shown until they are replaced.
 */
export function KeyField({
  values,
  onChange,
  errorOf,
  type,
  loaded,
  needsKey,
}: FormPart & { readonly loaded: Channel | undefined; readonly needsKey: boolean }) {
  const { t } = useTranslation('channelEditor')
  const typeText = useTypeText()
  const { key: spec } = fieldsOf(type)
  const label = typeText(spec.label) ?? t('field.key')
  const isOpenable = loaded !== undefined && loaded.key_fingerprint !== ''
  if (isOpenable && !values.isReplacingKey)
    return (
      <StoredKey
        loaded={loaded}
        label={label}
        needsKey={needsKey}
        onReplace={() => onChange({ isReplacingKey: true })}
      />
    )
  const isMulti = spec.isMultiKey !== false
  const problem = isMulti || !values.key.trimStart().startsWith('{') ? undefined : findJsonProblem(values.key)
  const error =
    errorOf('key') ??
    (needsKey ? t('mistake.keyForFetching') : undefined) ??
    (problem && t('mistake.jsonInvalid', { line: problem.line, label }))
  return (
    <Field
      label={label}
      hint={
        <>
          {typeText(spec.hint)} {t('field.keyHint')}
        </>
      }
      error={error}
      isRequired={spec.optional !== true && loaded === undefined}
      aside={
        isOpenable && (
          <Button size="sm" kind="ghost" onClick={() => onChange({ isReplacingKey: false, key: '' })}>
            {t('key.keep')}
          </Button>
        )
      }
    >
      <SecretArea
        value={values.key}
        placeholder={spec.separator === undefined ? undefined : spec.parts?.join(spec.separator)}
        rows={isMulti ? 2 : 6}
        takesFile={!isMulti}
        onChange={(key) => onChange({ key })}
      />
      {loaded !== undefined && !isOpenable && <p className="text-sm text-warn">{t('key.unreadable')}</p>}
    </Field>
  )
}

function StoredKey({
  loaded,
  label,
  needsKey,
  onReplace,
}: {
  readonly loaded: Channel
  readonly label: string
  readonly needsKey: boolean
  readonly onReplace: () => void
}) {
  const { t } = useTranslation('channelEditor')
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border bg-sunken px-2.5 py-1.5">
        <span className="min-w-0 text-sm text-muted">
          {t('key.stored', { count: loaded.key_count })}{' '}
          <code className="text-xs" title={t('key.fingerprint')}>
            {loaded.key_fingerprint}
          </code>
        </span>
        <Button size="sm" onClick={onReplace}>
          {t('key.replace')}
        </Button>
      </div>
      {needsKey && (
        <p role="alert" className="text-sm text-bad">
          {t('mistake.keyForFetching')}
        </p>
      )}
      <p className="text-xs text-muted">{t('key.storedHint')}</p>
    </fieldset>
  )
}

/** A text area that hides what is typed. */
function SecretArea({
  value,
  onChange,
  placeholder,
  rows,
  takesFile,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder: string | undefined
  readonly rows: number
  readonly takesFile: boolean
}) {
  const { t } = useTranslation(['channelEditor', 'common'])
  const [isShown, setShown] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col gap-1.5">
      <TextArea
        isMono
        rows={rows}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={65_536}
        className={isShown || value === '' ? '' : '[-webkit-text-security:disc]'}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="flex flex-wrap gap-1.5">
        <Button
          size="sm"
          kind="ghost"
          aria-pressed={isShown}
          icon={isShown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'key.hide' : 'key.show')}
        </Button>
        {takesFile && (
          <>
            <Button
              size="sm"
              kind="ghost"
              icon={<FileUp size={14} aria-hidden />}
              onClick={() => file.current?.click()}
            >
              {t('key.fromFile')}
            </Button>
            <input
              ref={file}
              type="file"
              accept=".json,application/json"
              tabIndex={-1}
              aria-hidden
              className="hidden"
              onChange={(event) => {
                const [chosen] = event.target.files ?? []
                event.target.value = ''
                if (!chosen) return
                if (chosen.size > FILE_BYTES_MAX) return void toast.error(t('key.fileTooLarge'))
                chosen.text().then(
                  (text) => onChange(text.trim()),
                  // The file was moved, or cannot be read.
                  () => toast.error(t('key.fileUnreadable')),
                )
              }}
            />
          </>
        )}
      </span>
    </div>
  )
}
