import type { Knex } from 'knex'
import { orWhereContains } from '../../db/like.ts'
import type { Paging } from '../../http/paging.ts'

/** One row of `audit_events`, in the form in which the API returns it. */
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
  via: string
}

export interface AuditEventFilter {
  readonly actorId?: number | undefined
  readonly actorName?: string | undefined
  readonly action?: string | undefined
  readonly targetKind?: string | undefined
  readonly targetId?: string | undefined
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
  /**
   * Text to find in the object, the action, the changed fields, the actor's name or the name of the access token; case
   * does not matter.
   */
  readonly keyword?: string | undefined
  /** Whether the keyword may match in changed fields of accounts, which hold email addresses. */
  readonly isOfAccountsToo: boolean
}

export const auditEventsRepository = (db: Knex) => ({
  async list(
    filter: AuditEventFilter,
    { size, offset }: Paging,
  ): Promise<{ rows: AuditEventRow[]; total: number }> {
    const matching = db<AuditEventRow>('audit_events').where((query) => {
      if (filter.actorId !== undefined) void query.where('actor_id', filter.actorId)
      if (filter.actorName) void query.where('actor_name', filter.actorName)
      if (filter.action) void query.where('action', filter.action)
      if (filter.targetKind) void query.where('target_kind', filter.targetKind)
      if (filter.targetId) void query.where('target_id', filter.targetId)
      if (filter.fromMs !== undefined) void query.where('at_ms', '>=', filter.fromMs)
      if (filter.untilMs !== undefined) void query.where('at_ms', '<=', filter.untilMs)
      if (filter.keyword) {
        const { keyword, isOfAccountsToo } = filter
        void query.where((any) => {
          for (const column of ['target_id', 'action', 'via', 'actor_name'])
            void orWhereContains(any, column, keyword)
          void any.orWhere((fields) => {
            void fields.where((either) => {
              for (const column of ['before', 'after']) void orWhereContains(either, column, keyword)
            })
            if (!isOfAccountsToo) void fields.whereNot('target_kind', 'user')
          })
        })
      }
    })
    const counted = await matching.clone().count<{ n: number | string }[]>({ n: '*' })
    const rows: AuditEventRow[] = await matching.orderBy('id', 'desc').limit(size).offset(offset).select('*')
    return { rows, total: Number(counted[0]?.n ?? 0) }
  },
})
