import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { DateRangeInput } from '../../components/ui/date-range.tsx'
import { TextInput } from '../../components/ui/field.tsx'
import { Select } from '../../components/ui/select.tsx'
import { useDraft } from '../../state/draft.ts'
import type { TrailFilters } from './use-trail.ts'

/** Kinds of objects that people search for; the address accepts every kind. */
const kinds = [
  'option',
  'channel',
  'user',
  'token',
  'access-token',
  'redemption',
  'order',
  'message',
] as const

/** Filters that take effect together when the form is submitted. */
export function TrailSearch({
  filters,
  onQuery,
}: {
  readonly filters: TrailFilters
  readonly onQuery: (filters: TrailFilters) => void
}) {
  const { t } = useTranslation('trail')
  const [draft, setDraft] = useDraft(filters)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onQuery({ ...draft, keyword: draft.keyword.trim(), by: draft.by.trim() })
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2 max-sm:w-full">
      <TextInput
        type="search"
        maxLength={100}
        aria-label={t('search.keyword')}
        placeholder={t('search.keyword')}
        className="sm:w-64"
        value={draft.keyword}
        onChange={(event) => setDraft({ ...draft, keyword: event.target.value })}
      />
      <TextInput
        type="search"
        maxLength={64}
        aria-label={t('search.by')}
        placeholder={t('search.by')}
        className="sm:w-36"
        value={draft.by}
        onChange={(event) => setDraft({ ...draft, by: event.target.value })}
      />
      <Select
        label={t('search.kind')}
        value={draft.kind}
        width="w-40 max-sm:w-full"
        options={[
          { value: '', label: t('search.everyKind') },
          ...kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        ]}
        onChange={(kind) => setDraft({ ...draft, kind })}
      />
      <DateRangeInput
        label={t('search.time')}
        value={draft.range}
        onChange={(range) => setDraft({ ...draft, range })}
      />
      <Button type="submit" icon={<Search size={15} aria-hidden />}>
        {t('search.query')}
      </Button>
    </form>
  )
}
