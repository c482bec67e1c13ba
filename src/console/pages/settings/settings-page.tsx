import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { SearchInput } from '../../components/ui/search-input.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { useAddress } from '../../state/address.ts'
import { findSettings } from './find-settings.ts'
import { SaveBar } from './save-bar.tsx'
import { type SavePart, SaveParts } from './save-parts.ts'
import { SectionCard } from './section-card.tsx'
import { sectionExtras } from './section-extras.tsx'
import { SectionList } from './section-list.tsx'
import {
  hasPhrases,
  phraseOf,
  type SectionName,
  type SettingsSection,
  type SettingsTab,
  sectionsFor,
  settingsTabs,
} from './sections.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { type Option, useOptions } from './use-options.ts'
import { usePlace } from './use-place.ts'
import { type SectionsSave, type ShownSection, useSaveSections } from './use-save-sections.tsx'

/** All settings of the site. */
export function SettingsPage() {
  // Includes the names of the settings: if a component below waited for them, the page would suspend while somebody
  // types into its search.
  const { t } = useTranslation(['settings', 'optionNames'])
  const options = useOptions()
  const address = useAddress()
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <SearchInput
          label={t('search')}
          className="w-72"
          value={address.get('q')}
          onChange={(q) => address.set({ q }, { isTyped: true })}
        />
      }
    >
      <QueryView query={options}>{(list) => <Settings options={list} />}</QueryView>
    </Page>
  )
}

function Settings({ options }: { readonly options: readonly Option[] }) {
  const { t } = useTranslation('settings')
  const address = useAddress()
  const draft = useDraft()
  const all = useMemo(() => new Map(options.map((option) => [option.key, option])), [options])
  const known = sectionsFor([...all.keys()])
  const query = address.get('q')
  if (query !== '') return <FoundSettings key="found" query={query} known={known} all={all} draft={draft} />
  const given = address.get('tab')
  const tab: SettingsTab = settingsTabs.find((each) => each === given) ?? 'operation'
  return (
    <Tabs
      label={t('tabs')}
      value={tab}
      onChange={(next) => address.set({ tab: next })}
      tabs={settingsTabs.map((name) => ({
        name,
        label: t(`tab.${name}`),
        content: (
          <Sections key={name} sections={known.filter((each) => each.tab === name)} all={all} draft={draft} />
        ),
      }))}
    />
  )
}

interface SectionsProps {
  readonly all: ReadonlyMap<string, Option>
  readonly draft: Draft
}

function Sections({
  sections,
  all,
  draft,
}: SectionsProps & { readonly sections: readonly SettingsSection[] }) {
  usePlace(sections)
  const optionsOf = ({ keys }: SettingsSection) => keys.flatMap((key) => all.get(key) ?? [])
  const shown = sections.map((section) => ({ name: section.name, options: optionsOf(section) }))
  return (
    <Saved shown={shown} all={all} draft={draft} isBesideList>
      {(save) => (
        <div className="gap-6 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)]">
          <SectionList
            sections={sections}
            hasChanges={(section) => draft.changesOf(optionsOf(section)).length > 0}
          />
          <div className="flex min-w-0 flex-col gap-4">
            {sections.map((section) => (
              <SectionCard
                key={section.name}
                section={section}
                options={optionsOf(section)}
                draft={draft}
                save={save}
              >
                <Extra name={section.name} all={all} draft={draft} />
              </SectionCard>
            ))}
          </div>
        </div>
      )}
    </Saved>
  )
}

/** Settings with the save bar, which also saves other changes on the page. */
function Saved({
  shown,
  all,
  draft,
  isBesideList = false,
  children,
}: SectionsProps & {
  readonly isBesideList?: boolean
  readonly shown: readonly ShownSection[]
  readonly children: (save: SectionsSave) => ReactNode
}) {
  const save = useSaveSections({ shown, all, draft })
  const [parts, setParts] = useState<ReadonlyMap<string, SavePart>>(new Map())
  const register = useCallback(
    (name: string, part: SavePart | undefined) =>
      setParts((before) => {
        const next = new Map(before)
        if (part) next.set(name, part)
        else next.delete(name)
        return next
      }),
    [],
  )
  const own: SavePart = {
    count: save.changes.length,
    isSaving: save.isSaving,
    save: save.submit,
    discard: save.discard,
  }
  return (
    <SaveParts value={register}>
      {children(save)}
      <SaveBar parts={[own, ...parts.values()]} isBesideList={isBesideList} />
      {save.dialog}
    </SaveParts>
  )
}

function Extra({ name, all, draft }: SectionsProps & { readonly name: SectionName }) {
  const Found = sectionExtras[name]
  return Found && <Found all={all} draft={draft} />
}

function FoundSettings({
  query,
  known,
  all,
  draft,
}: SectionsProps & { readonly query: string; readonly known: readonly SettingsSection[] }) {
  const { t } = useTranslation(['settings', 'optionNames'])
  const address = useAddress()
  const found = findSettings(query, known, all, {
    section: (name) => `${t(`section.${name}.title`)} ${t(`section.${name}.lead`)}`,
    option: (key) =>
      hasPhrases(key)
        ? `${key} ${t(`optionNames:${phraseOf(key)}.name`)} ${t(`optionNames:${phraseOf(key)}.hint`)}`
        : key,
  })
  if (found.length === 0)
    return (
      <EmptyState
        text={t('nothingFound', { query })}
        action={<Button onClick={() => address.set({ q: '' })}>{t('clearSearch')}</Button>}
      />
    )
  const count = found.reduce((sum, { options }) => sum + options.length, 0)
  const shown = found.map(({ section, options }) => ({ name: section.name, options }))
  return (
    <Saved shown={shown} all={all} draft={draft}>
      {(save) => (
        <div className="flex min-w-0 flex-col gap-4">
          <p role="status" className="text-sm text-muted">
            {t('found', { count })}
          </p>
          {found.map(({ section, options, isWhole }) => (
            <SectionCard key={section.name} section={section} options={options} draft={draft} save={save}>
              {isWhole && <Extra name={section.name} all={all} draft={draft} />}
            </SectionCard>
          ))}
        </div>
      )}
    </Saved>
  )
}
