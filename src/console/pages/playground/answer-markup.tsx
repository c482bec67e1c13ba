import '../../components/markup.css'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../components/ui/code-block.tsx'
import { type Block, toBlocks, toHtml } from './answer-html.ts'

/** Markdown of a model, drawn block by block, so that a growing answer costs what it grows. */
export function AnswerMarkup({ text }: { readonly text: string }) {
  const blocks = useMemo(() => toBlocks(text), [text])
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
    return (
      <div
        className="max-w-full overflow-x-auto"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify.
        dangerouslySetInnerHTML={{ __html: toHtml(block.token) }}
      />
    )
  },
  // Equal source gives equal markup.
  (before, after) => before.block.raw === after.block.raw && before.block.kind === after.block.kind,
)
