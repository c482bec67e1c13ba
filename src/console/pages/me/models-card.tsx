import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnModels } from '../../api/use-own-models.ts'
import { QueryView } from '../../components/query-view.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { useCopy } from '../../components/ui/copy.tsx'
import { storedText, useStoredText } from '../../state/stored-text.ts'

const SHOWN = 10
const expanded = storedText('modelsExpanded')

/** The models that the user can call; clicking a name copies it. */
export function ModelsCard() {
  const { t } = useTranslation('me')
  const models = useOwnModels()
  return (
    <Card
      title={t('models.title')}
      aside={
        models.data && (
          <span className="text-sm text-muted">{t('models.count', { count: models.data.length })}</span>
        )
      }
    >
      <QueryView query={models} loading={<div data-skeleton className="h-16 animate-pulse" aria-hidden />}>
        {(names) =>
          names.length === 0 ? <p className="text-muted">{t('models.none')}</p> : <Models names={names} />
        }
      </QueryView>
    </Card>
  )
}

function Models({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation('me')
  const id = useId()
  const { copy, dialog } = useCopy()
  const isExpanded = useStoredText(expanded) === 'true'
  const shown = isExpanded ? names : names.slice(0, SHOWN)
  return (
    <>
      <ul id={id} className="flex max-h-96 flex-wrap gap-1.5 overflow-y-auto">
        {shown.map((name) => (
          <li key={name} className="max-w-full min-w-0">
            <button
              type="button"
              title={t('models.copy')}
              onClick={() => copy(name)}
              className="max-w-full truncate rounded-sm border px-1.5 font-mono text-xs leading-[22px] transition-colors hover:bg-hover focus-visible:-outline-offset-2"
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {names.length > SHOWN && (
        <Button
          kind="ghost"
          size="sm"
          className="mt-2 -ml-2.5"
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={() => expanded.set(String(!isExpanded))}
        >
          {isExpanded ? t('models.fewer') : t('models.more', { count: names.length - SHOWN })}
        </Button>
      )}
      {dialog}
    </>
  )
}
