import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { DateRangeInput } from '../../components/ui/date-range.tsx'
import { TextInput } from '../../components/ui/field.tsx'
import type { MessageFilters } from './use-messages.ts'

/** Keyword and dates take effect together, by the button or by Enter. */
export function MessageSearch({
  filters,
  onQuery,
}: {
  readonly filters: MessageFilters
  readonly onQuery: (filters: MessageFilters) => void
}) {
  const { t } = useTranslation('messages')
  const [keyword, setKeyword] = useState(filters.keyword)
  const [range, setRange] = useState(filters.range)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onQuery({ keyword: keyword.trim(), range })
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2 max-sm:w-full">
      <TextInput
        type="search"
        maxLength={200}
        aria-label={t('search.keyword')}
        placeholder={t('search.keyword')}
        className="sm:w-64"
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <DateRangeInput label={t('search.created')} value={range} onChange={setRange} />
      <Button type="submit" icon={<Search size={15} aria-hidden />}>
        {t('search.query')}
      </Button>
    </form>
  )
}
