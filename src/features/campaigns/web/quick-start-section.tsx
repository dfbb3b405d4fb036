import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { CampaignTemplate } from '../contract-landing.ts';
import { templatesQuery } from './api.ts';

type QuickStartProps = { canChange: boolean; onUse: (template: CampaignTemplate) => void };

/** The three built-in templates, each with what is typical for it. */
export function QuickStart({ canChange, onUse }: QuickStartProps) {
  const templates = useQuery(templatesQuery());
  return (
    <section aria-labelledby="quick-start">
      <SectionHeading
        id="quick-start"
        title="Quick-start templates"
        note="a first message, ready to be changed"
      />
      {templates.isPending ? (
        <Loading label="Loading the templates" className="grid gap-8 pt-4 @3xl:grid-cols-3">
          {[0, 1, 2].map((column) => (
            <div key={column}>
              <Skeleton className="h-5 w-40" />
              <Skeleton className="mt-2 h-4 w-full" />
              <Skeleton className="mt-1.5 h-4 w-2/3" />
              <Skeleton className="mt-4 h-8 w-full" />
            </div>
          ))}
        </Loading>
      ) : templates.isError ? (
        <ErrorState isCompact title="The templates could not be loaded" query={templates} />
      ) : (
        <ul className="grid divide-line @max-3xl:divide-y @3xl:grid-cols-3 @3xl:divide-x">
          {templates.data.map((template) => (
            <TemplateCard key={template.id} template={template} canChange={canChange} onUse={onUse} />
          ))}
        </ul>
      )}
    </section>
  );
}

function TemplateCard({ template, canChange, onUse }: QuickStartProps & { template: CampaignTemplate }) {
  const { responseRate, conversionRate, costPerLead } = template.performance;
  const id = useId();
  return (
    <li className="flex flex-col py-4 @3xl:px-5 @3xl:first:pl-0 @3xl:last:pr-0">
      <h3 id={id} className="text-h2">
        {template.name}
      </h3>
      <p className="mt-0.5 text-small text-pretty text-ink-2">{template.description}</p>
      <p className="mt-1 text-small text-pretty text-ink-3">
        For {template.targetSegment.charAt(0).toLowerCase() + template.targetSegment.slice(1)}
      </p>
      <div className="flex-1" />
      <dl aria-label="Typical performance" className="mt-3 grid grid-cols-3 gap-3 text-small tabular-nums">
        <Typical label="Response" value={`${responseRate.toFixed(1)}%`} />
        <Typical label="Conversion" value={`${conversionRate.toFixed(1)}%`} />
        <Typical label="Cost per lead" value={`$${costPerLead.toFixed(2)}`} />
      </dl>
      {canChange && (
        <div className="mt-3">
          <Button size="row" aria-describedby={id} onClick={() => onUse(template)}>
            Use template
          </Button>
        </div>
      )}
    </li>
  );
}

function Typical({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-3">{label}</dt>
      <dd className="font-medium">
        {value} <span className="font-normal whitespace-nowrap text-ink-3">typical</span>
      </dd>
    </div>
  );
}
