// SPDX-License-Identifier: Apache-2.0
import { extname } from "node:path";
import { documents, isDocument, isFolder, links, namesIn, pageOf, read } from "../.vitepress/project.mjs";

/** A page for each file that a document links to and that is no document, and for each folder with its files. */
export default {
  paths() {
    const files = new Set();
    documents()
      .flatMap((document) => links(document))
      .forEach(({ file }) => add(file, files));
    return [...files].map((path) => ({ params: { path }, content: isFolder(path) ? list(path) : text(path) }));
  },
};

function add(file, files) {
  if (isFolder(file)) {
    namesIn(file).forEach((name) => add(`${file}/${name}`, files));
  }
  if (!isDocument(file)) {
    files.add(file);
  }
}

const title = (path) => `# ${path.split("/").pop()}\n\n\`${path}\`\n\n`;

const list = (folder) =>
  title(folder) + namesIn(folder).map((name) => `- [${name}](/${pageOf(`${folder}/${name}`)})`).join("\n");

const text = (file) => `${title(file)}\`\`\`\`${extname(file).slice(1)}\n${read(file)}\n\`\`\`\``;
