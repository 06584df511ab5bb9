// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The files of the default file system, on a volume that can be read-only: it may not be written,
 * nor may files be made on it. Unlike permissions that holds for root too.
 */
final class RemountedVolume extends FileSystemProvider {
  private final FileSystem system = new VolumeSystem();
  private volatile boolean isReadOnly;

  /** Lets nothing be written any more, or again. */
  void remount(boolean readOnly) {
    isReadOnly = readOnly;
  }

  /** Returns a path of this volume. */
  Path path(Path real) {
    return (Path)
        Proxy.newProxyInstance(
            Path.class.getClassLoader(), new Class<?>[] {Path.class}, new OnVolume(real));
  }

  private static Path real(Object path) {
    return path instanceof Proxy ? ((OnVolume) Proxy.getInvocationHandler(path)).real : (Path) path;
  }

  private final class OnVolume implements InvocationHandler {
    private final Path real;

    private OnVolume(Path real) {
      this.real = real;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      if (method.getName().equals("getFileSystem")) {
        return system;
      }
      Object[] given = arguments == null ? new Object[0] : arguments;
      Object[] unwrapped =
          Arrays.stream(given).map(each -> each instanceof Path ? real(each) : each).toArray();
      try {
        Object result = method.invoke(real, unwrapped);
        return result instanceof Path path ? path(path) : result;
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  private static FileSystemProvider files() {
    return FileSystems.getDefault().provider();
  }

  private void checkWritable(Path path) throws IOException {
    if (isReadOnly) {
      throw new FileSystemException(path.toString(), null, "Read-only file system");
    }
  }

  @Override
  public String getScheme() {
    return "volume";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return system;
  }

  @Override
  public Path getPath(URI uri) {
    return path(Path.of(uri));
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    if (options.contains(StandardOpenOption.WRITE)) {
      checkWritable(path);
    }
    return files().newFileChannel(real(path), options, attributes);
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return newFileChannel(path, options, attributes);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
    DirectoryStream<Path> all = files().newDirectoryStream(real(directory), filter);
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return StreamSupport.stream(all.spliterator(), false)
            .map(RemountedVolume.this::path)
            .iterator();
      }

      @Override
      public void close() throws IOException {
        all.close();
      }
    };
  }

  @Override
  public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
    files().createDirectory(real(directory), attributes);
  }

  @Override
  public void delete(Path path) throws IOException {
    checkWritable(path);
    files().delete(real(path));
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    checkWritable(target);
    files().copy(real(source), real(target), options);
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    checkWritable(target);
    files().move(real(source), real(target), options);
  }

  @Override
  public boolean isSameFile(Path path, Path other) throws IOException {
    return files().isSameFile(real(path), real(other));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return files().isHidden(real(path));
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return files().getFileStore(real(path));
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    if (Set.of(modes).contains(AccessMode.WRITE)) {
      checkWritable(path);
    }
    files().checkAccess(real(path), modes);
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return files().getFileAttributeView(real(path), type, options);
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return files().readAttributes(real(path), type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    return files().readAttributes(real(path), attributes, options);
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options)
      throws IOException {
    files().setAttribute(real(path), attribute, value, options);
  }

  /** Has this provider, and is otherwise the default one. */
  private final class VolumeSystem extends FileSystem {
    private final FileSystem real = FileSystems.getDefault();

    @Override
    public FileSystemProvider provider() {
      return RemountedVolume.this;
    }

    @Override
    public void close() {}

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean isReadOnly() {
      return isReadOnly;
    }

    @Override
    public String getSeparator() {
      return real.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
      return real.getRootDirectories();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
      return real.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
      return real.supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String first, String... more) {
      return path(real.getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String syntaxAndPattern) {
      return real.getPathMatcher(syntaxAndPattern);
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
      return real.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() throws IOException {
      return real.newWatchService();
    }
  }
}
