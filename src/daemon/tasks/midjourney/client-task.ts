import { asArray, asObject, asText } from '../../protocols/json-access.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { Task } from '../task.ts'
import { type PictureSite, pictureUrl } from './picture-link.ts'

/** Returns a task in the form expected by midjourney-proxy clients; times are unix milliseconds. */
export const toClientTask = (task: Task, site: PictureSite): JsonObject => {
  const { prompt_en, description, state, buttons, properties, custom_id, bot_type } = task.result
  return {
    id: task.publicId ?? '',
    action: task.action,
    prompt: task.prompt,
    promptEn: asText(prompt_en) ?? '',
    description: asText(description) ?? '',
    state: asText(state) ?? '',
    submitTime: task.submitMs,
    startTime: task.startMs,
    finishTime: task.finishMs,
    imageUrl: pictureUrl(task, site),
    status: task.status,
    progress: `${task.progress}%`,
    failReason: task.failReason,
    buttons: asArray(buttons) ?? [],
    properties: asObject(properties) ?? {},
    customId: asText(custom_id) ?? '',
    botType: asText(bot_type) ?? '',
  }
}
