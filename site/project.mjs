// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const notOurs = new Set([".git", "node_modules", "target"]);

/** The place of a file on the disk. Files are named by their paths from the root of the project, with "/". */
export const onDisk = (file) => join(root, file);

export const read = (file) => readFileSync(onDisk(file), "utf8");

export const isFolder = (file) => statSync(onDisk(file)).isDirectory();

export const isDocument = (file) => file.endsWith(".md");

export const filesIn = (folder) =>
  readdirSync(onDisk(folder))
    .filter((name) => !notOurs.has(name))
    .sort()
    .map((name) => posix.join(folder, name));

/** All documents in a folder and below. */
export function documents(folder = "") {
  return filesIn(folder).flatMap((file) => (isFolder(file) ? documents(file) : isDocument(file) ? [file] : []));
}

/** The links and pictures of a document, or of a part of it, that lead to files, in their order. */
export function links(document, text = read(document)) {
  return [...text.matchAll(/(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)/g)]
    .filter(([, , , path]) => !isExternal(path))
    .map(([, mark, text, path, anchor]) => ({
      text,
      file: target(document, path),
      anchor: anchor ?? "",
      isPicture: mark === "!",
    }))
    .filter(({ file }) => existsSync(onDisk(file)));
}

export const isExternal = (link) => /^[a-z]+:/.test(link);

/** The file to which a path in a document leads. */
export function target(document, path) {
  return posix.join(posix.dirname(document), path).replace(/\/$/, "");
}

export const heading = (document) => /^# +(.+)$/m.exec(read(document))[1].replaceAll("`", "");

/** The page of a document, or the one that shows another file or a folder. */
export function pageOf(file) {
  return isDocument(file) ? file.replace(/(^|\/)README\.md$/, "$1index.md") : `source/${file}.md`;
}
