import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../components/ui/notice.tsx'
import { GroupsView } from './groups/groups-view.tsx'
import { OptionRow } from './option-row.tsx'
import type { SettingsSection } from './sections.ts'
import type { Draft } from './use-draft.ts'
import type { Option } from './use-options.ts'
import type { SectionsSave } from './use-save-sections.tsx'

/** A group of settings under a heading. The page's save bar saves them, and so does Enter. */
export function SectionCard({
  section,
  options,
  draft,
  save,
  children,
}: {
  readonly section: SettingsSection
  /** The section's settings to show: all, or those that a search found. */
  readonly options: readonly Option[]
  readonly draft: Draft
  readonly save: SectionsSave
  /** Content of the section besides its settings. */
  readonly children?: ReactNode
}) {
  const { t } = useTranslation('settings')
  const headingId = useId()
  const { rules } = save
  const problem = save.problemOf(section.name)
  const row = (option: Option) => (
    <OptionRow
      key={option.key}
      option={option}
      draft={draft}
      refusal={save.refusals.get(option.key)}
      isChecked={save.isChecked}
      isIdle={rules.isIdle(option.key)}
      note={rules.note(option.key)}
      suggestions={rules.suggestions(option.key)}
      confirm={rules.confirm(option.key)}
    />
  )
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
        <form
          noValidate
          aria-labelledby={headingId}
          onSubmit={(event) => {
            event.preventDefault()
            if (save.changes.length > 0 && !save.isSaving) save.submit()
          }}
        >
          {section.name === 'groups' ? (
            <GroupsView options={options} draft={draft} refusals={save.refusals}>
              {options.map(row)}
            </GroupsView>
          ) : (
            options.map(row)
          )}
          {problem !== undefined && (
            <div className="px-4 pb-3">
              <Notice tone="bad">{problem}</Notice>
            </div>
          )}
          {/* Lets Enter in a field save like the save bar. */}
          <button type="submit" hidden />
        </form>
      )}
      {children}
    </section>
  )
}
