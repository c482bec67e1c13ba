import type { Tokens } from 'marked'
import { memo } from 'react'
import { toInnerHtml } from './answer-html.ts'

/** A list, which may be a whole answer: its items are sanitized and rendered one by one. */
export function ListView({
  list,
  definitions,
}: {
  readonly list: Tokens.List
  readonly definitions: string
}) {
  const Tag = list.ordered ? 'ol' : 'ul'
  return (
    <Tag start={list.ordered && list.start !== '' ? list.start : undefined}>
      {list.items.map((item, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end.
          key={index}
          tag="li"
          source={`${item.loose} ${item.raw}`}
          definitions={definitions}
          token={{ ...list, items: [item] }}
        />
      ))}
    </Tag>
  )
}

/** A table, which may be a whole answer: its rows are sanitized and rendered one by one. */
export function TableView({
  table,
  definitions,
}: {
  readonly table: Tokens.Table
  readonly definitions: string
}) {
  const rows = table.rows.map((row) => ({ source: row.map(({ text }) => text).join('|'), row }))
  return (
    <table>
      <Part
        tag="thead"
        source={`${table.header.map(({ text }) => text).join('|')} ${table.align.join(' ')}`}
        definitions={definitions}
        token={{ ...table, rows: [] }}
      />
      <tbody>
        {rows.map(({ source, row }, index) => (
          <Part
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end.
            key={index}
            tag="tr"
            source={source}
            definitions={definitions}
            // A separate row has to be the first one of a table.
            token={{ ...table, header: [], rows: [row] }}
          />
        ))}
      </tbody>
    </table>
  )
}

const Part = memo(
  function Part({
    tag: Tag,
    token,
  }: {
    readonly tag: 'li' | 'thead' | 'tr'
    /** Equal source gives equal markup. */
    readonly source: string
    readonly definitions: string
    readonly token: Tokens.List | Tokens.Table
  }) {
    const inner = Tag === 'tr' ? toInnerHtml(token, 'tbody tr') : toInnerHtml(token, Tag)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify.
    return <Tag dangerouslySetInnerHTML={{ __html: inner }} />
  },
  (before, after) =>
    before.tag === after.tag && before.source === after.source && before.definitions === after.definitions,
)
