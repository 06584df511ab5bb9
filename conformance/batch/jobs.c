// SPDX-License-Identifier: Apache-2.0

// Allocates and ends jobs of Slurm, a command a line: "allocate ACCOUNT PARTITION GRES" answers the number of a pending
// job, "end JOB" answers it. Such a job starts no process, and no process waits for it: one of sbatch starts one, and salloc
// waits.

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <unistd.h>

static int allocate(char *account, char *partition, char *gres) {
  job_desc_msg_t job;
  resource_allocation_response_msg_t *response = NULL;
  char name[] = "task";
  slurm_init_job_desc_msg(&job);
  job.account = account;
  job.name = name;
  job.partition = partition;
  job.min_nodes = job.max_nodes = job.num_tasks = job.min_cpus = 1;
  job.tres_per_node = gres;
  job.user_id = getuid();
  job.group_id = getgid();
  if (slurm_allocate_resources(&job, &response)) return -1;
  printf("%" PRIu32 "\n", response->job_id);
  slurm_free_resource_allocation_response_msg(response);
  return 0;
}

static int end(uint32_t number) {
  if (slurm_kill_job(number, SIGKILL, 0)) return -1;
  printf("%" PRIu32 "\n", number);
  return 0;
}

int main(void) {
  char line[1024], account[256], partition[64], gres[512];
  uint32_t number;
  slurm_init(NULL);
  while (fgets(line, sizeof line, stdin)) {
    int failed = -1;
    if (sscanf(line, "allocate %255s %63s %511s", account, partition, gres) == 3)
      failed = allocate(account, partition, gres);
    else if (sscanf(line, "end %" SCNu32, &number) == 1)
      failed = end(number);
    if (failed) printf("error: %s\n", slurm_strerror(errno));
    fflush(stdout);
  }
  return 0;
}
