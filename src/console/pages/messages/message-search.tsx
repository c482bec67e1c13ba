import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { DateRangeInput } from '../../components/ui/date-range.tsx'
import { TextInput } from '../../components/ui/field.tsx'
import { useDraft } from '../../state/draft.ts'
import type { MessageFilters } from './use-messages.ts'

/** Keyword and dates, which take effect together when the form is submitted. */
export function MessageSearch({
  filters,
  onQuery,
}: {
  readonly filters: MessageFilters
  readonly onQuery: (filters: MessageFilters) => void
}) {
  const { t } = useTranslation('messages')
  const [draft, setDraft] = useDraft(filters)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onQuery({ ...draft, keyword: draft.keyword.trim() })
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2 max-sm:w-full">
      <TextInput
        type="search"
        maxLength={200}
        aria-label={t('search.keyword')}
        placeholder={t('search.keyword')}
        className="sm:w-64"
        value={draft.keyword}
        onChange={(event) => setDraft({ ...draft, keyword: event.target.value })}
      />
      <DateRangeInput
        label={t('search.created')}
        value={draft.range}
        onChange={(range) => setDraft({ ...draft, range })}
      />
      <Button type="submit" icon={<Search size={15} aria-hidden />}>
        {t('search.query')}
      </Button>
    </form>
  )
}
