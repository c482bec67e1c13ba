import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { wholeNumber } from '../../../format.ts'
import { storedText, useStoredText } from '../../../state/stored-text.ts'
import { Button, IconButton } from '../button.tsx'
import { inputClass } from '../field.tsx'

export const pageSizes = [10, 20, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

/**
 * Reads and stores the number of rows per page.
 * @param key all tables share `page-size`; messages have `message-page-size`
 */
export function usePageSize(key = 'page-size'): [PageSize, (size: PageSize) => void] {
  const stored = storedText(key)
  const value = Number(useStoredText(stored))
  return [pageSizes.find((size) => size === value) ?? 10, (size) => stored.set(String(size))]
}

export interface PagingState {
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: PageSize
  readonly total: number
  readonly onPage: (page: number) => void
  /** Absent = the page size cannot be chosen. */
  readonly onPageSize?: (size: PageSize) => void
}

export function Paging({ page, pageSize, total, onPage, onPageSize }: PagingState) {
  const { t } = useTranslation()
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1
  return (
    <div
      data-pager
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-3 py-2 text-sm text-muted tabular-nums"
    >
      <span>
        {t('table.range', {
          first: wholeNumber(first),
          last: wholeNumber(Math.min(page * pageSize, total)),
          total: wholeNumber(total),
        })}
      </span>
      <span className="grow" />
      {onPageSize && <PageSizeSelect pageSize={pageSize} onPageSize={onPageSize} />}
      <nav aria-label={t('table.pages')} className="flex items-center gap-0.5">
        <IconButton
          size="icon-sm"
          label={t('table.previous')}
          icon={<ChevronLeft size={15} aria-hidden />}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        {pagesAround(page, pages).map((each, index) =>
          each === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the gaps have no other name.
            <span key={`gap-${index}`} aria-hidden className="px-1">
              …
            </span>
          ) : (
            <Button
              key={each}
              kind="ghost"
              size="sm"
              aria-current={each === page ? 'page' : undefined}
              aria-label={t('table.page', { page: wholeNumber(each) })}
              className="min-w-7 aria-[current]:bg-sunken aria-[current]:text-text max-sm:not-aria-[current]:hidden"
              onClick={() => onPage(each)}
            >
              {wholeNumber(each)}
            </Button>
          ),
        )}
        <IconButton
          size="icon-sm"
          label={t('table.next')}
          icon={<ChevronRight size={15} aria-hidden />}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </nav>
    </div>
  )
}

/** A native select: every table has one, so it should add no code. */
function PageSizeSelect({ pageSize, onPageSize }: Required<Pick<PagingState, 'pageSize' | 'onPageSize'>>) {
  const { t } = useTranslation()
  return (
    <select
      aria-label={t('table.pageSize')}
      className={inputClass('h-7 text-sm', 'w-fit')}
      value={pageSize}
      onChange={(event) => {
        const size = pageSizes.find((each) => each === Number(event.target.value))
        if (size) onPageSize(size)
      }}
    >
      {pageSizes.map((size) => (
        <option key={size} value={size}>
          {t('table.perPage', { size })}
        </option>
      ))}
    </select>
  )
}

/** Returns the page numbers to show: `1 … 4 5 6 … 18`; undefined stands for a gap. */
export function pagesAround(page: number, pages: number): readonly (number | undefined)[] {
  const wanted = [...new Set([1, page - 1, page, page + 1, pages])].filter(
    (each) => each >= 1 && each <= pages,
  )
  return wanted
    .sort((a, b) => a - b)
    .flatMap((each, index) => {
      const before = wanted[index - 1]
      if (before === undefined || each === before + 1) return [each]
      return each === before + 2 ? [before + 1, each] : [undefined, each]
    })
}
