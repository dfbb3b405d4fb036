import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

export type ChartPoint = { day: string; label: string; now: number | null; before: number | null };

type TrendChartProps = {
  points: readonly ChartPoint[];
  format: (value: number | null) => string;
  hasBefore: boolean;
};

const HEIGHT_PX = 240;

/** Two lines on one scale that begins at zero: this period drawn through, the one before dashed. */
export function TrendChart({ points, format, hasBefore }: TrendChartProps) {
  const last = points.findLastIndex(({ now }) => now !== null);
  return (
    <div className="h-60 text-small" aria-hidden="true">
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        <LineChart
          data={[...points]}
          margin={{ top: 12, right: 12, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="label"
            tickLine={false}
            axisLine={{ stroke: 'var(--line-2)' }}
            tick={{ fill: 'var(--ink-3)', fontSize: 12 }}
            interval="preserveStartEnd"
            minTickGap={36}
          />
          <YAxis
            domain={[0, 'auto']}
            width={56}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--ink-3)', fontSize: 12 }}
            tickFormatter={(value: number) => format(value)}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-2)' }}
            content={({ active, payload }) => {
              // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the data are the points given above
              const point = payload?.[0]?.payload as ChartPoint | undefined;
              if (!active || !point) return null;
              return (
                <div className="rounded-control border border-line-2 bg-raised px-2 py-1 text-small text-ink shadow-pop tabular-nums">
                  <p className="text-ink-3">{point.label}</p>
                  <p className="font-medium">{format(point.now)}</p>
                  {hasBefore && <p className="text-ink-2">{format(point.before)} in the period before</p>}
                </div>
              );
            }}
          />
          {hasBefore && (
            <Line
              type="linear"
              dataKey="before"
              stroke="var(--data-prev)"
              strokeWidth={1.5}
              strokeDasharray="4 4"
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          )}
          <Line
            type="linear"
            dataKey="now"
            stroke="var(--data-1)"
            strokeWidth={1.5}
            dot={({ cx, cy, index }: { cx?: number; cy?: number; index?: number }) =>
              index === last && cx !== undefined && cy !== undefined ? (
                <circle
                  key="last"
                  cx={cx}
                  cy={cy}
                  r={3.5}
                  fill="var(--data-1)"
                  stroke="var(--surface)"
                  strokeWidth={2}
                />
              ) : (
                <g key={index} />
              )
            }
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}
