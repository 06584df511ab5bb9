// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.links;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a class file says of links: what the class is, and what it refers to. Read without loading
 * the class (Java Virtual Machine Specification, chapter 4).
 *
 * @param name with slashes, as are all names here
 * @param parent the superclass; null for java/lang/Object
 * @param members methods and fields by name and descriptor, with their access flags
 * @param references methods and fields of other classes
 * @param types classes that the constant pool names, arrays excepted
 */
record ClassFile(
    String name,
    int access,
    @Nullable String parent,
    List<String> interfaces,
    Map<String, Integer> members,
    Set<Reference> references,
    Set<String> types) {
  static final int FINAL = 0x10;
  static final int INTERFACE = 0x200;
  static final int ABSTRACT = 0x400;
  private static final int PRIVATE_OR_STATIC = 0x2 | 0x8;

  /** A method or field of a class. */
  record Reference(String owner, String member) {
    @Override
    public String toString() {
      return owner.replace('/', '.') + "." + member;
    }
  }

  boolean isAbstract() {
    return (access & ABSTRACT) != 0;
  }

  static boolean isOverridable(int access) {
    return (access & PRIVATE_OR_STATIC) == 0;
  }

  static ClassFile read(InputStream bytes) throws IOException {
    DataInputStream in = new DataInputStream(bytes);
    in.skipNBytes(8); // magic number and version
    Pool pool = new Pool(in);
    int access = in.readUnsignedShort();
    String name = pool.type(in.readUnsignedShort());
    int parent = in.readUnsignedShort();
    List<String> interfaces = new ArrayList<>();
    for (int n = in.readUnsignedShort(); n > 0; n--) {
      interfaces.add(pool.type(in.readUnsignedShort()));
    }
    Map<String, Integer> members = new LinkedHashMap<>();
    readMembers(in, pool, members); // fields
    readMembers(in, pool, members); // methods
    return new ClassFile(
        name,
        access,
        parent == 0 ? null : pool.type(parent),
        interfaces,
        members,
        pool.references(),
        pool.types());
  }

  private static void readMembers(DataInputStream in, Pool pool, Map<String, Integer> members)
      throws IOException {
    for (int n = in.readUnsignedShort(); n > 0; n--) {
      int access = in.readUnsignedShort();
      String name = pool.text(in.readUnsignedShort());
      members.put(name + ":" + pool.text(in.readUnsignedShort()), access);
      for (int a = in.readUnsignedShort(); a > 0; a--) {
        in.skipNBytes(2);
        in.skipNBytes(Integer.toUnsignedLong(in.readInt()));
      }
    }
  }

  /** The constant pool. */
  private static final class Pool {
    private final Map<Integer, String> texts = new LinkedHashMap<>();
    private final Map<Integer, Integer> types = new LinkedHashMap<>();
    private final Map<Integer, int[]> pairs = new LinkedHashMap<>();
    private final List<int[]> members = new ArrayList<>();

    Pool(DataInputStream in) throws IOException {
      int count = in.readUnsignedShort();
      for (int i = 1; i < count; i++) {
        int tag = in.readUnsignedByte();
        switch (tag) {
          case 1 -> texts.put(i, in.readUTF());
          case 7 -> types.put(i, in.readUnsignedShort());
          case 9, 10, 11 -> members.add(new int[] {in.readUnsignedShort(), in.readUnsignedShort()});
          case 12 -> pairs.put(i, new int[] {in.readUnsignedShort(), in.readUnsignedShort()});
          case 3, 4, 17, 18 -> in.skipNBytes(4);
          case 8, 16, 19, 20 -> in.skipNBytes(2);
          case 15 -> in.skipNBytes(3);
          case 5, 6 -> {
            in.skipNBytes(8);
            i++; // takes two entries
          }
          default -> throw new IOException("constant with tag " + tag);
        }
      }
    }

    String text(int index) {
      return texts.get(index);
    }

    String type(int index) {
      return text(types.get(index));
    }

    Set<String> types() {
      Set<String> names = new LinkedHashSet<>();
      types.values().stream().map(this::text).filter(n -> !n.startsWith("[")).forEach(names::add);
      return names;
    }

    Set<Reference> references() {
      Set<Reference> references = new LinkedHashSet<>();
      for (int[] member : members) {
        int[] pair = pairs.get(member[1]);
        String owner = type(member[0]);
        if (!owner.startsWith("[")) {
          references.add(new Reference(owner, text(pair[0]) + ":" + text(pair[1])));
        }
      }
      return references;
    }
  }
}
