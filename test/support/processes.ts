import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A running process; zombies are not running. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/**
 * The running processes whose environment has `NAME=value` in it. A mark in the environment finds a server's
 * process and its children in whatever session and group they are.
 */
export function processesWith(mark: string): readonly Process[] {
  return process.platform === 'linux' ? fromProc(mark) : fromPs(mark);
}

function fromProc(mark: string): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark)) return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return [{ pid: Number(pid), parent, command }];
      } catch {
        // It ended between the listing and the reading, or belongs to another user.
        return [];
      }
    });
}

function fromPs(mark: string): readonly Process[] {
  return execFileSync('ps', ['-axEww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(mark))
    .map((line) => {
      const [pid, parent, ...command] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), command: command.join(' ') };
    });
}
