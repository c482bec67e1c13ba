import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { findMistake } from './find-mistake.ts'
import type { SectionName } from './sections.ts'
import type { Change, Draft } from './use-draft.ts'
import type { Option } from './use-options.ts'
import { type Refusals, useSaveOptions } from './use-save-options.ts'
import { type SectionRules, useSectionRules } from './use-section-rules.tsx'

/** A section with its settings that are on the screen. */
export interface ShownSection {
  readonly name: SectionName
  readonly options: readonly Option[]
}

/** Saves all changed settings on the screen together. */
export interface SectionsSave {
  readonly changes: readonly Change[]
  readonly isSaving: boolean
  /** A save was attempted, so mistakes are shown. */
  readonly isChecked: boolean
  /** The daemon's messages about single settings. */
  readonly refusals: Refusals
  /** Returns the daemon's message about a section as a whole. */
  readonly problemOf: (section: SectionName) => string | undefined
  readonly rules: SectionRules
  readonly submit: () => void
  readonly discard: () => void
  /** The confirmation dialog, if one is open. */
  readonly dialog: ReactNode
}

const nothing: Refusals = new Map()

export function useSaveSections({
  shown,
  all,
  draft,
}: {
  readonly shown: readonly ShownSection[]
  readonly all: ReadonlyMap<string, Option>
  readonly draft: Draft
}): SectionsSave {
  const { t } = useTranslation(['settings', 'common'])
  const [isChecked, setChecked] = useState(false)
  const [refusals, setRefusals] = useState(nothing)
  const [ask, dialog] = useConfirm()
  const rules = useSectionRules({ all, draft, ask })
  const save = useSaveOptions(draft)
  const saveOnce = useMutateOnce(save)
  const changes = draft.changesOf(shown.flatMap(({ options }) => options))
  const changed = shown.filter(({ options }) => options.some((option) => draft.isChanged(option)))

  const submit = () => {
    setChecked(true)
    setRefusals(nothing)
    // Only changed sections are sent, so a mistake in another one does not hold up the rest.
    const isMistaken = (option: Option) => findMistake(option, draft.textOf(option)) !== undefined
    if (changed.some(({ options }) => options.some(isMistaken))) {
      toast.error(t('checkInput'))
      goToMistake()
      return
    }
    const stop = changed.map(({ name }) => rules.stopsSave(name)).find((each) => each !== undefined)
    if (stop !== undefined) {
      toast.error(stop)
      return
    }
    const questions = changed.flatMap(({ name }) => rules.askFirst(name) ?? [])
    const askFirst = async () => {
      for (const question of questions) if (!(await question())) return false
      return true
    }
    const withFollowing = rules.withFollowing(changes)
    const settleElsewhere = rules.settlesElsewhere()
    saveOnce(
      { changes: withFollowing, askFirst, done: rules.done(withFollowing.map(({ key }) => key)) },
      {
        onSuccess: (said) => {
          if (said === undefined) return
          setRefusals(said)
          if (said.size > 0) return goToMistake()
          setChecked(false)
          settleElsewhere()
        },
      },
    )
  }
  return {
    changes,
    isSaving: save.isPending,
    isChecked,
    refusals,
    problemOf: (section) => (section === 'fallback' ? save.error?.message : undefined),
    rules,
    submit,
    discard: () => {
      draft.drop(changes.map(({ key }) => key))
      setRefusals(nothing)
      setChecked(false)
    },
    dialog,
  }
}

/** Focuses the first mistake after the next render, when fields are marked as invalid. */
const goToMistake = () =>
  void setTimeout(
    () =>
      document
        .querySelector<HTMLElement>(
          '[data-option] [aria-invalid=true], [data-groups-grid] [aria-invalid=true]',
        )
        ?.focus(),
    0,
  )
