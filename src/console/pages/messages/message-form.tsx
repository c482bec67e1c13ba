import { useTranslation } from 'react-i18next'
import type { FormProps } from '../../components/editor/use-editor.ts'
import { Field, TextArea, TextInput } from '../../components/ui/field.tsx'
import { Segments } from '../../components/ui/segments.tsx'
import type { MessageValues } from './message-values.ts'

/** Title, format and text; recipients are chosen in another component. */
export function MessageForm({ values, onChange, errorOf }: FormProps<MessageValues>) {
  const { t } = useTranslation('messages')
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('field.title')} isRequired error={errorOf('title', 'title')}>
        <TextInput
          data-autofocus
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
      <Field
        label={t('field.content')}
        isRequired
        error={errorOf('content', 'content')}
        hint={t('field.contentHint')}
      >
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
