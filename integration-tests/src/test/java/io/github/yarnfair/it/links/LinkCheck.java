// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.links;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Finds what of a jar does not link with other jars than those that it was compiled against, as the
 * Java virtual machine would when it runs that code: {@code NoClassDefFoundError}, {@code
 * NoSuchMethodError}, {@code NoSuchFieldError}, {@code AbstractMethodError}, and methods that are
 * final there.
 */
final class LinkCheck {
  private final Map<String, ClassFile> known = new HashMap<>();
  private final Collection<ClassFile> checked;

  /** Finds class files of the other jars and of the JDK, of which no class is loaded. */
  private final ClassLoader others;

  /**
   * @param jar whose classes are checked
   * @param classPath jars that it is to run with
   */
  LinkCheck(Path jar, List<Path> classPath) throws IOException {
    URL[] urls = new URL[classPath.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = classPath.get(i).toUri().toURL();
    }
    others = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    read(jar, known);
    checked = List.copyOf(known.values());
  }

  private static void read(Path jar, Map<String, ClassFile> into) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : file.stream().toList()) {
        if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
          try (InputStream bytes = file.getInputStream(entry)) {
            ClassFile read = ClassFile.read(bytes);
            into.putIfAbsent(read.name(), read);
          }
        }
      }
    }
  }

  int classes() {
    return checked.size();
  }

  /** Returns one line for each link that fails, in alphabetical order. */
  List<String> failures() {
    TreeSet<String> failures = new TreeSet<>();
    checked.forEach(each -> check(each, failures));
    return List.copyOf(failures);
  }

  private void check(ClassFile checked, TreeSet<String> failures) {
    String from = checked.name().replace('/', '.') + ": ";
    for (String type : checked.types()) {
      if (!exists(type)) {
        failures.add(from + "no class " + type.replace('/', '.'));
      }
    }
    for (ClassFile.Reference reference : checked.references()) {
      if (exists(reference.owner()) && !has(reference.owner(), reference.member())) {
        failures.add(from + "no " + reference);
      }
    }
    checkInherited(checked, from, failures);
  }

  private void checkInherited(ClassFile checked, String from, TreeSet<String> failures) {
    List<ClassFile> above = new ArrayList<>();
    addAbove(checked, above);
    for (ClassFile parent : above) {
      parent
          .members()
          .forEach(
              (member, access) -> {
                Integer own = checked.members().get(member);
                boolean isFinal = member.contains("(") && (access & ClassFile.FINAL) != 0;
                if (isFinal && own != null && ClassFile.isOverridable(access)) {
                  failures.add(from + "final is " + parent.name().replace('/', '.') + "." + member);
                }
                if (!checked.isAbstract()
                    && (access & ClassFile.ABSTRACT) != 0
                    && !isImplemented(checked, above, member)) {
                  failures.add(
                      from
                          + "not implemented is "
                          + parent.name().replace('/', '.')
                          + "."
                          + member);
                }
              });
    }
  }

  private static boolean isImplemented(ClassFile checked, List<ClassFile> above, String member) {
    return hasBody(checked, member) || above.stream().anyMatch(each -> hasBody(each, member));
  }

  private static boolean hasBody(ClassFile type, String member) {
    Integer access = type.members().get(member);
    return access != null && (access & ClassFile.ABSTRACT) == 0;
  }

  private void addAbove(ClassFile type, List<ClassFile> above) {
    List<String> direct = new ArrayList<>(type.interfaces());
    if (type.parent() != null) {
      direct.add(type.parent());
    }
    for (String name : direct) {
      ClassFile each = find(name);
      if (each != null && !above.contains(each)) {
        above.add(each);
        addAbove(each, above);
      }
    }
  }

  private boolean exists(String type) {
    return find(type) != null;
  }

  private boolean has(String owner, String member) {
    ClassFile type = find(owner);
    if (type == null) {
      return false;
    }
    if (type.members().containsKey(member)) {
      return true;
    }
    List<ClassFile> above = new ArrayList<>();
    addAbove(type, above);
    // Methods such as invokeExact have any descriptor.
    return above.stream().anyMatch(each -> each.members().containsKey(member))
        || type.name().startsWith("java/lang/invoke/")
        || ((type.access() & ClassFile.INTERFACE) != 0
            && find("java/lang/Object").members().containsKey(member));
  }

  /** Classes of other jars are read where they are first needed. */
  private @Nullable ClassFile find(String name) {
    ClassFile found = known.get(name);
    if (found == null) {
      try (InputStream bytes = others.getResourceAsStream(name + ".class")) {
        if (bytes != null) {
          found = ClassFile.read(bytes);
          known.put(name, found);
        }
      } catch (IOException e) {
        throw new IllegalStateException(name, e);
      }
    }
    return found;
  }
}
