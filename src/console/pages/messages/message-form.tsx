import { useTranslation } from 'react-i18next'
import { Field, TextArea, TextInput } from '../../components/ui/field.tsx'
import { Segments } from '../../components/ui/segments.tsx'
import { wholeNumber } from '../../format.ts'
import { CONTENT_MAX, type MessageMistakes, type MessageValues, TITLE_MAX } from './message-values.ts'

/** Title, format and text; whom it goes to is chosen elsewhere. */
export function MessageForm({
  values,
  onChange,
  mistakes,
  refused,
}: {
  readonly values: MessageValues
  readonly onChange: (change: Partial<MessageValues>) => void
  readonly mistakes: MessageMistakes
  /** What the daemon said about a field. */
  readonly refused: { readonly field: string | undefined; readonly message: string } | undefined
}) {
  const { t } = useTranslation('messages')
  const errorOf = (name: 'title' | 'content'): string | undefined => {
    const mistake = mistakes[name]
    if (mistake === undefined) return refused?.field === name ? refused.message : undefined
    return t(`mistake.${mistake}`, { max: wholeNumber(name === 'title' ? TITLE_MAX : CONTENT_MAX) })
  }
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('field.title')} isRequired error={errorOf('title')}>
        <TextInput
          autoComplete="off"
          value={values.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <div className="flex flex-col gap-1">
        <span className="text-sm font-medium">{t('field.format')}</span>
        <Segments
          label={t('field.format')}
          value={values.format}
          options={[
            { value: 'markdown', label: t('format.markdown') },
            { value: 'html', label: t('format.html') },
          ]}
          onChange={(format) => onChange({ format })}
        />
      </div>
      <Field label={t('field.content')} isRequired error={errorOf('content')} hint={t('field.contentHint')}>
        <TextArea
          isMono
          rows={8}
          spellCheck
          value={values.content}
          onChange={(event) => onChange({ content: event.target.value })}
        />
      </Field>
    </div>
  )
}
