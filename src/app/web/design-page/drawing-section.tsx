import { Avatar } from '#ui/avatar.tsx';
import { AgentFloret } from '#ui/drawings/agent-floret.tsx';
import { UmbelDrawing } from '#ui/drawings/umbel-drawing.tsx';
import { Mark } from '#ui/mark.tsx';
import { Panel } from '#ui/panel.tsx';

const AGENTS = ['Fern', 'Alder', 'Linden', 'Rowan', 'Hazel', 'Willow', 'Birch', 'Aspen', 'Sorrel', 'Tansy'];

export function DrawingSection() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      <div className="flex h-[760px] justify-center rounded-panel border border-line-2 bg-ground pt-6">
        <UmbelDrawing className="h-full max-w-full text-green" />
      </div>
      <Panel bodyClassName="space-y-6 p-5">
        <div className="flex flex-wrap items-end gap-4 text-green-ink">
          <Mark className="size-4" />
          <Mark className="size-6" />
          <Mark className="size-12" label="Yarrow" />
          <Mark className="size-24" />
        </div>
        <div className="flex flex-wrap gap-3">
          {AGENTS.map((name) => (
            <AgentFloret key={name} id={name} />
          ))}
          <AgentFloret id="Fern" size="small" />
          <AgentFloret id="Fern" size="large" />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Avatar firstName="Priya" lastName="Marlow" label="Priya Marlow" />
          <Avatar firstName="Dana" lastName="Whitlow" size="medium" />
          <Avatar firstName="Tom" lastName="Adeyemi" size="large" />
          <Avatar firstName="Mark" lastName="Yarrow" imageUrl="/mark.svg" size="large" />
        </div>
      </Panel>
    </div>
  );
}
