import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { sayDone } from '../../api/say-done.ts'
import { type BatchAction, BatchButtons, BatchMenu } from '../../components/list/batch-actions.tsx'
import { ListEmpty } from '../../components/list/list-empty.tsx'
import { ListTable } from '../../components/list/list-table.tsx'
import { useListPaging } from '../../components/list/use-list-paging.ts'
import { Button } from '../../components/ui/button.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { useCopy } from '../../components/ui/copy.tsx'
import { SearchInput } from '../../components/ui/search-input.tsx'
import { inForce } from '../../components/ui/table/filter-fold.tsx'
import { useSelection } from '../../components/ui/table/selection.ts'
import { useAddress } from '../../state/address.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { NEW_TOKEN } from './new-token.ts'
import type { Rotating } from './rotate-dialog.tsx'
import { useTokenColumns } from './token-columns.tsx'
import { clientKey } from './token-key.ts'
import { useEndFormerKey } from './use-rotate-key.ts'
import { useShowKeys } from './use-show-keys.ts'
import { useDeleteTokens, useIsChangingTokens, useSetTokenStatus } from './use-token-actions.ts'
import { readAllTokens, type Token, useTokens } from './use-tokens.ts'

/** The list with its filters and all actions on tokens. */
export function TokenTable({
  drawer,
  rotate,
}: {
  readonly drawer: DrawerState
  /** Opens the dialog for a new key. */
  readonly rotate: (rotating: Rotating) => void
}) {
  const { t } = useTranslation(['tokens', 'common'])
  const address = useAddress()
  const paging = useListPaging()
  const filters = { keyword: address.get('keyword'), key: address.get('key') }
  const tokens = useTokens({ filters, page: paging.page, pageSize: paging.pageSize })
  const selection = useSelection(tokens.data?.items ?? [], (token: Token) => token.id)
  const { copy, dialog: copyDialog } = useCopy()
  const [ask, confirmDialog] = useConfirm()
  const setStatus = useSetTokenStatus()
  const isBusy = useIsChangingTokens()
  const remove = useDeleteTokens()
  const endFormerKey = useEndFormerKey()
  const showKeys = useShowKeys()

  const change = async (chosen: readonly Token[], status: 1 | 2) => {
    try {
      const refused = await setStatus.mutateAsync({ tokens: chosen, status })
      const count = chosen.length - refused
      if (count > 0)
        sayDone({
          text: told(status === 1 ? 'enabled' : 'disabled', chosen, count),
          undo: refused === 0 ? () => putBack(chosen, status) : undefined,
        })
    } catch {
      // A toast has shown the error, and the rows show what is stored.
    }
  }
  const told = (verb: 'enabled' | 'disabled' | 'deleted', chosen: readonly Token[], count: number) =>
    count === 1 && chosen.length === 1
      ? t(`told.${verb}`, { name: chosen[0]?.name ?? '' })
      : t(`told.${verb}Many`, { count })
  /** Reverts a status change for the tokens that had the other status. */
  const putBack = async (chosen: readonly Token[], status: 1 | 2) =>
    (await setStatus.mutateAsync({
      tokens: chosen.filter((token) => (token.status === 1) !== (status === 1)),
      status: status === 1 ? 2 : 1,
    })) === 0
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
      { onSuccess: (count) => sayDone({ text: told('deleted', chosen, count) }) },
    )
  }
  const askEndFormerKey = async (token: Token) => {
    const isSure = await ask({
      title: t('endFormerKey.title', { name: token.name }),
      text: t('endFormerKey.text'),
      action: t('action.endFormerKey'),
      isDanger: true,
    })
    if (isSure)
      endFormerKey.mutate(token.id, {
        onSuccess: () => sayDone({ text: t('endFormerKey.told', { name: token.name }) }),
      })
  }
  const copyKeys = async (chosen: readonly Token[]) => {
    const shown = await showKeys(chosen)
    if (!shown) return
    const hidden = shown.find((token) => token.key_masked)
    if (hidden && shown.length === 1) rotate({ token: hidden, isForKey: true })
    else if (hidden) toast.error(t('keysHidden'))
    else await copy(shown.map(clientKey).join('\n'), t('copied', { count: shown.length }))
  }
  const bulk: readonly BatchAction<Token>[] = [
    { label: t('common:action.copy'), run: (chosen) => void copyKeys(chosen) },
    { label: t('common:action.enable'), run: (chosen) => void change(chosen, 1) },
    { label: t('common:action.disable'), run: (chosen) => void change(chosen, 2) },
    { label: t('common:action.delete'), run: (chosen) => void askRemove(chosen) },
  ]

  const columns = useTokenColumns({
    edit: (token) => drawer.open(String(token.id)),
    copy: (token) => void copyKeys([token]),
    remove: (token) => void askRemove([token]),
    rotate: (token, isForKey) => rotate({ token, isForKey }),
    endFormerKey: (token) => void askEndFormerKey(token),
    setStatus: (token, status) => void change([token], status),
  })
  const isFiltered = filters.keyword !== '' || filters.key !== ''
  return (
    <>
      <ListTable
        list={tokens}
        paging={paging}
        label={t('title')}
        isDense
        storageKey="tokens-table-columns"
        columns={columns}
        rows={tokens.data?.items}
        keyOf={(token) => token.id}
        nameOf={(token) => token.name}
        isOff={(token) => token.status !== 1}
        onOpen={(token) => drawer.open(String(token.id))}
        selection={selection}
        csv={{ fileName: 'tokens', load: () => readAllTokens(filters) }}
        filters={{
          content: (
            <>
              <SearchInput
                label={t('search.keyword')}
                value={filters.keyword}
                onChange={(keyword) => address.set({ keyword, p: undefined }, { isTyped: true })}
              />
              <SearchInput
                label={t('search.key')}
                value={filters.key}
                onChange={(key) => address.set({ key, p: undefined }, { isTyped: true })}
              />
            </>
          ),
          count: inForce(filters.keyword !== '', filters.key !== ''),
        }}
        toolbar={
          <BatchMenu
            label={t('batch')}
            none={t('pickOne')}
            actions={bulk}
            rows={selection.rows}
            isBusy={isBusy}
          />
        }
        bulk={<BatchButtons actions={bulk} rows={selection.rows} isBusy={isBusy} />}
        empty={
          <ListEmpty
            isFiltered={isFiltered}
            filtered={t('empty.filtered')}
            clear={t('empty.clear')}
            onClear={() => address.set({ keyword: undefined, key: undefined, p: undefined })}
            text={t('empty.text')}
            action={
              <Button kind="primary" onClick={() => drawer.open(NEW_TOKEN)}>
                {t('new')}
              </Button>
            }
            command="tollgate token create --name first --quota 1usd"
          />
        }
      />
      {confirmDialog}
      {copyDialog}
    </>
  )
}
