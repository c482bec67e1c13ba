import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { answerOf, api } from '../../api/client.ts'
import type { useConfirm } from '../../components/ui/confirm.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { removedGroups, withoutGroups } from './groups/group-tables.ts'
import { GroupsInUse } from './groups/groups-in-use.tsx'
import { readGroupsInUse } from './groups/read-groups-in-use.ts'
import type { SectionName } from './sections.ts'
import type { Change, Draft } from './use-draft.ts'
import type { Option } from './use-options.ts'
import type { AskFirst, SaidOf } from './use-save-options.ts'

/** Dependencies between settings, and hints and questions about single ones. */
export interface SectionRules {
  /** Returns why a section cannot be saved yet. */
  stopsSave(section: SectionName): string | undefined
  /**
   * Lets the daemon validate settings that only make sense together, or the user confirm a change that affects others.
   */
  askFirst(section: SectionName): AskFirst | undefined
  /** Adds the changes to settings of other tabs that the given changes make necessary. */
  withFollowing(changes: readonly Change[]): readonly Change[]
  /**
   * Returns a function to call once all is saved: it removes deleted groups from drafts of other tabs. Call this before
   * saving.
   */
  settlesElsewhere(): () => void
  /** Returns whether another setting currently overrides this one. */
  isIdle(key: string): boolean
  note(key: string): ReactNode
  /** Returns likely values for a text; others may be typed. */
  suggestions(key: string): readonly string[] | undefined
  /** Returns a function that asks before a text is accepted. */
  confirm(key: string): ((text: string) => Promise<boolean>) | undefined
  /** Returns the messages after saving: one for most settings, and a separate one for each that everybody sees. */
  done(keys: readonly string[]): readonly SaidOf[]
}

const toldByName = ['Notice', 'SystemName', 'Logo'] as const

/** Settings with the names of exempt groups, and the switch that each depends on. */
const exemptions: Readonly<Record<string, string>> = {
  'global.rate_limit_exempt_group': 'global.rate_limit_exempt_enabled',
  'global.safe_check_exempt_group': 'global.safe_check_exempt_enabled',
}

/** Returns the groups in a text of group ratios, even while it is being edited; none while it is invalid JSON. */
function groupsIn(ratios: string): readonly string[] {
  try {
    const table: unknown = JSON.parse(ratios)
    return typeof table === 'object' && table !== null ? Object.keys(table).sort() : []
  } catch {
    return []
  }
}

export function useSectionRules({
  all,
  draft,
  ask,
}: {
  readonly all: ReadonlyMap<string, Option>
  readonly draft: Draft
  readonly ask: ReturnType<typeof useConfirm>[0]
}): SectionRules {
  const { t } = useTranslation('settings')
  const textOf = (key: string): string => {
    const option = all.get(key)
    return option ? draft.textOf(option) : ''
  }
  const askFallback = async () => {
    await answerOf(
      api.POST('/api/option/validate_fallback_pricing', {
        body: {
          enabled: textOf('fallback_pricing_enabled') === 'true',
          single_price: textOf('fallback_single_price'),
          input_ratio: textOf('fallback_input_ratio'),
          completion_ratio: textOf('fallback_completion_ratio'),
        },
      }),
    )
    return true
  }
  const removed = () => removedGroups(all.get('GroupRatio')?.value ?? '', textOf('GroupRatio'))
  const askRemoved = async () => {
    if (removed().includes('default')) {
      toast.error(t('groups.defaultStays'))
      return false
    }
    const inUse = await readGroupsInUse(removed())
    if (inUse.length === 0) return true
    return ask({
      title: t('groups.inUse.title', { count: inUse.length }),
      text: <GroupsInUse groups={inUse} />,
      action: t('groups.inUse.action'),
      isDanger: true,
    })
  }
  // The top-up ratios of groups are in another tab. If one were left, the next group with that name would get it.
  const factors = all.get('TopupGroupRatio')
  const withFollowing = (changes: readonly Change[]): readonly Change[] => {
    if (!factors || !changes.some(({ key }) => key === 'GroupRatio')) return changes
    const own = changes.find(({ key }) => key === factors.key)
    const value = withoutGroups(own?.value ?? factors.value, removed())
    if (value === undefined) return changes
    const before = own?.before ?? factors.value
    return [
      ...changes.filter((each) => each !== own),
      { key: factors.key, value, before, isSwitch: false, follows: 'GroupRatio' },
    ]
  }
  const settlesElsewhere = () => {
    const text =
      factors && draft.isChanged(factors) ? withoutGroups(draft.textOf(factors), removed()) : undefined
    return () => {
      if (factors && text !== undefined) draft.change(factors, text)
    }
  }
  return {
    withFollowing,
    settlesElsewhere,
    stopsSave: (section) =>
      section === 'payment' && textOf('ServerAddress').trim() === '' ? t('serverAddressFirst') : undefined,
    askFirst: (section) => {
      if (section === 'fallback') return askFallback
      return section === 'groups' && removed().length > 0 ? askRemoved : undefined
    },
    isIdle: (key) => key === 'RebatePercentage' && textOf('RebateEnabled') !== 'true',
    note: (key) => {
      const option = all.get(key)
      if (key === 'QuotaPerUnit' && option && draft.isChanged(option))
        return <Notice tone="warn">{t('quotaPerUnitWarning')}</Notice>
      const exemption = exemptions[key]
      const isUnknown = () => !groupsIn(textOf('GroupRatio')).includes(textOf(key).trim())
      if (exemption !== undefined && textOf(exemption) === 'true' && isUnknown())
        return <span className="text-xs text-warn">{t('noSuchGroup')}</span>
      return undefined
    },
    suggestions: (key) => (key in exemptions ? groupsIn(textOf('GroupRatio')) : undefined),
    confirm: (key) =>
      key === 'PasswordLoginEnabled'
        ? async (text) =>
            text === 'true' ||
            ask({
              title: t('passwordLogin.title'),
              text: t('passwordLogin.text'),
              action: t('passwordLogin.action'),
              isDanger: true,
            })
        : undefined,
    done: (keys) => {
      const named = toldByName
        .filter((key) => keys.includes(key))
        .map((key) => ({ text: t(`updated.${key}`), keys: [key] }))
      const others = keys.filter((key) => !named.some((each) => each.keys.includes(key as never)))
      return others.length === 0 ? named : [{ text: t('saved'), keys: others }, ...named]
    },
  }
}
