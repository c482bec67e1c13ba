import type { FastifyRequest } from 'fastify'
import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import { languageOf } from '../../http/language-of.ts'
import { type Page, readPaging, toPage } from '../../http/paging.ts'
import { type TaskPlatform, taskPlatforms } from '../../tasks/task.ts'
import type { ApiServices, Routes } from '../api-services.ts'
import { type Reader, toDrawing, toTaskAnswer } from './task-answer.ts'
import { type NamedTaskRow, type TaskFilter, tasksRepository } from './tasks.repository.ts'

type Query = Contract<'listDrawings'>['Querystring'] & Contract<'listTasks'>['Querystring']
type ListRequest = FastifyRequest & { readonly query: Query }

/** Routes that list tasks: administrators see those of all users, and users see their own, without channels. */
export const taskRoutes: Routes = (app, services) => {
  const drawings = (request: ListRequest, userId?: number) =>
    listRows(
      services,
      request,
      { ...toFilter(request.query, userId), ...drawingFilter(request.query) },
      toDrawing,
    )
  const tasks = (request: ListRequest, userId?: number) =>
    listRows(
      services,
      request,
      { ...toFilter(request.query, userId), ...taskFilter(request.query) },
      toTaskAnswer,
    )

  app.route<Contract<'listDrawings'>>({
    ...contract('listDrawings'),
    handler: async (request) => ok(await drawings(request)),
  })
  app.route<Contract<'listOwnDrawings'>>({
    ...contract('listOwnDrawings'),
    handler: async (request) => ok(await drawings(request, actorOf(request).id)),
  })
  app.route<Contract<'listTasks'>>({
    ...contract('listTasks'),
    handler: async (request) => ok(await tasks(request)),
  })
  app.route<Contract<'listOwnTasks'>>({
    ...contract('listOwnTasks'),
    handler: async (request) => ok(await tasks(request, actorOf(request).id)),
  })
}

async function listRows<Row>(
  {
    knex,
    options,
    secrets,
    clock,
    snapshot,
  }: Pick<ApiServices, 'knex' | 'options' | 'secrets' | 'clock' | 'snapshot'>,
  request: ListRequest,
  filter: TaskFilter,
  toAnswer: (row: NamedTaskRow, reader: Reader) => Row,
): Promise<Page<Row>> {
  const paging = readPaging(request.query)
  const repository = tasksRepository(knex)
  const [rows, total] = await Promise.all([repository.list(filter, paging), repository.count(filter)])
  const site = { options: options.current(), channels: snapshot().channels, secrets }
  const reader = {
    id: actorOf(request).id,
    isAdmin: filter.userId === undefined,
    language: languageOf(request),
    nowMs: clock.now(),
    site,
  }
  return toPage(
    rows.map((row) => toAnswer(row, reader)),
    total,
    paging,
  )
}

/**
 * Builds the conditions that both lists share.
 * @param userId the owner of the tasks; undefined = all users, and only then a channel can be selected
 */
const toFilter = (query: Query, userId: number | undefined) => ({
  id: query.id,
  userId,
  channelId: userId === undefined ? Number(query.channel_id ?? 0) : 0,
  status: query.status?.toUpperCase(),
  action: query.action?.toUpperCase(),
})

const drawingFilter = ({ mj_id, start_timestamp, end_timestamp }: Query) => ({
  platforms: ['midjourney'] as const,
  publicId: mj_id,
  fromMs: start_timestamp || undefined,
  beforeMs: end_timestamp ? end_timestamp + 1 : undefined,
})

const taskFilter = ({ platform, task_id, open, start_timestamp, end_timestamp }: Query) => ({
  platforms: readPlatforms(platform),
  publicId: task_id,
  isOpen: open === true,
  fromMs: start_timestamp ? start_timestamp * 1000 : undefined,
  beforeMs: end_timestamp ? (end_timestamp + 1) * 1000 : undefined,
})

/** Reads the platforms. Unknown names match no tasks. */
function readPlatforms(text = ''): readonly TaskPlatform[] {
  const names = text.split(',').flatMap((each) => each.trim().toLowerCase() || [])
  if (names.length === 0) return ['suno', 'video']
  return taskPlatforms.filter((each) => names.includes(each))
}
