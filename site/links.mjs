// SPDX-License-Identifier: Apache-2.0
import { isExternal, pageOf, target } from "./project.mjs";

/** Lets links in rendered Markdown lead to pages of the site. */
export function linksToPages(markdown) {
  markdown.core.ruler.push("links to pages", ({ tokens, env }) => {
    tokens
      .flatMap((block) => block.children ?? [])
      .filter((token) => token.type === "link_open")
      .forEach((token) => token.attrSet("href", page(env.relativePath, token.attrGet("href"))));
  });
}

function page(document, link) {
  if (isExternal(link) || /^[#/]/.test(link)) {
    return link;
  }
  const [, path, anchor] = /^([^#]*)(.*)$/.exec(link);
  return `/${pageOf(target(document, path))}${anchor}`;
}
