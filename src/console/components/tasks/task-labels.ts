import { useTranslation } from 'react-i18next'
import type { components } from '../../../../openapi/types.gen.ts'
import type { Tone } from '../ui/badge.tsx'

export type TaskStatus = components['schemas']['TaskStatus']

/** In the order of a task's life cycle. `''` is shown as submitting. */
export const drawingStatuses = [
  'NOT_START',
  'SUBMITTED',
  'IN_PROGRESS',
  'MODAL',
  'SUCCESS',
  'FAILURE',
] as const
export const otherStatuses = [
  'NOT_START',
  'SUBMITTED',
  'QUEUED',
  'IN_PROGRESS',
  'SUCCESS',
  'FAILURE',
  'UNKNOWN',
] as const

export const drawingActions = [
  'IMAGINE',
  'UPSCALE',
  'VARIATION',
  'HIGH_VARIATION',
  'LOW_VARIATION',
  'PAN',
  'DESCRIBE',
  'BLEND',
  'UPLOAD',
  'SHORTEN',
  'REROLL',
  'INPAINT',
  'ZOOM',
  'CUSTOM_ZOOM',
  'MODAL',
  'SWAP_FACE',
] as const
export const otherActions = ['MUSIC', 'LYRICS', 'VIDEO', 'REMIX'] as const
const actions = [...drawingActions, ...otherActions]

export const otherPlatforms = ['suno', 'video'] as const

/** The upstream's response codes for a submission. */
const codes = { 0: 'notSubmitted', 1: 'submitted', 21: 'waiting', 22: 'duplicate' } as const

export const statusTones: Readonly<Record<TaskStatus, Tone>> = {
  '': 'neutral',
  NOT_START: 'neutral',
  SUBMITTED: 'info',
  QUEUED: 'info',
  IN_PROGRESS: 'accent',
  MODAL: 'warn',
  UNKNOWN: 'neutral',
  SUCCESS: 'ok',
  FAILURE: 'bad',
}

/** Returns labels for the API's constants and codes; those without a label are shown unchanged. */
export function useTaskLabels() {
  const { t } = useTranslation('tasks')
  return {
    status: (status: TaskStatus): string => t(`status.${status === '' ? 'SUBMITTING' : status}`),
    action: (action: string): string => {
      const known = actions.find((each) => each === action)
      return known ? t(`action.${known}`) : action
    },
    code: (code: number): string => {
      const known = Object.entries(codes).find(([each]) => Number(each) === code)?.[1]
      return known ? t(`code.${known}`) : String(code)
    },
  }
}

/** Returns whether the provider is still working on a task, or the task waits for the client's next step. */
export const isOpen = (status: TaskStatus): boolean => status !== 'SUCCESS' && status !== 'FAILURE'
