import { X } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { copyText } from '../../../components/ui/copy.tsx'
import { Field, TextInput } from '../../../components/ui/field.tsx'
import { modelsOf, splitNames } from './channel-values.ts'
import type { FormPart } from './use-channel-form.ts'
import { useKnownModels } from './use-known-models.ts'
import type { ModelSource } from './use-model-source.ts'

/** Number of models shown at first. */
const SHOWN = 120

/** The models that the channel serves: typed, taken from the type, or chosen from the upstream's list. */
export function ModelsField({
  values,
  onChange,
  errorOf,
  type,
  source,
  pickButton,
  onPick,
}: FormPart & {
  readonly source: ModelSource
  readonly pickButton: RefObject<HTMLButtonElement | null>
  readonly onPick: () => void
}) {
  const { t } = useTranslation(['channelEditor', 'common'])
  const known = useKnownModels()
  const { models } = values
  const related = type?.models ?? []
  const add = (names: readonly string[]) =>
    onChange({ models: [...new Set([...models, ...names])], typedModel: '' })
  const copy = async () => {
    if (await copyText(modelsOf(values).join(',')))
      toast.success(t('models.copied', { count: models.length }))
    else toast.error(t('models.copyFailed'))
  }
  return (
    <div className="flex flex-col gap-2" data-models>
      <Field
        label={t('field.models')}
        hint={t('models.addHint')}
        error={errorOf('models')}
        aside={
          <span className="text-xs text-muted tabular-nums">
            {t('models.count', { count: models.length })}
          </span>
        }
        isRequired
      >
        <Chips
          models={models}
          onRemove={(name) => onChange({ models: models.filter((each) => each !== name) })}
        />
        <span className="flex gap-2">
          <TextInput
            isMono
            spellCheck={false}
            autoCapitalize="none"
            placeholder={t('models.addPlaceholder')}
            value={values.typedModel}
            onChange={(event) => {
              const typed = event.target.value
              if (/[,，\n]/.test(typed)) add(splitNames(typed))
              else onChange({ typedModel: typed })
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || values.typedModel.trim() === '')
                return
              event.preventDefault()
              add(splitNames(values.typedModel))
            }}
            onPaste={(event) => {
              // The input would join lines.
              const names = splitNames(event.clipboardData.getData('text'))
              if (names.length < 2) return
              event.preventDefault()
              add(names)
            }}
          />
          <Button
            disabled={values.typedModel.trim() === ''}
            onClick={() => add(splitNames(values.typedModel))}
          >
            {t('common:action.add')}
          </Button>
        </span>
      </Field>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{t('models.actions')}</legend>
        <Button ref={pickButton} size="sm" onClick={onPick}>
          {t('models.pick')}
        </Button>
        <Button size="sm" isBusy={source.isAsking} onClick={() => source.ask(onPick)}>
          {t('models.fetch')}
        </Button>
        <Button size="sm" disabled={related.length === 0} onClick={() => add(related)}>
          {t('models.fillRelated')}
        </Button>
        <Button size="sm" disabled={known.length === 0} onClick={() => add(known)}>
          {t('models.fillAll')}
        </Button>
        <Button size="sm" disabled={models.length === 0} onClick={() => void copy()}>
          {t('common:action.copy')}
        </Button>
        <Button size="sm" disabled={models.length === 0} onClick={() => onChange({ models: [] })}>
          {t('common:action.clear')}
        </Button>
      </fieldset>
      <ProblemNotice error={source.error} />
    </div>
  )
}

function Chips({
  models,
  onRemove,
}: {
  readonly models: readonly string[]
  readonly onRemove: (name: string) => void
}) {
  const { t } = useTranslation(['channelEditor', 'common'])
  const [isWhole, setWhole] = useState(false)
  if (models.length === 0) return null
  const shown = isWhole ? models : models.slice(0, SHOWN)
  return (
    <ul className="flex max-h-44 flex-wrap gap-1 overflow-y-auto rounded-md border p-1.5">
      {shown.map((model) => (
        <li
          key={model}
          className="inline-flex max-w-full items-center gap-0.5 rounded-sm bg-sunken pl-1.5 font-mono text-xs leading-5"
        >
          <span className="truncate">{model}</span>
          <button
            type="button"
            aria-label={t('common:action.remove', { name: model })}
            className="grid size-5 shrink-0 place-items-center rounded-sm text-muted hover:text-text"
            onClick={() => onRemove(model)}
          >
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
      {shown.length < models.length && (
        <li>
          <Button size="sm" kind="ghost" onClick={() => setWhole(true)}>
            {t('models.more', { count: models.length - shown.length })}
          </Button>
        </li>
      )}
    </ul>
  )
}
