import { actorOf } from '../../http/actor.ts'
import { type Contract, contract, type Data } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import { languageOf } from '../../http/language-of.ts'
import type { Language } from '../../language.ts'
import type { Options } from '../../options/registry.ts'
import type { Routes } from '../api-services.ts'
import { describeGroup } from './group-descriptions.ts'
import { readGroupUse } from './group-use.ts'
import { usableGroups } from './groups.service.ts'

export const groupRoutes: Routes = (app, { options, knex }) => {
  app.route<Contract<'listGroups'>>({
    ...contract('listGroups'),
    handler: async () => ok([...options.current().GroupRatio.keys()].sort()),
  })
  app.route<Contract<'getGroupUse'>>({
    ...contract('getGroupUse'),
    handler: async (request) => ok(await readGroupUse(knex, request.query.group)),
  })
  app.route<Contract<'listUsableGroups'>>({
    ...contract('listUsableGroups'),
    handler: async (request) => ok(toMap(options.current(), request.actor?.group, languageOf(request))),
  })
  app.route<Contract<'listOwnGroups'>>({
    ...contract('listOwnGroups'),
    handler: async (request) => ok(toMap(options.current(), actorOf(request).group, languageOf(request))),
  })
}

const toMap = (options: Options, userGroup: string | undefined, language: Language): Data<'listOwnGroups'> =>
  Object.fromEntries(
    usableGroups(options, userGroup).map(({ name, description, isListed, ratio }) => [
      name,
      {
        desc: describeGroup(description, language),
        ratio: Number(ratio),
        ratio_exact: ratio,
        is_listed: isListed,
      },
    ]),
  )
