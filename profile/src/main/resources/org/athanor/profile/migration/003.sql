-- SPDX-License-Identifier: Apache-2.0
-- Where a run took place, and what a scheduler of resources said about it. A run without a row was entered before, or
-- nothing is known. The view gets the columns, too: at its end, because PostgreSQL replaces a view, with the rights that
-- others have on it, only if its other columns stay where they are.

CREATE TABLE run_site (
  run_id TEXT NOT NULL PRIMARY KEY REFERENCES run (run_id) ON DELETE CASCADE,
  resource_cluster TEXT,
  storage_class TEXT,
  network_class TEXT,
  processors_per_node DOUBLE PRECISION,
  occupancy_ratio DOUBLE PRECISION,
  queue_seconds DOUBLE PRECISION,
  vcore_seconds DOUBLE PRECISION,
  memory_byte_seconds DOUBLE PRECISION
);

-- A line per run. Resources are NULL if they are unknown for one of its nodes.
CREATE OR REPLACE VIEW run_summary AS
SELECT
  r.run_id,
  r.producer,
  r.producer_version,
  r.experiment,
  r.trial,
  r.application_id,
  a.name AS application,
  r.configuration_id,
  c.framework,
  c.framework_version,
  c.mode,
  c.java,
  c.file_system,
  c.cores_per_node,
  c.memory_bytes_per_node,
  r.cluster_id,
  k.nodes,
  r.input,
  r.input_bytes,
  r.started_at,
  r.wall_seconds,
  r.disturbance,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN sum(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'cpu_own_seconds') AS cpu_own_seconds,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN sum(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'cpu_other_seconds') AS cpu_other_seconds,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN sum(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'cpu_stolen_seconds') AS cpu_stolen_seconds,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN max(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'memory_own_peak_bytes') AS memory_own_peak_bytes,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN sum(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'disk_read_bytes') AS disk_read_bytes,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN sum(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'disk_written_bytes') AS disk_written_bytes,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN sum(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'network_received_bytes') AS network_received_bytes,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN sum(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'network_sent_bytes') AS network_sent_bytes,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN max(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'jvm_heap_peak_bytes') AS jvm_heap_peak_bytes,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN sum(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'jvm_gc_seconds') AS jvm_gc_seconds,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN sum(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'energy_package_joules') AS energy_package_joules,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN sum(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'energy_cores_joules') AS energy_cores_joules,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN sum(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'energy_dram_joules') AS energy_dram_joules,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN sum(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'instructions_count') AS instructions_count,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN sum(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'cycles_count') AS cycles_count,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN avg(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'ipc_ratio') AS ipc_ratio,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN avg(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'branch_misses_ratio') AS branch_misses_ratio,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN avg(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'l1_misses_ratio') AS l1_misses_ratio,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN avg(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'l2_misses_ratio') AS l2_misses_ratio,
  (SELECT CASE WHEN count(*) = count(u.amount) THEN avg(u.amount) END
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'l3_misses_ratio') AS l3_misses_ratio,
  r.intermediate_bytes,
  s.resource_cluster,
  s.storage_class,
  s.network_class,
  s.processors_per_node,
  s.occupancy_ratio,
  s.queue_seconds,
  s.vcore_seconds,
  s.memory_byte_seconds
FROM run r
JOIN application a ON a.application_id = r.application_id
JOIN configuration c ON c.configuration_id = r.configuration_id
JOIN cluster k ON k.cluster_id = r.cluster_id
LEFT JOIN run_site s ON s.run_id = r.run_id;
