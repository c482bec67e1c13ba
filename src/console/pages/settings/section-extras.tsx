import { type ComponentType, lazy, Suspense } from 'react'
import { PageSkeleton } from '../../components/shell/page-skeleton.tsx'
import { LogCleanup } from './log-cleanup.tsx'
import { MailTest } from './mail-test.tsx'
import { OidcDiscovery } from './oidc-discovery.tsx'
import type { SectionExtraProps } from './section-extra-props.ts'
import type { SectionName } from './sections.ts'
import { SystemInfo } from './system-info.tsx'
import { WebhookTest } from './webhook-test.tsx'

const PricePanel = lazy(async () => ({ default: (await import('./prices/price-panel.tsx')).PricePanel }))

/** What sections hold beside their settings. */
export const sectionExtras: Partial<Record<SectionName, ComponentType<SectionExtraProps>>> = {
  logs: LogCleanup,
  smtp: MailTest,
  oidc: OidcDiscovery,
  worker: WebhookTest,
  info: SystemInfo,
  prices: () => (
    <div className="border-t px-4 py-3">
      <Suspense fallback={<PageSkeleton />}>
        <PricePanel />
      </Suspense>
    </div>
  ),
}
