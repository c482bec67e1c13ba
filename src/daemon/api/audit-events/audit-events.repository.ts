import type { Knex } from 'knex'
import type { Paging } from '../../http/paging.ts'

/** One row of `audit_events`; the API shows it as it is. */
export interface AuditEventRow {
  id: number
  at_ms: number
  actor_id: number
  actor_name: string
  action: string
  target_kind: string
  target_id: string
  before: string
  after: string
  ip: string
  request_id: string
}

export interface AuditEventFilter {
  readonly actorId?: number | undefined
  readonly action?: string | undefined
  readonly targetKind?: string | undefined
  readonly targetId?: string | undefined
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
}

export const auditEventsRepository = (db: Knex) => ({
  async list(
    filter: AuditEventFilter,
    { size, offset }: Paging,
  ): Promise<{ rows: AuditEventRow[]; total: number }> {
    const matching = db<AuditEventRow>('audit_events').where((query) => {
      if (filter.actorId !== undefined) void query.where('actor_id', filter.actorId)
      if (filter.action) void query.where('action', filter.action)
      if (filter.targetKind) void query.where('target_kind', filter.targetKind)
      if (filter.targetId) void query.where('target_id', filter.targetId)
      if (filter.fromMs !== undefined) void query.where('at_ms', '>=', filter.fromMs)
      if (filter.untilMs !== undefined) void query.where('at_ms', '<=', filter.untilMs)
    })
    const counted = await matching.clone().count<{ n: number | string }[]>({ n: '*' })
    const rows: AuditEventRow[] = await matching.orderBy('id', 'desc').limit(size).offset(offset).select('*')
    return { rows, total: Number(counted[0]?.n ?? 0) }
  },
})
