import { useLingui } from '@lingui/react';
import { ListSkeleton } from '#ui/Skeleton.tsx';
import { Group } from './Group.tsx';

/** The dashboard while the account is loading, in the shape of what comes. */
export function DashboardSkeleton() {
  const { i18n } = useLingui();
  return (
    <>
      <Group title={i18n.t('Number and team')}>
        <div className="setting">
          <ListSkeleton lines={4} />
        </div>
      </Group>
      <Group title={i18n.t('Plan and billing')}>
        <div className="setting">
          <ListSkeleton lines={6} />
        </div>
      </Group>
      <Group title={i18n.t('Login and security')}>
        <div className="setting">
          <ListSkeleton lines={3} />
        </div>
      </Group>
    </>
  );
}
