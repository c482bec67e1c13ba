import { useTranslation } from 'react-i18next'
import { ListEmpty } from '../../components/list/list-empty.tsx'
import { ListTable } from '../../components/list/list-table.tsx'
import { useListPaging } from '../../components/list/use-list-paging.ts'
import { Button } from '../../components/ui/button.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { isBounded } from '../../components/ui/range-ends.ts'
import { inForce } from '../../components/ui/table/filter-fold.tsx'
import { type Address, useAddress } from '../../state/address.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { useMessageColumns } from './message-columns.tsx'
import { MessageSearch } from './message-search.tsx'
import { NEW_MESSAGE } from './message-values.ts'
import { useDeleteMessage } from './use-delete-message.ts'
import {
  isFiltered,
  type Message,
  type MessageFilters,
  readAllMessages,
  useMessages,
} from './use-messages.ts'

/** The list with its search. */
export function MessageTable({
  drawer,
  viewed,
}: {
  readonly drawer: DrawerState
  readonly viewed: DrawerState
}) {
  const { t } = useTranslation(['messages', 'common'])
  const address = useAddress()
  const paging = useListPaging('message-page-size')
  const filters = readFilters(address)
  const messages = useMessages({ filters, page: paging.page, pageSize: paging.pageSize })
  const [ask, confirmDialog] = useConfirm()
  const remove = useDeleteMessage()
  const view = (message: Message) => viewed.open(String(message.id))
  const query = ({ keyword, range }: MessageFilters) =>
    address.set({ keyword, from: range.from, to: range.to, p: undefined })

  const askRemove = async (message: Message) => {
    const isSure = await ask({
      title: t('remove.title'),
      text: (
        <>
          <p className="mb-2 font-medium wrap-anywhere text-text">{message.title}</p>
          <p>{t('remove.text')}</p>
        </>
      ),
      action: t('common:action.delete'),
      isDanger: true,
    })
    if (isSure) remove.mutate(message)
  }
  const columns = useMessageColumns({
    view,
    edit: (message) => drawer.open(String(message.id)),
    remove: (message) => void askRemove(message),
  })

  return (
    <>
      <ListTable
        list={messages}
        paging={paging}
        failed={t('loadFailed')}
        label={t('title')}
        storageKey="messages-table-columns"
        columns={columns}
        rows={messages.data?.items}
        keyOf={(message) => message.id}
        nameOf={(message) => message.title}
        onOpen={view}
        csv={{ fileName: 'messages', load: () => readAllMessages(filters) }}
        filters={{
          content: <MessageSearch filters={filters} onQuery={query} />,
          count: inForce(filters.keyword !== '', isBounded(filters.range)),
        }}
        empty={
          <ListEmpty
            isFiltered={isFiltered(filters)}
            filtered={t('empty.filtered')}
            clear={t('empty.clear')}
            onClear={() => query({ keyword: '', range: { from: undefined, to: undefined } })}
            text={t('empty.text')}
            action={
              <Button kind="primary" onClick={() => drawer.open(NEW_MESSAGE)}>
                {t('new')}
              </Button>
            }
            command="tollgate api POST /api/admin/messages --data @message.json"
          />
        }
      />
      {confirmDialog}
    </>
  )
}

function readFilters(address: Address): MessageFilters {
  const seconds = (name: string): number | undefined =>
    /^\d{1,12}$/.test(address.get(name)) ? Number(address.get(name)) : undefined
  return { keyword: address.get('keyword'), range: { from: seconds('from'), to: seconds('to') } }
}
