import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { ListTable } from '../../components/list-table.tsx'
import { Button, buttonClass } from '../../components/ui/button.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { useCopy } from '../../components/ui/copy.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Menu, MenuAction } from '../../components/ui/menu.tsx'
import { SearchInput } from '../../components/ui/search-input.tsx'
import { useSelection } from '../../components/ui/table/selection.ts'
import { useListPaging } from '../../components/use-list-paging.ts'
import { useAddress } from '../../state/address.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { NEW_TOKEN } from './new-token.ts'
import { useTokenColumns } from './token-columns.tsx'
import { clientKey } from './token-key.ts'
import { useDeleteTokens, useSetTokenStatus } from './use-token-actions.ts'
import { readAllTokens, type Token, useTokens } from './use-tokens.ts'

/** The list with its filters and everything that is done to tokens in it. */
export function TokenTable({ drawer }: { readonly drawer: DrawerState }) {
  const { t } = useTranslation(['tokens', 'common'])
  const address = useAddress()
  const paging = useListPaging()
  const filters = { keyword: address.get('keyword'), key: address.get('key') }
  const tokens = useTokens({ filters, page: paging.page, pageSize: paging.pageSize })
  const rows = tokens.data?.items
  const selection = useSelection(rows ?? [], (token: Token) => token.id)
  const { copy, dialog: copyDialog } = useCopy()
  const [ask, confirmDialog] = useConfirm()
  const setStatus = useSetTokenStatus()
  const remove = useDeleteTokens()

  const change = (chosen: readonly Token[], status: 1 | 2) =>
    setStatus.mutate(
      { tokens: chosen, status },
      { onSuccess: (refused) => refused < chosen.length && void toast.success(t('common:done')) },
    )
  const askRemove = async (chosen: readonly Token[]) => {
    const isSure = await ask({
      title: t('remove.title', { count: chosen.length }),
      text: t('remove.text', { name: chosen[0]?.name ?? '', count: chosen.length }),
      action: t('common:action.delete'),
      isDanger: true,
    })
    if (!isSure) return
    remove.mutate(
      chosen.map((token) => token.id),
      { onSuccess: () => void toast.success(t('common:done')) },
    )
  }
  const copyKeys = (chosen: readonly Token[]) =>
    void copy(chosen.map(clientKey).join('\n'), t('copied', { count: chosen.length }))
  const bulk = [
    [t('common:action.copy'), copyKeys],
    [t('common:action.enable'), (chosen: readonly Token[]) => change(chosen, 1)],
    [t('common:action.disable'), (chosen: readonly Token[]) => change(chosen, 2)],
    [t('common:action.delete'), (chosen: readonly Token[]) => void askRemove(chosen)],
  ] as const

  const columns = useTokenColumns({
    edit: (token) => drawer.open(String(token.id)),
    copy: (token) => copyKeys([token]),
    remove: (token) => void askRemove([token]),
    setStatus: (token, status) => change([token], status),
  })
  const isFiltered = filters.keyword !== '' || filters.key !== ''
  return (
    <>
      <ListTable
        list={tokens}
        paging={paging}
        label={t('title')}
        storageKey="tokens-table-columns"
        columns={columns}
        rows={rows}
        keyOf={(token) => token.id}
        nameOf={(token) => token.name}
        isOff={(token) => token.status !== 1}
        onOpen={(token) => drawer.open(String(token.id))}
        selection={selection}
        csv={{ fileName: 'tokens', load: () => readAllTokens(filters) }}
        toolbar={
          <>
            <SearchInput
              label={t('search.keyword')}
              value={filters.keyword}
              onChange={(keyword) => address.set({ keyword, p: undefined }, { replace: true })}
            />
            <SearchInput
              label={t('search.key')}
              value={filters.key}
              onChange={(key) => address.set({ key, p: undefined }, { replace: true })}
            />
            <Menu
              label={t('batch')}
              className={buttonClass('secondary', 'md', 'max-sm:hidden')}
              button={
                <>
                  <ListChecks size={15} aria-hidden />
                  {t('batch')}
                </>
              }
            >
              {bulk.map(([label, run]) => (
                <MenuAction
                  key={label}
                  onSelect={() =>
                    selection.rows.length === 0 ? void toast.error(t('pickOne')) : run(selection.rows)
                  }
                >
                  {label}
                </MenuAction>
              ))}
            </Menu>
          </>
        }
        bulk={bulk.map(([label, run]) => (
          <Button key={label} size="sm" onClick={() => run(selection.rows)}>
            {label}
          </Button>
        ))}
        empty={
          isFiltered ? (
            <EmptyState
              text={t('empty.filtered')}
              action={
                <Button onClick={() => address.set({ keyword: undefined, key: undefined, p: undefined })}>
                  {t('empty.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              text={t('empty.text')}
              action={
                <Button kind="primary" onClick={() => drawer.open(NEW_TOKEN)}>
                  {t('new')}
                </Button>
              }
              command="tollgate token create --name first --quota 1usd"
            />
          )
        }
      />
      {confirmDialog}
      {copyDialog}
    </>
  )
}
