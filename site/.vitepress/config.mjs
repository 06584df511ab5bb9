// SPDX-License-Identifier: Apache-2.0
import { fileURLToPath } from "node:url";
import GithubSlugger from "github-slugger";
import { defineConfig } from "vitepress";
import { toPages } from "./links.mjs";
import { pageOf } from "./project.mjs";
import { sidebar } from "./sidebar.mjs";

const github = new GithubSlugger();

export default defineConfig({
  title: "YARN fair schedulers",
  description: "Drop-in schedulers for Hadoop YARN: hierarchical fairness for several resources",
  lang: "en",
  base: process.env.SITE_BASE ?? "/",

  // The documents are read where they lie: their links are those of the repository.
  srcDir: "..",
  srcExclude: ["**/target/**", "**/node_modules/**"],
  rewrites: (file) => pageOf(file).replace(/^site\/(?=source\/)/, ""),
  outDir: "target/site",
  cacheDir: "target/cache",
  lastUpdated: false,

  markdown: {
    // Neither is Markdown to the repository's pages: "<" and "{" are themselves.
    html: false,
    attrs: { disable: true },
    // Headings have the anchors that they have in the repository.
    anchor: { slugify: (heading) => (github.reset(), github.slug(heading)) },
    config: (markdown) => markdown.use(toPages),
  },

  // Documents lie outside of this folder, where the library is not found.
  vite: { resolve: { alias: { "vue/server-renderer": fileURLToPath(import.meta.resolve("vue/server-renderer")) } } },

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
