import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/ui/button.tsx'
import { CodeBlock } from '../../../components/ui/code-block.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { JsonEditor } from '../../../components/ui/json-editor.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import type { PriceOption } from './price-row.ts'
import { findTableProblem } from './table-problem.ts'
import type { TableOutcome } from './use-table-texts.ts'

/**
 * One price table as JSON, with the line of its first mistake, and the version that somebody else has saved in the
 * meantime.
 */
export function TableField({
  option,
  text,
  outcome,
  theirs,
  onChange,
  onTakeTheirs,
  onKeepMine,
}: {
  readonly option: PriceOption
  readonly text: string
  readonly outcome: TableOutcome | undefined
  readonly theirs: string | undefined
  readonly onChange: (text: string) => void
  readonly onTakeTheirs: () => void
  readonly onKeepMine: () => void
}) {
  const { t } = useTranslation('prices')
  const problem = findTableProblem(text)
  const error =
    outcome?.kind === 'refused'
      ? outcome.message
      : problem?.kind === 'number'
        ? t('tables.problem.number', { line: problem.line, name: problem.name })
        : problem && t('tables.problem.shape')
  return (
    <Field
      label={t(`tables.${option}`)}
      hint={t(`tables.hint.${option}`)}
      error={error}
      aside={<code className="text-xs text-muted">{option}</code>}
    >
      <JsonEditor rows={12} value={text} onChange={onChange} />
      {outcome?.kind === 'moved' && theirs !== undefined && (
        <Notice tone="warn" head={t('conflict.title')}>
          {t('tables.moved')}
          <CodeBlock code={theirs} label={t('tables.theirs')} className="my-2 max-h-48 overflow-y-auto" />
          <span className="flex flex-wrap gap-2">
            <Button size="sm" onClick={onTakeTheirs}>
              {t('conflict.takeTheirs')}
            </Button>
            <Button size="sm" onClick={onKeepMine}>
              {t('conflict.keepMine')}
            </Button>
          </span>
        </Notice>
      )}
    </Field>
  )
}
