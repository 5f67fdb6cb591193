export type StoreName = 'table' | 'bucket' | 'mail' | 'payments';

/** Probes by store. A probe makes one small read, and rejects when the store does not respond as expected. */
export type HealthProbes = Readonly<Record<StoreName, () => Promise<void>>>;
