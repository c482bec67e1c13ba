import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from '../../../../components/problem-notice.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { TextInput } from '../../../../components/ui/field.tsx'
import { Segments } from '../../../../components/ui/segments.tsx'
import type { ChannelTypeEntry } from '../channel-type-fields.ts'
import { type Channel, type ChannelValues, splitNames } from '../channel-values.ts'
import { useKnownModels } from '../use-known-models.ts'
import type { ModelSource } from '../use-model-source.ts'
import { groupModels, vendorsBy } from './model-groups.ts'
import { type Mark, PickerGroup } from './picker-group.tsx'

type View = 'upstream' | 'fresh' | 'related' | 'known' | 'chosen'

/** Groups start expanded if there are no more names than this. */
const OPEN_MAX = 150

/**
 * Chooses models in place of the form: by vendor, from the upstream's models, those of the type, and those already
 * chosen. Every click takes effect at once, so leaving the picker loses nothing.
 */
export function ModelPicker({
  values,
  onChange,
  type,
  types,
  source,
  loaded,
}: {
  readonly values: ChannelValues
  readonly onChange: (change: Partial<ChannelValues>) => void
  readonly type: ChannelTypeEntry | undefined
  readonly types: readonly ChannelTypeEntry[]
  readonly source: ModelSource
  readonly loaded: Channel | undefined
}) {
  const { t } = useTranslation(['channelEditor', 'common'])
  const known = useKnownModels()
  const [search, setSearch] = useState('')
  const related = type?.models ?? []
  const { found, isAsking } = source
  const [view, setView] = useState<View>(found ? 'upstream' : related.length > 0 ? 'related' : 'known')
  const searchField = useRef<HTMLInputElement>(null)
  useEffect(() => searchField.current?.focus(), [])

  const { models } = values
  // Models that were chosen when their list was opened stay in it, so that a click can be undone.
  const [kept, setKept] = useState(models)
  const chosen = useMemo(() => new Set(models), [models])
  const upstream = useMemo(() => new Set(found), [found])
  // Models of the upstream that the stored channel does not serve are new.
  const stored = useMemo(() => new Set(splitNames(loaded?.models ?? '')), [loaded])
  const fresh = useMemo(() => (found ?? []).filter((name) => !stored.has(name)), [found, stored])
  const vendorOf = useMemo(() => vendorsBy(types), [types])
  const lists: Readonly<Record<View, readonly string[]>> = {
    upstream: found ?? [],
    fresh,
    related,
    known,
    chosen: [...new Set([...kept, ...models])],
  }
  const wanted = search.trim().toLowerCase()
  const names = lists[view].filter((name) => name.toLowerCase().includes(wanted))
  const groups = groupModels([...new Set(names)], vendorOf)
  const typed = search.trim()
  const isNewName = typed !== '' && !chosen.has(typed) && !names.includes(typed)

  const choose = (more: readonly string[], isOn: boolean) => {
    const gone = new Set(isOn ? [] : more)
    onChange({ models: [...new Set([...models, ...(isOn ? more : [])])].filter((each) => !gone.has(each)) })
  }
  const views: readonly View[] = found
    ? ['upstream', ...(loaded ? (['fresh'] as const) : []), 'related', 'known', 'chosen']
    : ['related', 'known', 'chosen']
  return (
    <div className="flex flex-col gap-3" data-picker>
      <div
        data-stays="top"
        className="sticky -top-4 z-10 -mx-5 -mt-4 flex flex-wrap items-center gap-2 border-b bg-surface px-5 pt-4 pb-3"
      >
        <TextInput
          ref={searchField}
          type="search"
          className="max-w-72"
          aria-label={t('picker.search')}
          placeholder={t('picker.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            const [only] = names
            if (isNewName && names.length === 0) choose(splitNames(typed), true)
            else if (only !== undefined && names.length === 1) choose([only], !chosen.has(only))
          }}
        />
        <Button isBusy={isAsking} onClick={() => source.ask(() => setView('upstream'))}>
          {t('models.fetch')}
        </Button>
        <p role="status" className="ml-auto text-sm text-muted tabular-nums">
          {t('picker.chosen', { count: models.length })}
        </p>
      </div>
      <Segments
        label={t('picker.view.label')}
        value={view}
        options={views.map((value) => ({
          value,
          label: (
            <>
              {t(`picker.view.${value}`)}{' '}
              <span className="text-muted tabular-nums">
                {value === 'chosen' ? models.length : lists[value].length}
              </span>
            </>
          ),
        }))}
        onChange={(next) => {
          setKept(models)
          setView(next)
        }}
      />
      {source.needsKey && (
        <p role="alert" className="text-sm text-bad">
          {t('mistake.keyForFetching')}
        </p>
      )}
      <ProblemNotice error={source.error} />
      {isNewName && (
        <Button size="sm" className="max-w-full self-start" onClick={() => choose(splitNames(typed), true)}>
          <span className="truncate">{t('picker.addTyped', { name: typed })}</span>
        </Button>
      )}
      {groups.map((group) => (
        <PickerGroup
          key={`${view} ${group.vendor}`}
          group={group}
          chosen={chosen}
          markOf={(name) => markOf(name, found !== undefined, upstream, stored, chosen)}
          isOpenAtFirst={wanted !== '' || names.length <= OPEN_MAX}
          onChoose={choose}
        />
      ))}
      {groups.length === 0 && <p className="py-8 text-center text-muted">{t('picker.none')}</p>}
    </div>
  )
}

/** Returns the badge beside a name, once the upstream's models are known. */
function markOf(
  name: string,
  wasAsked: boolean,
  upstream: ReadonlySet<string>,
  stored: ReadonlySet<string>,
  chosen: ReadonlySet<string>,
): Mark {
  if (!wasAsked) return undefined
  if (upstream.has(name)) return stored.has(name) ? undefined : 'fresh'
  return chosen.has(name) ? 'gone' : undefined
}
