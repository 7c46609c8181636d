import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { compactNumber } from '../../../lib/format.ts';
import { type Plotted, plainNumber } from './chart.ts';

const axis = { stroke: 'var(--muted)', fontSize: 13, tickLine: false };

interface Props extends Plotted {
  /** The figure's name for screen readers. */
  name: string;
}

/** The drawing of a figure. Arrow keys move from point to point. */
export function Plot({ name, kind, series, points, isStacked = false, marks = [], format }: Props) {
  const rows = points.map((point, index) => ({ ...point, index }));
  const isBar = kind === 'bar';
  const Chart = isBar ? BarChart : LineChart;
  const label = (index: unknown) => points[Number(index)]?.label ?? '';
  return (
    <Chart
      responsive
      data={rows}
      title={name}
      margin={{ top: 12, right: 8, bottom: 0, left: 0 }}
      style={{ width: '100%', height: '100%' }}
    >
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis
        {...axis}
        dataKey="index"
        tickFormatter={(index) => points[Number(index)]?.short ?? ''}
        minTickGap={24}
        interval="preserveStartEnd"
      />
      <YAxis
        {...axis}
        width={44}
        allowDecimals={format !== undefined}
        axisLine={false}
        tickFormatter={format ?? compactNumber}
      />
      <Tooltip
        labelFormatter={label}
        formatter={(value) => (format ?? plainNumber)(Number(value))}
        cursor={isBar ? { fill: 'var(--sunken)' } : { stroke: 'var(--control)' }}
        contentStyle={{
          background: 'var(--raised)',
          borderColor: 'var(--line)',
          borderRadius: '0.375rem',
          color: 'var(--text)',
        }}
        itemStyle={{ color: 'var(--text)' }}
        isAnimationActive={false}
      />
      {marks.map(({ at, text }) => (
        <ReferenceLine
          key={`${at} ${text}`}
          x={at}
          stroke="var(--control)"
          strokeDasharray="3 3"
          label={{ value: '◆', position: 'top', fill: 'var(--control)', fontSize: 11 }}
        />
      ))}
      {series.map(({ name: seriesName, color }, index) => {
        const shared = {
          key: seriesName,
          name: seriesName,
          dataKey: ({ values }: (typeof rows)[number]) => values[index] ?? null,
          isAnimationActive: false,
        };
        const { key, ...rest } = shared;
        return isBar ? (
          <Bar
            key={key}
            {...rest}
            fill={`var(--${color})`}
            stackId={isStacked ? 'all' : undefined}
            maxBarSize={36}
          />
        ) : (
          <Line
            key={key}
            {...rest}
            stroke={`var(--${color})`}
            strokeWidth={2}
            strokeDasharray={index === 0 ? undefined : '6 3'}
            dot={points.length < 2}
          />
        );
      })}
    </Chart>
  );
}
