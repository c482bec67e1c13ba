import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { Button } from '../../components/ui/button.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { findMistake } from './find-mistake.ts'
import { OptionRow } from './option-row.tsx'
import type { SettingsSection } from './sections.ts'
import type { Draft } from './use-draft.ts'
import type { Option } from './use-options.ts'
import { type Refusals, useSaveOptions } from './use-save-options.ts'
import { useSectionRules } from './use-section-rules.tsx'

const nothing: Refusals = new Map()

/** Settings that are saved together, with a heading and a button of their own. */
export function SectionCard({
  section,
  options,
  all,
  draft,
  children,
}: {
  readonly section: SettingsSection
  /** Those of the section that are shown: all, or the ones that a search found. */
  readonly options: readonly Option[]
  readonly all: ReadonlyMap<string, Option>
  readonly draft: Draft
  /** What belongs to the section beside its settings. */
  readonly children?: ReactNode
}) {
  const { t } = useTranslation(['settings', 'common'])
  const headingId = useId()
  const [isChecked, setChecked] = useState(false)
  const [refusals, setRefusals] = useState(nothing)
  const [ask, confirmDialog] = useConfirm()
  const rules = useSectionRules({ all, draft, ask })
  const save = useSaveOptions(draft)
  const saveOnce = useMutateOnce(save)
  const changes = draft.changesOf(options)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    // Fields know that they are wrong once they were drawn again.
    const goToMistake = () =>
      void setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 0)
    if (changes.length === 0) {
      toast.info(t('common:form.unchanged'))
      return
    }
    setChecked(true)
    setRefusals(nothing)
    if (options.some((option) => findMistake(option, draft.textOf(option)) !== undefined)) {
      toast.error(t('checkInput'))
      goToMistake()
      return
    }
    const stop = rules.stopsSave(section.name)
    if (stop !== undefined) {
      toast.error(stop)
      return
    }
    saveOnce(
      { changes, askFirst: rules.askFirst(section.name), done: rules.done(changes.map(({ key }) => key)) },
      {
        onSuccess: (said) => {
          setRefusals(said)
          if (said.size === 0) setChecked(false)
          else goToMistake()
        },
      },
    )
  }
  return (
    <section
      id={section.name}
      aria-labelledby={headingId}
      className="scroll-mt-20 rounded-lg border bg-surface"
    >
      <div className="border-b px-4 py-3">
        <h2 id={headingId} className="font-semibold">
          {t(`section.${section.name}.title`)}
        </h2>
        <p className="text-sm text-muted">{t(`section.${section.name}.lead`)}</p>
      </div>
      {options.length > 0 && (
        <form noValidate onSubmit={submit} aria-labelledby={headingId}>
          {options.map((option) => (
            <OptionRow
              key={option.key}
              option={option}
              draft={draft}
              refusal={refusals.get(option.key)}
              isChecked={isChecked}
              isIdle={rules.isIdle(option.key)}
              note={rules.note(option.key)}
              suggestions={rules.suggestions(option.key)}
              confirm={rules.confirm(option.key)}
            />
          ))}
          {save.error && section.name === 'fallback' && (
            <div className="px-4 pb-3">
              <Notice tone="bad">{save.error.message}</Notice>
            </div>
          )}
          <div className="flex flex-wrap items-center gap-2 border-t px-4 py-2.5">
            <Button type="submit" kind={changes.length > 0 ? 'primary' : 'secondary'} isBusy={save.isPending}>
              {t('common:action.save')}
            </Button>
            {changes.length > 0 && (
              <>
                <span className="text-sm text-muted">{t('changes', { count: changes.length })}</span>
                <Button
                  kind="ghost"
                  onClick={() => {
                    draft.drop(changes.map(({ key }) => key))
                    setRefusals(nothing)
                    setChecked(false)
                  }}
                >
                  {t('common:action.discard')}
                </Button>
              </>
            )}
          </div>
        </form>
      )}
      {children}
      {confirmDialog}
    </section>
  )
}
