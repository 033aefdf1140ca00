import { createMachine } from 'xstate';
import { type Chart, chartFrom } from './chart.ts';

/** The charts of flows that are kept as JSON (docs/flows), by their names. */
export const chartsOf = (documents: readonly string[]): Record<string, Chart> =>
  Object.fromEntries(
    documents.map((text) => {
      const chart = chartFrom(createMachine(JSON.parse(text)));
      return [chart.name, chart];
    }),
  );
