-- SPDX-License-Identifier: Apache-2.0
-- The same statements for SQLite and PostgreSQL. Units are in the names. NULL is "not known", never zero.
-- docs/profile.md describes the columns.

CREATE TABLE application (
  application_id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE TABLE application_parameter (
  application_id TEXT NOT NULL REFERENCES application (application_id),
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (application_id, name)
);

CREATE TABLE configuration (
  configuration_id TEXT NOT NULL PRIMARY KEY,
  framework TEXT NOT NULL,
  framework_version TEXT NOT NULL,
  mode TEXT NOT NULL,
  java TEXT NOT NULL,
  file_system TEXT NOT NULL,
  cores_per_node INTEGER NOT NULL,
  memory_bytes_per_node BIGINT NOT NULL
);

CREATE TABLE configuration_setting (
  configuration_id TEXT NOT NULL REFERENCES configuration (configuration_id),
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (configuration_id, name)
);

CREATE TABLE node_kind (
  node_kind_id TEXT NOT NULL PRIMARY KEY,
  architecture TEXT NOT NULL,
  cpu_model TEXT NOT NULL,
  processors INTEGER NOT NULL,
  memory_bytes BIGINT NOT NULL,
  virtualization TEXT
);

CREATE TABLE cluster (
  cluster_id TEXT NOT NULL PRIMARY KEY,
  nodes INTEGER NOT NULL
);

CREATE TABLE cluster_node_kind (
  cluster_id TEXT NOT NULL REFERENCES cluster (cluster_id),
  node_kind_id TEXT NOT NULL REFERENCES node_kind (node_kind_id),
  nodes INTEGER NOT NULL,
  PRIMARY KEY (cluster_id, node_kind_id)
);

CREATE TABLE run (
  run_id TEXT NOT NULL PRIMARY KEY,
  producer TEXT NOT NULL,
  producer_version TEXT NOT NULL,
  experiment TEXT,
  trial TEXT NOT NULL,
  application_id TEXT NOT NULL REFERENCES application (application_id),
  configuration_id TEXT NOT NULL REFERENCES configuration (configuration_id),
  cluster_id TEXT NOT NULL REFERENCES cluster (cluster_id),
  input TEXT NOT NULL,
  input_bytes BIGINT,
  started_at TEXT NOT NULL,
  wall_seconds DOUBLE PRECISION NOT NULL,
  disturbance TEXT
);

CREATE INDEX run_by_application ON run (application_id, input_bytes);

CREATE INDEX run_by_start ON run (started_at, run_id);

CREATE TABLE phase (
  run_id TEXT NOT NULL REFERENCES run (run_id) ON DELETE CASCADE,
  phase_number INTEGER NOT NULL,
  name TEXT NOT NULL,
  start_seconds DOUBLE PRECISION NOT NULL,
  end_seconds DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (run_id, phase_number)
);

CREATE TABLE run_node (
  run_id TEXT NOT NULL REFERENCES run (run_id) ON DELETE CASCADE,
  node_number INTEGER NOT NULL,
  node_name TEXT NOT NULL,
  node_kind_id TEXT NOT NULL REFERENCES node_kind (node_kind_id),
  PRIMARY KEY (run_id, node_number)
);

CREATE TABLE resource_use (
  run_id TEXT NOT NULL,
  resource TEXT NOT NULL,
  node_number INTEGER NOT NULL,
  amount DOUBLE PRECISION,
  unknown_reason TEXT,
  PRIMARY KEY (run_id, resource, node_number),
  FOREIGN KEY (run_id, node_number) REFERENCES run_node (run_id, node_number) ON DELETE CASCADE,
  CHECK ((amount IS NULL) <> (unknown_reason IS NULL))
);

-- A line per run. Resources are NULL if they are unknown for one of its nodes.
CREATE VIEW run_summary AS
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
    FROM resource_use u WHERE u.run_id = r.run_id AND u.resource = 'l3_misses_ratio') AS l3_misses_ratio
FROM run r
JOIN application a ON a.application_id = r.application_id
JOIN configuration c ON c.configuration_id = r.configuration_id
JOIN cluster k ON k.cluster_id = r.cluster_id;
