import { refuseSecondConnections } from '#platform/db.ts';

refuseSecondConnections();
