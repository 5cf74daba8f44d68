import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * The processes that descend from one we started as the leader of its own group. On Windows, which has no groups,
 * the tree below the leader.
 */
export interface ProcessGroup {
  /** Whether any of them still runs; zombies do not count. */
  isAlive(): boolean;
  /** Signals them all; on Windows they are ended, whatever the signal. */
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
}

/** @param leader its process id */
export function processGroup(leader: number): ProcessGroup {
  return process.platform === 'win32' ? tree(leader) : group(leader);
}

function group(leader: number): ProcessGroup {
  return {
    // Signal 0 also reaches zombies, which are gone for us: look closer if possible.
    isAlive: () => reaches(-leader, 0) && (members(leader)?.length ?? 1) > 0,
    signal: (name) => void reaches(-leader, name),
  };
}

function tree(leader: number): ProcessGroup {
  return {
    isAlive: () => reaches(leader, 0),
    signal: () => {
      spawnSync('taskkill', ['/pid', String(leader), '/T', '/F'], { windowsHide: true, stdio: 'ignore' });
    },
  };
}

/** Sends a signal; false when there is no such process. */
function reaches(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    // EPERM: the process exists, but we may not signal it (a program that changed its user).
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The running processes of a group; undefined without /proc. */
function members(leader: number): number[] | undefined {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return undefined;
  }
  const pids = names.filter((name) => /^\d+$/.test(name));
  if (pids.length === 0) return undefined;
  return pids.map(Number).filter((pid) => {
    const { state, group } = statOf(pid);
    return group === leader && state !== 'Z' && state !== 'X';
  });
}

/** The fields 3 and 5 of /proc/PID/stat (proc(5)); empty when the process is gone. */
function statOf(pid: number): { readonly state?: string; readonly group?: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, group: Number(group) };
  } catch {
    return {};
  }
}
