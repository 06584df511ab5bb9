// SPDX-License-Identifier: Apache-2.0

// Writes what the generator reads: documents with their pictures, and a page for each other file or folder that one of
// them links to. The site has no address of the repository that such links could lead to.

import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { documents, filesIn, isDocument, isFolder, links, onDisk, pageOf, read } from "./project.mjs";

const pages = onDisk("site/target/pages");

function place(file) {
  const page = join(pages, file);
  mkdirSync(dirname(page), { recursive: true });
  return page;
}

/** Adds a linked file, and what is in it if it is a folder. */
function add(file, files) {
  if (isFolder(file)) {
    filesIn(file).forEach((inside) => add(inside, files));
  }
  return isDocument(file) ? files : files.add(file);
}

const list = (folder) => filesIn(folder).map((file) => `- [${file.split("/").pop()}](/${pageOf(file)})\n`).join("");

// Four: a fence that no file of the project has inside.
const text = (file) => `\`\`\`\`${extname(file).slice(1)}\n${read(file).trimEnd()}\n\`\`\`\`\n`;

const source = (file) =>
  `---\nsearch: false\noutline: false\n---\n\n# ${file.split("/").pop()}\n\n\`${file}\`\n\n` +
  (isFolder(file) ? list(file) : text(file));

rmSync(pages, { recursive: true, force: true });
const all = documents();
const linked = all.flatMap((document) => links(document));
all.forEach((document) => copyFileSync(onDisk(document), place(pageOf(document))));
linked.filter(({ isPicture }) => isPicture).forEach(({ file }) => copyFileSync(onDisk(file), place(file)));
linked
  .filter(({ isPicture }) => !isPicture)
  .reduce((files, { file }) => add(file, files), new Set())
  .forEach((file) => writeFileSync(place(pageOf(file)), source(file)));
