import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SnippetKind, snippet, snippetKinds, snippetNames } from './snippets.ts'
import { CodeBlock } from './ui/code-block.tsx'
import { Segments } from './ui/segments.tsx'

/** The same request for five clients, one shown at a time. */
export function Snippets({
  address,
  apiKey,
  model,
}: {
  readonly address: string
  /** Key with `sk-`, or `$NAME` of a variable that contains it. */
  readonly apiKey: string
  readonly model?: string | undefined
}) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<SnippetKind>('curl')
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Segments
        label={t('snippets.client')}
        value={kind}
        options={snippetKinds.map((each) => ({ value: each, label: snippetNames[each] }))}
        onChange={setKind}
      />
      <CodeBlock code={snippet(kind, { address, key: apiKey, model })} label={snippetNames[kind]} />
    </div>
  )
}
