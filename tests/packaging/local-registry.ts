/**
 * An npm registry on this machine with our package and the packages it needs, packed again from node_modules. So an
 * install is a real one, with an empty cache, without the network, wherever `npm ci` has run.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pack, ROOT } from './pack.ts';

export interface LocalRegistry {
  url: string;
  /** Bytes of all tarballs that were asked for. */
  sent(): number;
  close(): Promise<void>;
}

interface Locked {
  version: string;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

export async function localRegistry(folder: string): Promise<LocalRegistry> {
  const locked: Record<string, Locked> = read(join(ROOT, 'package-lock.json')).packages;
  const needed = Object.entries(locked).filter(([path, { dev }]) => path !== '' && dev !== true);
  const present = needed.map(([path]) => path).filter((path) => existsSync(join(ROOT, path)));
  const packed = await pack(['.', ...present.map((path) => `./${path}`)], folder);

  const manifests = new Map<string, { version: string; dist?: object }>();
  // Packages for other platforms: npm asks about them and leaves them out.
  for (const [path, { version, os, cpu }] of needed) {
    const name = path.replace(/^.*node_modules\//, '');
    manifests.set(name, {
      version,
      ...{ name, os, cpu },
      dist: { tarball: 'http://127.0.0.1/', integrity: '' },
    });
  }
  let sent = 0;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const manifest = manifests.get(path);
    const tarball = packed.find(({ filename }) => path === `-/${filename}`);
    if (tarball !== undefined) {
      sent += tarball.size;
      response.end(readFileSync(join(folder, tarball.filename)));
    } else if (manifest !== undefined) {
      const { version } = manifest;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ name: path, 'dist-tags': { latest: version }, versions: { [version]: manifest } }),
      );
    } else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port, so the address is no name of a pipe.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const { name, filename, integrity } of packed) {
    const source =
      ['.', ...present].find((path) => read(join(ROOT, path, 'package.json')).name === name) ?? '.';
    manifests.set(name, {
      ...read(join(ROOT, source, 'package.json')),
      dist: { tarball: `${url}-/${filename}`, integrity },
    });
  }
  return {
    url,
    sent: () => sent,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
