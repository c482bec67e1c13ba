import type { PageScenes } from '../support/scene.ts'

/** The dashboard, with what the scenes of the usage log have filled in. */
export const dashboard: PageScenes = {
  data: [/^(gpt-4o|data-\S+)$/],
  scenes: [
    { name: 'dashboard', path: '/app/dashboard' },
    { name: 'dashboard-month', path: '/app/dashboard?span=month&by=day&of=me' },
  ],
}
