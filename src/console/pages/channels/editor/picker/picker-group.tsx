import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../../components/class-names.ts'
import { Badge } from '../../../../components/ui/badge.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import type { ModelGroup } from './model-groups.ts'

/** Number of models shown at first; the rest on demand. */
const SHOWN = 200

/** The badge beside a name: new at the upstream, or no longer there. */
export type Mark = 'fresh' | 'gone' | undefined

/** The models of one vendor, chosen one by one or all at once. */
export function PickerGroup({
  group,
  chosen,
  markOf,
  isOpenAtFirst,
  onChoose,
}: {
  readonly group: ModelGroup
  readonly chosen: ReadonlySet<string>
  readonly markOf: (name: string) => Mark
  readonly isOpenAtFirst: boolean
  readonly onChoose: (names: readonly string[], isOn: boolean) => void
}) {
  const { t } = useTranslation('channelEditor')
  const [isOpen, setOpen] = useState<boolean>()
  const [shown, setShown] = useState(SHOWN)
  const listId = useId()
  const { models } = group
  const vendor = group.vendor === '' ? t('picker.otherVendor') : group.vendor
  const count = models.filter((name) => chosen.has(name)).length
  const isShown = isOpen ?? isOpenAtFirst
  const all = useRef<HTMLInputElement>(null)
  const isPartly = count > 0 && count < models.length
  useEffect(() => {
    if (all.current) all.current.indeterminate = isPartly
  }, [isPartly])
  return (
    <section className="rounded-lg border" aria-label={vendor}>
      <div className={classNames('flex items-center gap-2 px-3 py-2', isShown && 'border-b')}>
        <input
          ref={all}
          type="checkbox"
          className="size-4 shrink-0"
          aria-label={t('picker.wholeGroup', { vendor })}
          checked={count === models.length}
          onChange={() => onChoose(models, count < models.length)}
        />
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={listId}
          className="flex min-w-0 grow items-center gap-1.5 rounded-sm text-left"
          onClick={() => setOpen(!isShown)}
        >
          <ChevronRight
            size={14}
            aria-hidden
            className={classNames('shrink-0 text-muted transition', isShown && 'rotate-90')}
          />
          <span className="truncate font-medium">{vendor}</span>
          <span className="ml-auto shrink-0 text-xs text-muted tabular-nums">
            {t('picker.ofGroup', { chosen: count, total: models.length })}
          </span>
        </button>
      </div>
      <ul id={listId} hidden={!isShown} className="grid gap-x-4 px-3 py-1.5 sm:grid-cols-2">
        {isShown &&
          models.slice(0, shown).map((name) => (
            <li key={name}>
              <label className="flex cursor-pointer items-center gap-2 rounded-sm py-1 hover:bg-hover">
                <input
                  type="checkbox"
                  className="size-4 shrink-0"
                  checked={chosen.has(name)}
                  onChange={(event) => onChoose([name], event.target.checked)}
                />
                <span className="min-w-0 truncate font-mono text-[13px]">{name}</span>
                <ModelMark mark={markOf(name)} />
              </label>
            </li>
          ))}
      </ul>
      {isShown && models.length > shown && (
        <div className="px-3 pb-2">
          <Button size="sm" kind="ghost" onClick={() => setShown(shown + 1000)}>
            {t('models.more', { count: models.length - shown })}
          </Button>
        </div>
      )}
    </section>
  )
}

function ModelMark({ mark }: { readonly mark: Mark }) {
  const { t } = useTranslation('channelEditor')
  if (mark === undefined) return null
  return <Badge tone={mark === 'fresh' ? 'accent' : 'warn'}>{t(`picker.mark.${mark}`)}</Badge>
}
