// SPDX-License-Identifier: Apache-2.0
import { heading, isDocument, links, pageOf, read } from "./project.mjs";

const index = "docs/README.md";
const folded = ["docs/decisions/README.md", "docs/experiments/README.md"];

/** The groups of the index of documents, by reader; then all decisions and all experiments. */
export function sidebar() {
  return [
    { text: "Start", items: [item("README.md"), item(index)] },
    ...read(index)
      .split(/^## +/m)
      .slice(1)
      .map((section) => ({ text: section.split("\n")[0], items: itemsIn(section) })),
    ...folded.map((list) => ({ text: heading(list), collapsed: true, items: listed(list) })),
  ];
}

function itemsIn(section) {
  return links(index, section)
    .filter(({ file }) => isDocument(file))
    .map(({ file, text, anchor }) => (anchor ? { text, link: link(file) + anchor } : item(file)));
}

function listed(list) {
  const files = links(list).filter(({ file, anchor }) => isDocument(file) && !anchor);
  return [...new Set(files.map(({ file }) => file))].sort().map(item);
}

const item = (file) => ({ text: heading(file), link: link(file) });

const link = (file) => `/${pageOf(file).replace(/(index)?\.md$/, "")}`;
