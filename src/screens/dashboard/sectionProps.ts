import type { Account } from '#contract/account.ts';
import type { dashboardMachine } from '#machines/dashboard/dashboard.machine.ts';
import type { teamMachine } from '#machines/dashboard/team.machine.ts';
import type { ScreenProps } from '../screenProps.ts';

export type DashboardProps = ScreenProps<typeof dashboardMachine>;

/** Props of a section of the dashboard: the state of the flow, and the account that it has read. */
export type SectionProps = DashboardProps & { account: Account };

/** Props of the parts of the team section. */
export type TeamProps = ScreenProps<typeof teamMachine>;
