import type { Flow } from '../stage.ts';

export const open = (): Flow => ({ draw: () => <h1>Dashboard</h1> });
