import { useState } from 'react'
import { Badge } from '../components/ui/badge.tsx'
import { Button } from '../components/ui/button.tsx'
import { EmptyState } from '../components/ui/empty-state.tsx'
import { Segments } from '../components/ui/segments.tsx'
import type { Column } from '../components/ui/table/columns.ts'
import { DataTable, type Sort } from '../components/ui/table/data-table.tsx'
import { usePageSize } from '../components/ui/table/paging.tsx'
import { useSelection } from '../components/ui/table/selection.ts'

interface Row {
  readonly id: number
  readonly name: string
  readonly isOff: boolean
}

const all: readonly Row[] = Array.from({ length: 37 }, (_, index) => ({
  id: index + 1,
  name: `row-${index + 1}`,
  isOff: index % 5 === 3,
}))

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    isFixed: true,
    isSortable: true,
    card: 'title',
    cell: (row) => row.name,
    csv: (row) => row.name,
  },
  {
    id: 'status',
    header: 'Status',
    card: 'corner',
    cell: (row) => (
      <Badge tone={row.isOff ? 'neutral' : 'ok'} hasDot>
        {row.isOff ? 'Off' : 'On'}
      </Badge>
    ),
  },
  {
    id: 'id',
    header: 'Number',
    align: 'right',
    isSortable: true,
    cell: (row) => row.id,
    csv: (row) => row.id,
  },
]

type State = 'ready' | 'loading' | 'empty'

/** The table in its three states: ready, loading and empty. */
export function GalleryTable() {
  const [state, setState] = useState<State>('ready')
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = usePageSize()
  const [sort, setSort] = useState<Sort>({ column: 'id', isDescending: false })
  const sorted = [...all].sort((a, b) => (sort.isDescending ? b.id - a.id : a.id - b.id))
  const rows = state === 'empty' ? [] : sorted.slice((page - 1) * pageSize, page * pageSize)
  const selection = useSelection(rows, (row: Row) => row.id)
  return (
    <DataTable
      label="Rows"
      storageKey="gallery-table-columns"
      columns={columns}
      rows={state === 'loading' ? undefined : rows}
      keyOf={(row) => row.id}
      isOff={(row) => row.isOff}
      detail={(row) => <p className="px-12 py-3 text-muted">Details of {row.name}</p>}
      selection={selection}
      bulk={<Button size="sm">Enable</Button>}
      sort={sort}
      onSort={setSort}
      csv={{ fileName: 'rows', load: async () => all }}
      paging={{ page, pageSize, total: all.length, onPage: setPage, onPageSize: setPageSize }}
      toolbar={
        <Segments
          label="State"
          value={state}
          options={[
            { value: 'ready', label: 'Ready' },
            { value: 'loading', label: 'Loading' },
            { value: 'empty', label: 'Empty' },
          ]}
          onChange={setState}
        />
      }
      empty={
        <EmptyState
          text="Nothing here yet."
          action={<Button>Add one</Button>}
          command="tollgate row create"
        />
      }
    />
  )
}
