import { useTranslation } from 'react-i18next'
import type { SettingsSection } from './sections.ts'

/** Links to the sections of a tab, beside them on wide screens. */
export function SectionList({
  sections,
  hasChanges,
}: {
  readonly sections: readonly SettingsSection[]
  readonly hasChanges: (section: SettingsSection) => boolean
}) {
  const { t } = useTranslation('settings')
  return (
    <nav
      aria-label={t('sections')}
      className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] self-start overflow-y-auto lg:block"
    >
      <ul className="flex flex-col gap-0.5 p-0.5">
        {sections.map((section) => (
          <li key={section.name}>
            <a
              href={`#${section.name}`}
              className="flex items-center gap-2 rounded-md px-2 py-1 text-sm text-muted hover:bg-hover hover:text-text"
            >
              <span className="min-w-0 grow truncate">{t(`section.${section.name}.title`)}</span>
              {hasChanges(section) && (
                <span role="img" aria-label={t('unsaved')} className="size-1.5 rounded-full bg-accent" />
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
