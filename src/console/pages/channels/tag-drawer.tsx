import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { isProblem } from '../../api/api-problem.ts'
import { useGroupNames } from '../../api/use-group-names.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { MultiCombobox } from '../../components/ui/combobox.tsx'
import { Drawer } from '../../components/ui/drawer.tsx'
import { Checkbox, Field, TextInput } from '../../components/ui/field.tsx'
import { JsonEditor } from '../../components/ui/json-editor.tsx'
import { findJsonProblem } from '../../components/ui/json-problem.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { distinct, listOf } from './channel-rows.ts'
import { useEditTag } from './use-channel-actions.ts'
import type { Channel } from './use-channels.ts'

const empty = {
  newTag: '',
  isRemoved: false,
  mapping: '',
  groups: [] as readonly string[],
  models: [] as readonly string[],
  priority: '',
  weight: '',
}

type Values = typeof empty

/** Changes all channels of a tag; empty fields leave the channels' values unchanged. */
export function TagDrawer({
  drawer,
  channels,
}: {
  /** Its value is the tag. */
  readonly drawer: DrawerState
  /** All channels of the tag; undefined if only some of them are in the list. */
  readonly channels: readonly Channel[] | undefined
}) {
  const { t } = useTranslation(['channels', 'common'])
  const tag = drawer.value ?? ''
  const formId = useId()
  const [values, setValues] = useState(empty)
  const [hasTried, setTried] = useState(false)
  const edit = useEditTag({ isShownInPlace: true })
  const editOnce = useMutateOnce(edit)
  const groups = useGroupNames().data ?? []
  const models = distinct((channels ?? []).flatMap((channel) => listOf(channel.models)))
  const mistakes = findMistakes(values)
  const refused = isProblem(edit.error) ? edit.error : undefined

  const set = (change: Partial<Values>) => setValues({ ...values, ...change })
  const mistake = (field: keyof Values) => {
    const found = mistakes[field]
    return hasTried && found ? t(`tagMistake.${found}`) : undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(mistakes).length > 0) return
    if (!isChanged || isSameTag(values, tag)) {
      toast.info(t('common:form.unchanged'))
      return
    }
    editOnce(
      {
        tag: tag,
        ...(values.isRemoved
          ? { remove_tag: true }
          : values.newTag.trim() !== '' && { new_tag: values.newTag.trim() }),
        ...(values.mapping.trim() !== '' && { model_mapping: values.mapping.trim() }),
        ...(values.groups.length > 0 && { groups: values.groups.join(',') }),
        ...(values.models.length > 0 && { models: values.models.join(',') }),
        ...(values.priority.trim() !== '' && { priority: Number(values.priority) }),
        ...(values.weight.trim() !== '' && { weight: Number(values.weight) }),
      },
      {
        onSuccess: (count) => {
          toast.success(t('told.changedTag', { count, tag }))
          drawer.finish()
        },
      },
    )
  }
  const { setDirty } = drawer
  const isChanged = JSON.stringify(values) !== JSON.stringify(empty)
  useEffect(() => setDirty(isChanged), [isChanged, setDirty])

  const now = (field: 'priority' | 'weight') =>
    channels?.length
      ? t('tag.now', {
          values: distinct(channels.map((channel) => channel[field]))
            .slice(0, 6)
            .join(', '),
        })
      : undefined
  return (
    <Drawer
      drawer={drawer}
      title={t('tag.title', { tag })}
      lead={channels?.length ? t('tag.lead', { count: channels.length }) : t('tag.leadAll')}
      footer={
        <>
          <Button onClick={drawer.close}>{t('common:action.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            isBusy={edit.isPending}
            onClickCapture={() => {
              if (edit.isPending) toast.error(t('submittedTwice'))
            }}
          >
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-muted">{t('tag.text')}</p>
        <Field label={t('tag.newName')}>
          <TextInput
            value={values.isRemoved ? '' : values.newTag}
            maxLength={255}
            placeholder={values.isRemoved ? '' : tag}
            disabled={values.isRemoved}
            onChange={(event) => set({ newTag: event.target.value })}
          />
        </Field>
        <Checkbox
          isChecked={values.isRemoved}
          hint={t('tag.removed')}
          onChange={(isRemoved) => set({ isRemoved })}
        >
          {t('tag.remove')}
        </Checkbox>
        <Field label={t('tag.models')} hint={t('tag.modelsHint')}>
          <MultiCombobox
            value={values.models}
            onChange={(next) => set({ models: next })}
            options={models.map((value) => ({ value }))}
            canCreate
            placeholder={t('tag.unchanged')}
          />
        </Field>
        <Field label={t('tag.groups')}>
          <MultiCombobox
            value={values.groups}
            onChange={(next) => set({ groups: next })}
            options={groups.map((value) => ({ value }))}
            placeholder={t('tag.unchanged')}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('column.priority')} hint={now('priority')} error={mistake('priority')}>
            <TextInput
              inputMode="numeric"
              value={values.priority}
              placeholder={t('tag.unchanged')}
              onChange={(event) => set({ priority: event.target.value })}
            />
          </Field>
          <Field label={t('column.weight')} hint={now('weight')} error={mistake('weight')}>
            <TextInput
              inputMode="numeric"
              value={values.weight}
              placeholder={t('tag.unchanged')}
              onChange={(event) => set({ weight: event.target.value })}
            />
          </Field>
        </div>
        <Field
          label={t('tag.mapping')}
          hint={t('tag.mappingHint')}
          error={mistake('mapping') ?? (refused?.field === 'model_mapping' ? refused.message : undefined)}
        >
          <JsonEditor rows={4} value={values.mapping} onChange={(mapping) => set({ mapping })} />
        </Field>
        {refused?.field !== 'model_mapping' && <ProblemNotice error={edit.error} />}
      </form>
    </Drawer>
  )
}

type Mistake = 'wholeNumber' | 'wholeNumberFromZero' | 'json'

function findMistakes({ priority, weight, mapping }: Values): Partial<Record<keyof Values, Mistake>> {
  return {
    ...(isWhole(priority, /^-?\d{1,9}$/) ? {} : { priority: 'wholeNumber' as const }),
    ...(isWhole(weight, /^\d{1,9}$/) ? {} : { weight: 'wholeNumberFromZero' as const }),
    ...(mapping.trim() === '' || !findJsonProblem(mapping) ? {} : { mapping: 'json' as const }),
  }
}

const isWhole = (text: string, form: RegExp): boolean => text.trim() === '' || form.test(text.trim())

/** Returns whether only the name was typed, and it is the old one. */
const isSameTag = (values: Values, tag: string): boolean =>
  JSON.stringify(values) === JSON.stringify({ ...empty, newTag: values.newTag }) &&
  values.newTag.trim() === tag
