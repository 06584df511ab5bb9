// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const notOurs = new Set([".git", "node_modules", "target"]);

/** Files are named by their paths from the root of the project, with "/". */
export const read = (file) => readFileSync(join(root, file), "utf8");

export const exists = (file) => existsSync(join(root, file));

export const isFolder = (file) => statSync(join(root, file)).isDirectory();

export const namesIn = (folder) => readdirSync(join(root, folder)).filter((name) => !notOurs.has(name)).sort();

export const isDocument = (file) => file.endsWith(".md");

/** All Markdown files of the project. */
export function documents(folder = "") {
  return namesIn(folder)
    .map((name) => posix.join(folder, name))
    .flatMap((file) => (isFolder(file) ? documents(file) : isDocument(file) ? [file] : []));
}

/** The links to documents and files in a document, or in a part of it, in their order. */
export function links(document, text = read(document)) {
  return [...text.matchAll(/(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)/g)]
    .filter(([, , path]) => !isExternal(path))
    .map(([, text, path, anchor]) => ({ text, anchor: anchor ?? "", file: target(document, path) }))
    .filter(({ file }) => exists(file));
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
