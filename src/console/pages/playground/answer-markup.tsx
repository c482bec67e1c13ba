import '../../components/markup.css'
import type { Token, Tokens } from 'marked'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../components/ui/code-block.tsx'
import { type Block, blockReader } from './answer-blocks.ts'
import { toHtml } from './answer-html.ts'
import { ListView, TableView } from './answer-rows.tsx'

/** Markdown written by a model, rendered block by block, so that a growing answer only costs as much as is added. */
export function AnswerMarkup({ text }: { readonly text: string }) {
  const [readBlocks] = useState(blockReader)
  const blocks = useMemo(() => readBlocks(text), [readBlocks, text])
  return (
    <div className="markup flex min-w-0 flex-col gap-3 break-words">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end.
        <BlockView key={index} block={block} />
      ))}
    </div>
  )
}

const BlockView = memo(
  function BlockView({ block }: { readonly block: Block }) {
    const { t } = useTranslation('playground')
    if (block.kind === 'code')
      return (
        <CodeBlock
          code={block.code}
          label={block.language === '' ? t('code') : t('codeIn', { language: block.language })}
        />
      )
    const { token, definitions } = block
    if (isList(token) || isTable(token))
      return (
        <div className="max-w-full overflow-x-auto">
          {isList(token) ? (
            <ListView list={token} definitions={definitions} />
          ) : (
            <TableView table={token} definitions={definitions} />
          )}
        </div>
      )
    return (
      <div
        className="max-w-full overflow-x-auto"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify.
        dangerouslySetInnerHTML={{ __html: toHtml(token) }}
      />
    )
  },
  (before, after) => isSame(before.block, after.block),
)

const isList = (token: Token): token is Tokens.List => token.type === 'list'
const isTable = (token: Token): token is Tokens.Table => token.type === 'table'

/** Compares the source, because equal source gives equal markup. */
function isSame(before: Block, after: Block): boolean {
  if (before === after) return true
  if (before.raw !== after.raw || before.kind !== after.kind) return false
  return before.kind === 'code' || after.kind === 'code' || before.definitions === after.definitions
}
