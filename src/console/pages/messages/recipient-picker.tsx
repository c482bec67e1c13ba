import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showProblem } from '../../api/show-problem.ts'
import { QueryView } from '../../components/query-view.tsx'
import { Button } from '../../components/ui/button.tsx'
import { SearchInput } from '../../components/ui/search-input.tsx'
import { Paging } from '../../components/ui/table/paging.tsx'
import { wholeNumber } from '../../format.ts'
import {
  ACCOUNTS_PAGE_SIZE,
  type Account,
  isReachable,
  readReachableIds,
  useAccounts,
} from './use-accounts.ts'

/** Accounts with checkboxes, twenty at a time. The choice is kept across pages and searches. */
export function RecipientPicker({
  value,
  onChange,
  error,
}: {
  readonly value: readonly number[]
  readonly onChange: (ids: readonly number[]) => void
  readonly error: string | undefined
}) {
  const { t } = useTranslation('messages')
  const errorId = useId()
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const [isLoadingAll, setLoadingAll] = useState(false)
  const accounts = useAccounts(keyword, page)
  const chosen = new Set(value)
  const toggle = (id: number) => {
    if (!chosen.delete(id)) chosen.add(id)
    onChange([...chosen])
  }
  const chooseAll = async () => {
    setLoadingAll(true)
    try {
      onChange([...new Set([...value, ...(await readReachableIds(keyword))])])
    } catch (problem) {
      showProblem(problem)
    } finally {
      setLoadingAll(false)
    }
  }
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId} className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{t('picker.title')}</legend>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <SearchInput
          label={t('picker.search')}
          className="w-64"
          value={keyword}
          onChange={(next) => {
            setKeyword(next)
            setPage(1)
          }}
        />
        <Button isBusy={isLoadingAll} onClick={() => void chooseAll()}>
          {keyword === '' ? t('picker.all') : t('picker.allFound')}
        </Button>
        <span className="grow" />
        <span role="status" className="text-sm text-muted tabular-nums">
          {t('picker.chosen', { count: value.length })}
        </span>
        <Button kind="ghost" size="sm" disabled={value.length === 0} onClick={() => onChange([])}>
          {t('picker.clear')}
        </Button>
      </div>
      <QueryView
        query={accounts}
        loading={<div className="h-40 animate-pulse rounded-lg bg-sunken" data-skeleton />}
      >
        {({ items, total }) => (
          <div className="overflow-hidden rounded-lg border" aria-busy={accounts.isPlaceholderData}>
            {items.length === 0 ? (
              <p className="px-3 py-6 text-center text-sm text-muted">{t('picker.none')}</p>
            ) : (
              <ul className="-mb-px grid sm:grid-cols-2">
                {items.map((account) => (
                  <AccountRow
                    key={account.id}
                    account={account}
                    isChosen={chosen.has(account.id)}
                    toggle={() => toggle(account.id)}
                  />
                ))}
              </ul>
            )}
            {total > ACCOUNTS_PAGE_SIZE && (
              <Paging page={page} pageSize={ACCOUNTS_PAGE_SIZE} total={total} onPage={setPage} />
            )}
          </div>
        )}
      </QueryView>
      {error !== undefined && (
        <p id={errorId} className="mt-1 text-sm text-bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function AccountRow({
  account,
  isChosen,
  toggle,
}: {
  readonly account: Account
  readonly isChosen: boolean
  readonly toggle: () => void
}) {
  const { t } = useTranslation('messages')
  const { id, username, display_name: displayName } = account
  const canChoose = isReachable(account)
  return (
    <li className="border-b">
      <label className={`flex items-center gap-2 px-3 py-1.5 ${canChoose ? 'hover:bg-bg' : 'text-faint'}`}>
        <input
          type="checkbox"
          className="size-4 shrink-0"
          checked={isChosen}
          disabled={!canChoose}
          onChange={toggle}
        />
        <span className="min-w-0 truncate">
          {username}
          {displayName !== username && <span className="ml-2 text-xs text-muted">{displayName}</span>}
        </span>
        <span className="ml-auto text-xs text-muted tabular-nums">
          {canChoose ? wholeNumber(id) : t('picker.deactivated')}
        </span>
      </label>
    </li>
  )
}
