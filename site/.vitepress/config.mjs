// SPDX-License-Identifier: Apache-2.0
import GithubSlugger from "github-slugger";
import { defineConfig } from "vitepress";
import { linksToPages } from "../links.mjs";
import { sidebar } from "../sidebar.mjs";

const github = new GithubSlugger();

export default defineConfig({
  title: "YARN fair schedulers",
  description: "Drop-in schedulers for Hadoop YARN: hierarchical fairness for several resources",
  lang: "en",
  // No icon: browsers would ask for one that is not there.
  head: [["link", { rel: "icon", href: "data:," }]],
  // Where the site lies on its server.
  base: process.env.SITE_BASE ?? "/",
  srcDir: "target/pages",
  outDir: "target/site",
  cacheDir: "target/cache",

  markdown: {
    // As in the repository: "<" and "{" are themselves, and headings have the same anchors.
    html: false,
    attrs: { disable: true },
    anchor: { slugify: (heading) => (github.reset(), github.slug(heading)) },
    config: linksToPages,
  },

  themeConfig: {
    search: { provider: "local" },
    nav: [
      { text: "Tutorial", link: "/docs/tutorial" },
      { text: "Install", link: "/docs/install" },
      { text: "Configuration", link: "/docs/configuration" },
      { text: "All documents", link: "/docs/" },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
  },
});
