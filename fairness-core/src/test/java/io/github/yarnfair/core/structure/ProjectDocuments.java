// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.structure;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The Markdown files of the project, as tests of any module find them. */
public final class ProjectDocuments {
  /** The project's directory, from that of a module. */
  public static final Path PROJECT = Path.of("..");

  /** Folders of what was built or fetched. */
  public static final Set<String> NOT_OURS = Set.of(".git", "target", "node_modules");

  private ProjectDocuments() {}

  /** Returns all Markdown files but those that were built or fetched. */
  public static List<Path> all() throws IOException {
    List<Path> documents = new ArrayList<>();
    Files.walkFileTree(
        PROJECT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_OURS.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              documents.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return documents;
  }
}
