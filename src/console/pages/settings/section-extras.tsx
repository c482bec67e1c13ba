import type { ComponentType } from 'react'
import { LogCleanup } from './log-cleanup.tsx'
import { MailTest } from './mail-test.tsx'
import { OidcDiscovery } from './oidc-discovery.tsx'
import { PricePanel } from './prices/price-panel.tsx'
import type { SectionExtraProps } from './section-extra-props.ts'
import type { SectionName } from './sections.ts'
import { SystemInfo } from './system-info.tsx'
import { WebhookTest } from './webhook-test.tsx'

/** Content of sections besides their settings. */
export const sectionExtras: Partial<Record<SectionName, ComponentType<SectionExtraProps>>> = {
  logs: LogCleanup,
  smtp: MailTest,
  oidc: OidcDiscovery,
  worker: WebhookTest,
  info: SystemInfo,
  prices: () => (
    <div className="border-t px-4 py-3">
      <PricePanel />
    </div>
  ),
}
