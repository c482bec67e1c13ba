import type { PageScenes } from '../support/scene.ts'

/** Scenes of the dashboard, with the data from the scenes of the usage log. */
export const dashboard: PageScenes = {
  data: [/^(gpt-4o|data-\S+)$/],
  scenes: [
    { name: 'dashboard', path: '/app/dashboard' },
    { name: 'dashboard-month', path: '/app/dashboard?span=month&by=day&of=me' },
  ],
}
