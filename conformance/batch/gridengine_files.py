# SPDX-License-Identifier: Apache-2.0
"""What Grid Engine is told of a case: queues are nodes of the share tree, applications are projects, tasks are jobs."""

import math

# Seconds of Grid Engine's clock.
INTERVAL = 300
SHARES_OF_WEIGHT_1 = 1000


def share_tree(cluster, projects):
    """Returns the share tree as Grid Engine reads it.

    projects: by queue, the names of those below it; a queue without any is left out, which changes no order
    """
    lines = []
    numbers = {}

    def used(queue):
        return queue in projects or any(used(child) for child in queue.children)

    def number(node):
        return numbers.setdefault(node, len(numbers))

    def add(node, name, kind, shares, below):
        own = number(node)
        children = ",".join(str(number(child)) for child in below) or "NONE"
        lines.extend([f"id={own}", f"name={name}", f"type={kind}", f"shares={shares}", f"childnodes={children}"])

    def add_queue(queue):
        queues = [child for child in queue.children if used(child)]
        names = projects.get(queue, [])
        shares = int(queue.weight * SHARES_OF_WEIGHT_1 + 0.5)
        add(queue, "Root" if queue.parent is None else f"q{queue.number}", 0, shares, queues + names)
        for child in queues:
            add_queue(child)
        for name in names:
            add(name, name, 1, SHARES_OF_WEIGHT_1, [])

    add_queue(next(queue for queue in cluster.queues.values() if queue.parent is None))
    return "\n".join(lines) + "\n"


def size(cluster, demand, label):
    """Returns a task's dominant share as a number of slots: the share tree counts running jobs by slots.

    It is the share of the nodes of its label.
    """
    totals = {each: [cluster.total(resource, each) or 1 for resource in cluster.resources] for each in cluster.labels}
    whole = math.lcm(*(total for each in totals.values() for total in each))
    return max(amount * whole // (cluster.total(resource, label) or 1) for resource, amount in demand.items())


BOOTSTRAP = """admin_user none
default_domain none
ignore_fqdn false
spooling_method classic
spooling_lib libspoolc
spooling_params {common};{spool}
binary_path /usr/sbin
qmaster_spool_dir {spool}
security_mode none
listener_threads 2
worker_threads 2
jvm_threads 0
scheduler_threads 1
"""

CONFIGURATION = """execd_spool_dir /tmp
mailer /bin/true
xterm /bin/true
load_sensor none
prolog none
epilog none
shell_start_mode posix_compliant
login_shells sh
min_uid 0
min_gid 0
user_lists none
xuser_lists none
projects none
xprojects none
enforce_project false
enforce_user auto
load_report_time 00:00:40
max_unheard 00:05:00
reschedule_unknown 00:00:00
loglevel log_warning
administrator_mail none
set_token_cmd none
pag_cmd none
token_extend_time none
shepherd_cmd none
qmaster_params SIMULATE_EXECDS=TRUE
execd_params none
reporting_params accounting=true reporting=false accounting_flush_time=00:00:00 joblog=false
finished_jobs 0
gid_range 65400-65500
max_aj_instances 100000
max_aj_tasks 100000
max_u_jobs 0
max_jobs 0
auto_user_oticket 0
auto_user_fshare 0
auto_user_default_project none
auto_user_delete_time 0
delegated_file_staging false
reprioritize 0
jsv_url none
jsv_allowed_mod ac,h,i,e,o,j,M,N,p,w
"""

SCHEDULER = f"""algorithm default
schedule_interval 0:{INTERVAL // 60}:0
maxujobs 0
queue_sort_method seqno
job_load_adjustments NONE
load_adjustment_decay_time 0:0:0
load_formula slots
schedd_job_info false
flush_submit_sec 0
flush_finish_sec 0
params MONITOR=1,PROFILE=1
reprioritize_interval 0:0:0
halftime 1
usage_weight_list cpu=1.000000,mem=0.000000,io=0.000000
compensation_factor 0
weight_user 0.25
weight_project 0.25
weight_department 0.25
weight_job 0.25
weight_tickets_functional 0
weight_tickets_share 1000000
share_override_tickets TRUE
share_functional_shares TRUE
max_functional_jobs_to_schedule 200
report_pjob_tickets TRUE
max_pending_tasks_per_job 200
halflife_decay_list none
policy_hierarchy S
weight_ticket 1
weight_waiting_time 0
weight_deadline 0
weight_urgency 0
weight_priority 0
max_reservation 1
default_duration INFINITY
"""

DEPARTMENT = """name defaultdepartment
type DEPT
fshare 0
oticket 0
entries NONE
"""

HOST = """hostname localhost
load_scaling NONE
complex_values NONE
user_lists NONE
xuser_lists NONE
projects NONE
xprojects NONE
usage_scaling NONE
report_variables NONE
"""

PARALLEL = """pe_name size
slots 9999999
user_lists NONE
xuser_lists NONE
start_proc_args NONE
stop_proc_args NONE
allocation_rule $pe_slots
control_slaves FALSE
job_is_first_task TRUE
urgency_slots min
accounting_summary TRUE
qsort_args NONE
"""

QUEUE = """qname {name}
hostlist localhost
seq_no {number}
load_thresholds NONE
suspend_thresholds NONE
nsuspend 1
suspend_interval 00:05:00
priority 0
min_cpu_interval 00:05:00
processors UNDEFINED
qtype BATCH
ckpt_list NONE
pe_list size
rerun FALSE
slots 9999999
tmpdir /tmp
shell /bin/sh
prolog NONE
epilog NONE
shell_start_mode posix_compliant
starter_method NONE
suspend_method NONE
resume_method NONE
terminate_method NONE
notify 00:00:60
owner_list NONE
user_lists NONE
xuser_lists NONE
subordinate_list NONE
complex_values {held}
projects NONE
xprojects NONE
calendar NONE
initial_state default
s_rt INFINITY
h_rt INFINITY
s_cpu INFINITY
h_cpu INFINITY
s_fsize INFINITY
h_fsize INFINITY
s_data INFINITY
h_data INFINITY
s_stack INFINITY
h_stack INFINITY
s_core INFINITY
h_core INFINITY
s_rss INFINITY
h_rss INFINITY
s_vmem INFINITY
h_vmem INFINITY
"""
